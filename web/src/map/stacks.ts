import type { Piece } from "../wire";
import type { Point } from "./camera";

/** A piece with the place it has among the pieces of its hex. */
export interface Placed {
  piece: Piece;
  /** The same piece keeps its key from one state to the next, so that it can be seen to move. */
  key: string;
  /** Offset of its centre from the centre of the hex, in scene units. */
  dx: number;
  dy: number;
  scale: number;
  /** How many pieces the stack has whose top this is; 0 for those below. */
  count: number;
  /** Position in its stack, from the bottom. */
  level: number;
}

/** Side of a counter, in scene units: a little more than half a hex. */
export const COUNTER = 64;
const SHOWN = 4;
const STEP = { x: 4.5, y: -5 };

/** Lay out the pieces of one hex: one stack a side, two sides apart from each other. */
export function layOut(pieces: readonly { piece: Piece; key: string }[]): Placed[] {
  const sides = new Map<number, { piece: Piece; key: string }[]>();
  for (const one of pieces) {
    const side = one.piece.side ?? 9;
    const there = sides.get(side);
    if (there) there.push(one);
    else sides.set(side, [one]);
  }
  const stacks = [...sides.entries()].sort(([a], [b]) => a - b).map(([, stack]) => stack);
  const together = stacks.length > 1;
  return stacks.flatMap((stack, index) => {
    const place = (together && CORNERS[index % CORNERS.length]) || { x: 0, y: 0 };
    return oneStack(stack, place, together ? 0.68 : 1);
  });
}

const CORNERS: readonly Point[] = [
  { x: -19, y: 13 },
  { x: 20, y: -13 },
  { x: 20, y: 20 },
];

function oneStack(stack: readonly { piece: Piece; key: string }[], place: Point, scale: number): Placed[] {
  const above = Math.min(stack.length, SHOWN) - 1;
  return stack.map(({ piece, key }, index) => {
    // Only the uppermost are shifted; deeper ones hide exactly below.
    const level = Math.max(0, index - (stack.length - 1 - above));
    const shift = level - above / 2;
    return {
      piece,
      key,
      dx: place.x + shift * STEP.x * scale,
      dy: place.y + shift * STEP.y * scale,
      scale,
      level: index,
      count: index === stack.length - 1 ? stack.length : 0,
    };
  });
}

/** Where the pieces of a stack stand when it is fanned out: rows of five around the hex, in units of `size`. */
export function fanOut(count: number, size: number): Point[] {
  const rows = Math.ceil(count / 5);
  const gap = size * 1.08;
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / 5);
    const inRow = row === rows - 1 ? count - row * 5 : 5;
    return {
      x: ((index % 5) - (inRow - 1) / 2) * gap,
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

/** A stack that is fanned out around one of its pieces: the slot which that has, and where all of them stand. */
export interface Fan {
  slot: number;
  places: Point[];
}

/**
 * Where the pieces of a stack stand when it is fanned out with one of them staying where it is: `kept` is its index and
 * `at` its place. It has the slot that lets all the others be seen within `room`, the nearest to `turn`, which is the one
 * it had before; the others fill the rest in their order.
 */
export function fanAround(
  count: number,
  size: number,
  kept: number,
  at: Point,
  room: Room,
  turn = kept,
): Fan {
  const slots = fanOut(count, size);
  const half = size / 2;
  const beyond = (slot: Point): number =>
    slots.reduce((sum, one) => {
      const [x, y] = [at.x + one.x - slot.x, at.y + one.y - slot.y];
      const across = Math.max(0, room.left - x + half, x + half - room.right);
      return sum + across + Math.max(0, room.top - y + half, y + half - room.bottom);
    }, 0);
  const order = slots
    .map((slot, index) => ({ slot, index, lost: beyond(slot) }))
    .sort((a, b) => a.lost - b.lost || Math.abs(a.index - turn) - Math.abs(b.index - turn));
  const own = order[0];
  if (!own) return { slot: turn, places: [] };
  const others = slots.filter((_, index) => index !== own.index);
  const placed = Array.from({ length: count }, (_, index) =>
    index === kept ? own.slot : (others[index < kept ? index : index - 1] ?? own.slot),
  );
  const places = placed.map((slot) => ({ x: at.x + slot.x - own.slot.x, y: at.y + slot.y - own.slot.y }));
  return { slot: own.index, places };
}

/**
 * Where the pieces of a stack stand when it is fanned out over its hex, moved so far that all of them are seen within
 * `room`, but never off the hex: where that is out of sight so is the fan, and it comes into sight with its hex.
 */
export function fanOver(count: number, size: number, centre: Point, room: Room): Point[] {
  const slots = fanOut(count, size);
  const places = slots.map((slot) => ({ x: centre.x + slot.x, y: centre.y + slot.y }));
  const by = intoRoom(places, size, room);
  const reach = (along: number[]): number => Math.max(0, ...along.map(Math.abs)) + size / 2;
  const [across, down] = [reach(slots.map(({ x }) => x)), reach(slots.map(({ y }) => y))];
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

/** Pieces by hex, each with a lasting key; units whose number is not known are told apart by hex and order. */
export function byHex(pieces: readonly Piece[]): Map<number, { piece: Piece; key: string }[]> {
  const found = new Map<number, { piece: Piece; key: string }[]>();
  const nameless = new Map<string, number>();
  for (const piece of pieces) {
    if (piece.hex === null || piece.hex === undefined) continue;
    const key = keyOf(piece, nameless);
    const there = found.get(piece.hex);
    if (there) there.push({ piece, key });
    else found.set(piece.hex, [{ piece, key }]);
  }
  return found;
}

function keyOf(piece: Piece, nameless: Map<string, number>): string {
  if (piece.unit !== null && piece.unit !== undefined) return `u${piece.unit}`;
  const base = `${piece.side ?? "x"}@${piece.hex ?? "-"}`;
  const number = nameless.get(base) ?? 0;
  nameless.set(base, number + 1);
  return `${base}#${number}`;
}
