import type { Piece } from "../wire";

/** Somebody seen in a battle: as on coming in, and as last seen. */
export interface Met {
  /** Tells them apart: the unit, or the place among those that nobody knows. */
  key: string;
  piece: Piece;
  last: Piece;
}

/** A block in a battle: as it is now, the steps it has lost there, whether it is there no more or lies face down again. */
export interface Fighter {
  key: string;
  piece: Piece;
  lost: number;
  gone: boolean;
  hidden: boolean;
}

/** The blocks of a side. */
export interface BattleLine {
  side: number;
  blocks: Fighter[];
}

/** Who stands in the hex of a battle after so many orders. */
export interface Stand {
  there: readonly Piece[];
  entry: number;
}

/** How far one has followed a battle: whether it has been seen to go on, and how it stood when it ended. */
export interface Course {
  begun: boolean;
  ended: Stand | null;
}

/** What becomes of the blocks after a battle, as by hunger, is no loss of it: the board stays as it stood at its end. */
export function follow(course: Course, fought: boolean, now: Stand): Course {
  if (fought) return { begun: true, ended: null };
  return course.begun && course.ended === null ? { begun: true, ended: now } : course;
}

/** Pieces with their keys: known units by number, others by their place among those of their side. */
function keyed(pieces: readonly Piece[]): Met[] {
  const unseen = new Map<number | null, number>();
  return pieces.map((piece) => {
    if (piece.unit != null) return { key: `unit ${piece.unit}`, piece, last: piece };
    const count = (unseen.get(piece.side) ?? 0) + 1;
    unseen.set(piece.side, count);
    return { key: `unseen ${piece.side} ${count}`, piece, last: piece };
  });
}

/** Everybody met in a battle so far, with those who are there now. Who was unseen is forgotten once all are known. */
export function met(before: readonly Met[], now: readonly Piece[]): Met[] {
  const here = keyed(now);
  const fresh = here.filter(({ key }) => !before.some((one) => one.key === key));
  const unseen = new Set(here.filter(({ piece }) => piece.unit == null).map(({ key }) => key));
  const seen = before.map((one) => ({
    ...one,
    last: here.find(({ key }) => key === one.key)?.piece ?? one.last,
  }));
  return [...seen.filter(({ key, piece }) => piece.unit != null || unseen.has(key)), ...fresh];
}

/**
 * The blocks of every side in a battle, in the order in which they were met.
 *
 * A unit that is seen no more lies face down again if there are unseen blocks of its side that it may be; `dead` are units
 * that are known to be eliminated.
 */
export function lineUp(
  known: readonly Met[],
  now: readonly Piece[],
  seats: number,
  dead: ReadonlySet<number> = new Set(),
): BattleLine[] {
  const here = new Map(keyed(now).map(({ key, piece }) => [key, piece]));
  return Array.from({ length: seats }, (_, side) => {
    const own = known.filter(({ piece }) => piece.side === side);
    const missing = own.filter(
      ({ key, piece }) => piece.unit != null && !dead.has(piece.unit) && !here.has(key),
    );
    const unseen = own.filter(({ key, piece }) => piece.unit == null && here.has(key));
    const hidden = new Set(missing.slice(0, unseen.length).map(({ key }) => key));
    const same = new Set(unseen.slice(0, hidden.size).map(({ key }) => key));
    return {
      side,
      blocks: own
        .filter(({ key }) => !same.has(key))
        .map(({ key, piece, last }) => ({
          key,
          piece: here.get(key) ?? last,
          lost: Math.max(0, (piece.steps ?? 0) - ((here.get(key) ?? last).steps ?? 0)),
          gone: !here.has(key) && !hidden.has(key),
          hidden: hidden.has(key),
        })),
    };
  });
}
