import type { Piece } from "../wire";
import type { Point, Rect } from "./camera";
import { MOST_TAGS, tagPlace } from "./counters";

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
/** From far away a counter is drawn larger than it is, until it has so many pixels or fills its hex: so many times. */
const LEGIBLE = 30;
const MOST = 1.35;
const GROWS = 0.05;
const SHOWN = 4;
const STEP = { x: 4.5, y: -5 };

/** How many times as large as they are counters are drawn at this scale, in pixels a scene unit: in steps, so that few are drawn. */
export function growth(scale: number): number {
  const wanted = Math.min(MOST, Math.max(1, LEGIBLE / (COUNTER * scale)));
  return Math.round(wanted / GROWS) * GROWS;
}

/** The room that the badge of a stack takes up, in scene units, and where it lies on its uppermost counter. */
export const BADGE = 24;
export const COUNTED: Point = { x: -COUNTER / 2 + 1, y: COUNTER / 2 - 2 };

/** The rectangles of the discs of a counter: so many `tags` at its right edge, and the number of its stack unless that is 0. */
export function discs({ x, y, scale }: Point & { scale: number }, tags: number, count: number): Rect[] {
  const middles = Array.from({ length: Math.min(tags, MOST_TAGS) }, (_, index) => tagPlace(index)).map(
    (at) => ({ x: (at.x / 100 - 0.5) * COUNTER, y: (at.y / 100 - 0.5) * COUNTER }),
  );
  if (count > 0) middles.push(COUNTED);
  const side = BADGE * scale;
  return middles.map((at) => ({
    x: x + at.x * scale - side / 2,
    y: y + at.y * scale - side / 2,
    width: side,
    height: side,
  }));
}

/** The rectangle that the pieces of a hex take up, which are `grown` times as large. */
export function boxAround(at: Point, pieces: readonly Placed[], grown: number): Rect {
  const half = (one: Placed): number => (COUNTER * one.scale * grown) / 2;
  const x = Math.min(...pieces.map((one) => one.dx - half(one)));
  const y = Math.min(...pieces.map((one) => one.dy - half(one)));
  const right = Math.max(...pieces.map((one) => one.dx + half(one)));
  const bottom = Math.max(...pieces.map((one) => one.dy + half(one)));
  return { x: at.x + x, y: at.y + y, width: right - x, height: bottom - y };
}

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

/**
 * The pieces of a hex in the order in which they lie on each other: above all others those that are `wanted` next, then
 * those that are `able` to act, by their keys. So the unit that a chosen headquarters is to send lies over the headquarters.
 * Of those alike in this, units lie over what is none, and the strongest lies on top.
 */
export function inOrder<One extends { piece: Piece; key: string }>(
  there: readonly One[],
  able: ReadonlySet<string>,
  wanted: ReadonlySet<string>,
): One[] {
  const rank = ({ piece, key }: One): [number, number] => [
    4 * Number(wanted.has(key)) + 2 * Number(able.has(key)) + Number(piece.unit != null),
    power(piece),
  ];
  return [...there].sort((a, b) => {
    const [[first, weak], [second, strong]] = [rank(a), rank(b)];
    return first - second || weak - strong;
  });
}

/** The first number that is printed on a piece, its strength in attack; 0 where none is seen, as on headquarters of blocks. */
function power({ strength, face_down: back }: Piece): number {
  return back ? 0 : Number(/\d+/.exec(strength ?? "")?.[0] ?? 0);
}

/** The key of a unit's piece. */
export function unitKey(unit: number): string {
  return `u${unit}`;
}

/** The key of a piece; of several that are not told apart, which are no units or not known, the first one's. */
export function pieceKey(piece: Piece): string {
  return keyOf(piece, new Map());
}

/** Pieces by hex, each with a lasting key; those without a number are told apart by hex, title and order. */
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
  if (piece.unit !== null && piece.unit !== undefined) return unitKey(piece.unit);
  const base = `${piece.side ?? "x"}@${piece.hex ?? "-"} ${piece.title}`;
  const number = nameless.get(base) ?? 0;
  nameless.set(base, number + 1);
  return `${base}#${number}`;
}
