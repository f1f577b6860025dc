import type { Point } from "./camera";

/** How many pieces a row of a fan has: what is tried first, and what may leave more of what lies around it to be seen. */
const ACROSS = [5, 3, 2, 1];
/** So far beyond the middle of a piece of a fan, in its sides, a point still belongs to it. */
const REACH = 0.62;

/** Where the pieces of a stack stand when it is fanned out: rows around the hex, in units of `size`. */
export function fanOut(count: number, size: number, across = 5): Point[] {
  const rows = Math.ceil(count / across);
  const gap = size * 1.08;
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / across);
    const inRow = row === rows - 1 ? count - row * across : across;
    return {
      x: ((index % across) - (inRow - 1) / 2) * gap,
      y: (row - (rows - 1) / 2) * gap,
    };
  });
}

/** A rectangle of the scene. */
export interface Room {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How a stack is fanned out around one of its pieces: how many stand in a row, and the slot which that piece has. */
export interface Turn {
  across: number;
  slot: number;
}

/** A stack that is fanned out around one of its pieces, and where all of them stand. */
export interface Spread extends Turn {
  places: Point[];
}

/**
 * Where the pieces of a stack stand when it is fanned out with one of them staying where it is: `kept` is its index and
 * `at` its place. It has the slot that lets all the others be seen within `room`; as it was before (`turn`) if it has been
 * fanned out already, else so that the fewest places of `clear` are covered. The others fill the rest in their order. Where the
 * piece itself is cut by the edge, all of them move away from there.
 */
export function fanAround(
  count: number,
  size: number,
  kept: number,
  at: Point,
  { room, turn, clear = [] }: { room: Room; turn?: Turn | undefined; clear?: readonly Point[] },
): Spread {
  const half = size / 2;
  const own = turn?.slot ?? kept;
  const shapes = [...new Set(ACROSS.map((across) => Math.min(across, count)))];
  const found = shapes.flatMap((across, shape) => {
    const slots = fanOut(count, size, across);
    return slots.map((slot, index) => {
      const places = slots.map((one) => ({ x: at.x + one.x - slot.x, y: at.y + one.y - slot.y }));
      const lost = places.reduce((sum, { x, y }) => {
        const beside = Math.max(0, room.left - x + half, x + half - room.right);
        return sum + beside + Math.max(0, room.top - y + half, y + half - room.bottom);
      }, 0);
      const other = turn === undefined ? 0 : Number(across !== turn.across);
      const hidden = turn === undefined ? clear.filter((one) => covers(places, size, one)).length : 0;
      return { across, slot: index, places, ranks: [lost, other, hidden, shape, Math.abs(index - own)] };
    });
  });
  const [best] = found.sort((a, b) => compare(a.ranks, b.ranks));
  if (!best) return { across: 1, slot: own, places: [] };
  const { across, slot } = best;
  const others = best.places.filter((_, index) => index !== slot);
  const places = Array.from({ length: count }, (_, index) =>
    index === kept ? at : (others[index < kept ? index : index - 1] ?? at),
  );
  return { across, slot, places: moved(places, size, at, room) };
}

function compare(a: readonly number[], b: readonly number[]): number {
  const first = a.findIndex((rank, index) => rank !== b[index]);
  return first < 0 ? 0 : (a[first] ?? 0) - (b[first] ?? 0);
}

/** Whether a point lies on a fan of pieces of this size, gaps included. */
export function covers(places: readonly Point[], size: number, point: Point): boolean {
  return places.some(
    (at) => Math.abs(at.x - point.x) < size * REACH && Math.abs(at.y - point.y) < size * REACH,
  );
}

/**
 * Where the pieces of a stack stand when it is fanned out over its hex, moved so far that all of them are seen within
 * `room`, but never off the hex: where that is out of sight so is the fan, and it comes into sight with its hex.
 */
export function fanOver(count: number, size: number, centre: Point, room: Room): Point[] {
  const slots = fanOut(count, size);
  const places = slots.map((slot) => ({ x: centre.x + slot.x, y: centre.y + slot.y }));
  return moved(places, size, centre, room);
}

/** Places around a point of their hex, moved into `room`, but never off it. */
function moved(places: readonly Point[], size: number, around: Point, room: Room): Point[] {
  const by = intoRoom(places, size, room);
  const reach = (along: number[]): number => Math.max(0, ...along.map(Math.abs)) + size / 2;
  const across = reach(places.map(({ x }) => x - around.x));
  const down = reach(places.map(({ y }) => y - around.y));
  const [dx, dy] = [limited(by.x, across), limited(by.y, down)];
  return places.map(({ x, y }) => ({ x: x + dx, y: y + dy }));
}

function limited(by: number, most: number): number {
  return Math.min(most, Math.max(-most, by));
}

/** Whether all pieces of a fan are seen within `room`. */
export function isWithin(places: readonly Point[], size: number, room: Room): boolean {
  const half = size / 2;
  return places.every(
    ({ x, y }) =>
      x - half >= room.left && x + half <= room.right && y - half >= room.top && y + half <= room.bottom,
  );
}

/** How far a fan must move for all of it to be seen within `room`. */
export function intoRoom(places: readonly Point[], size: number, room: Room): Point {
  const half = size / 2;
  const along = (values: number[], from: number, to: number): number => {
    const [least, most] = [Math.min(...values) - half, Math.max(...values) + half];
    if (least < from) return from - least;
    return most > to ? Math.max(to - most, from - least) : 0;
  };
  return {
    x: along(
      places.map((one) => one.x),
      room.left,
      room.right,
    ),
    y: along(
      places.map((one) => one.y),
      room.top,
      room.bottom,
    ),
  };
}

/** A piece of a stack: its key, and where it stands in it. */
interface Standing {
  key: string;
  dx: number;
  dy: number;
}

/** The stack that is fanned out, if there is one: its hex, and where its pieces stand as long as it is. */
export class Fan {
  /** Places that it is to leave free, if it can: those of what may be chosen now. */
  clear: readonly Point[] = [];
  private open: number | null = null;
  /** Where the pieces stand, by their keys. */
  private at: ReadonlyMap<string, Point> = new Map();
  /** The piece around which it is fanned out, and how, once that is known: the fan stays on its side of it. */
  private kept: { key: string; turn: Turn | undefined } | null = null;

