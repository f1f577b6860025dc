import type { Piece } from "../wire";

/** Somebody seen in a battle, as on coming in. */
export interface Met {
  /** Tells them apart: the unit, or the place among those that nobody knows. */
  key: string;
  piece: Piece;
}

/** A block in a battle: as it is now, the steps it has lost there, whether it is there no more. */
export interface Fighter extends Met {
  lost: number;
  gone: boolean;
}

/** The blocks of a side. */
export interface BattleLine {
  side: number;
  blocks: Fighter[];
}

/** Pieces with their keys: known units by number, others by their place among those of their side. */
function keyed(pieces: readonly Piece[]): Met[] {
  const unseen = new Map<number | null, number>();
  return pieces.map((piece) => {
    if (piece.unit != null) return { key: `unit ${piece.unit}`, piece };
    const count = (unseen.get(piece.side) ?? 0) + 1;
    unseen.set(piece.side, count);
    return { key: `unseen ${piece.side} ${count}`, piece };
  });
}

/** Everybody met in a battle so far, with those who are there now. Who was unseen is forgotten once all are known. */
export function met(before: readonly Met[], now: readonly Piece[]): Met[] {
  const here = keyed(now);
  const fresh = here.filter(({ key }) => !before.some((one) => one.key === key));
  const unseen = new Set(here.filter(({ piece }) => piece.unit == null).map(({ key }) => key));
  return [...before.filter(({ key, piece }) => piece.unit != null || unseen.has(key)), ...fresh];
}

/** The blocks of every side in a battle, in the order in which they were met. */
export function lineUp(known: readonly Met[], now: readonly Piece[], seats: number): BattleLine[] {
  const here = new Map(keyed(now).map(({ key, piece }) => [key, piece]));
  return Array.from({ length: seats }, (_, side) => ({
    side,
    blocks: known
      .filter(({ piece }) => piece.side === side)
      .map(({ key, piece }) => {
        const present = here.get(key);
        const lost = present ? Math.max(0, (piece.steps ?? 0) - (present.steps ?? 0)) : 0;
        return { key, piece: present ?? piece, lost, gone: !present };
      }),
  }));
}
