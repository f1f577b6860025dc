import type { Point, Rect, Size } from "./camera";

/** A piece as far as finding the front goes: where it stands, and for whom. */
export interface Standing {
  at: Point;
  side: number | null;
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
