import { fit, widened, type Camera, type Point, type Rect, type Size } from "./camera";

/** Pixels a scene unit at which counters can be read well. */
export const READABLE = 0.7;
/** No closer is a map opened. */
export const CLOSEST = 1.2;
/** Scene units around the pieces that are worth seeing at first. */
const AROUND = 220;

/** A piece as far as finding the front goes: where it stands, and for whom. */
export interface Standing {
  at: Point;
  side: number | null;
}

/**
 * Where to look first: at the pieces and what lies around them, as close as they can be read; at the front, if that is too
 * close for all of them. Null if all that is played on can be seen as large (it is shown at the scale `whole`).
 */
export function firstLook(
  pieces: readonly Standing[],
  view: Size,
  whole: number,
  across: number,
): Camera | null {
  if (pieces.length === 0) return null;
  const close = fit(widened(around(pieces.map((one) => one.at)), AROUND), view);
  const least = Math.min(READABLE, view.width / across);
  const scale = Math.max(whole, Math.min(CLOSEST, Math.max(close.scale, least)));
  if (scale <= whole * 1.05) return null;
  const span = { width: view.width / scale - AROUND, height: view.height / scale - AROUND };
  const seen = scale > close.scale ? front(pieces, span) : null;
  return { ...(seen ? fit(seen, view) : close), scale };
}

/** The rectangle around the pieces of that part of the map, of the size of `span`, where the sides meet in greatest
 * numbers (where there is only one side: where most of it stands); null when there are no pieces. */
export function front(pieces: readonly Standing[], span: Size): Rect | null {
  let best: { inside: Standing[]; met: number } | null = null;
  for (const { at } of pieces) {
    const inside = pieces.filter(
      (other) =>
        Math.abs(other.at.x - at.x) <= span.width / 2 && Math.abs(other.at.y - at.y) <= span.height / 2,
    );
    const met = meeting(inside);
    if (!best || met > best.met || (met === best.met && inside.length > best.inside.length))
      best = { inside, met };
  }
  return best && around(best.inside.map((one) => one.at));
}

/** How many pairs the pieces of the two largest sides could make. */
function meeting(pieces: readonly Standing[]): number {
  const counts = new Map<number, number>();
  for (const { side } of pieces) if (side !== null) counts.set(side, (counts.get(side) ?? 0) + 1);
  const [first = 0, second = 0] = [...counts.values()].sort((a, b) => b - a);
  return first * second;
}

/** The rectangle around points, of which there must be one at least. */
export function around(places: readonly Point[]): Rect {
  const xs = places.map((place) => place.x);
  const ys = places.map((place) => place.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** Places from the midst of them outwards: the last are those that lie far off all others. */
export function outwards<P extends Point>(places: readonly P[]): P[] {
  const median = (numbers: number[]): number =>
    numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  const centre = { x: median(places.map(({ x }) => x)), y: median(places.map(({ y }) => y)) };
  const far = ({ x, y }: Point): number => Math.hypot(x - centre.x, y - centre.y);
  return [...places].sort((a, b) => far(a) - far(b));
}

/** Scene units from the middle of a counter to its edges. */
const COUNTER = 42;
/** By so many scene units a box to frame may grow at an edge. */
const GROWS = [0, 30, 60, 90, 120, 150, 180];
/** So much smaller at most is it shown then; all of that is worth about so many counters that are no longer cut. */
const LEAST = 0.85;
const WORTH = 2;

/** How a box would be shown: how large, and what of the scene is seen. */
export interface Framed {
  scale: number;
  room: Rect;
}

/**
 * A box that is to be framed, grown a little where fewer counters around it are cut then by the edges of what is seen.
 * `frame` says how a box would be shown.
 */
export function withFewCuts(box: Rect, counters: readonly Point[], frame: (box: Rect) => Framed): Rect {
  const { scale } = frame(box);
  const cost = (one: Rect): number => {
    const shown = frame(one);
    if (shown.scale < scale * LEAST) return Infinity;
    return cuts(shown.room, counters) + (WORTH * (1 - shown.scale / scale)) / (1 - LEAST);
  };
  const best = (from: Rect, grown: (low: number, high: number) => Rect): Rect => {
    let [found, least] = [from, cost(from)];
    for (const low of GROWS)
      for (const high of GROWS) {
        if (least === 0) return found;
        const one = grown(low, high);
        const now = cost(one);
        if (now < least) [found, least] = [one, now];
      }
    return found;
  };
  const tall = best(box, (low, high) => ({ ...box, y: box.y - low, height: box.height + low + high }));
  return best(tall, (low, high) => ({ ...tall, x: tall.x - low, width: tall.width + low + high }));
}

/** How many counters the edges of what is seen cut. */
function cuts(room: Rect, counters: readonly Point[]): number {
  const [outer, inner] = [widened(room, COUNTER), widened(room, -COUNTER)];
  return counters.filter((place) => isIn(place, outer) && !isIn(place, inner)).length;
}

function isIn({ x, y }: Point, box: Rect): boolean {
  return x > box.x && y > box.y && x < box.x + box.width && y < box.y + box.height;
}