  /** The hex of the stack; null when none is fanned out. */
  get hex(): number | null {
    return this.open;
  }

  /** Where the pieces stand; nothing when no stack is fanned out. */
  get places(): Point[] {
    return this.open === null ? [] : [...this.at.values()];
  }

  /** Fan out the stack of a hex, or none; the piece `kept` stays where it is. */
  turnTo(hex: number | null, kept: string | null): void {
    this.open = hex;
    this.kept = hex !== null && kept !== null ? { key: kept, turn: undefined } : null;
  }

  /** Where the piece with this key stands in it. */
  placeOf(key: string): Point | undefined {
    return this.at.get(key);
  }

  /** Find places for the pieces of the stack around the middle of its hex, all within sight. */
  spread(there: readonly Standing[], centre: Point, size: number, room: Room): void {
    const { kept } = this;
    const index = kept ? there.findIndex((one) => one.key === kept.key) : -1;
    const own = there[index];
    let places: readonly Point[];
    if (kept && own) {
      const at = { x: centre.x + own.dx, y: centre.y + own.dy };
      const clear = this.clear.filter((one) => Math.hypot(one.x - centre.x, one.y - centre.y) > 1);
      const found = fanAround(there.length, size, index, at, { room, turn: kept.turn, clear });
      kept.turn = found;
      ({ places } = found);
    } else places = fanOver(there.length, size, centre, room);
    this.at = new Map(there.map((one, index) => [one.key, places[index] ?? centre]));
  }
}
