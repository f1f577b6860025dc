import type { Point } from "./camera";

/** Whether a point lies within a ring drawn by hand, whose ends are joined. */
export function encloses(ring: readonly Point[], point: Point): boolean {
  let inside = false;
  for (const [index, a] of ring.entries()) {
    const b = ring[(index + 1) % ring.length] ?? a;
    if (a.y > point.y === b.y > point.y) continue;
    if (point.x < a.x + ((point.y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
  }
  return inside;
}

/** What stands within a ring, in the order in which it is given. */
export function caught<T>(ring: readonly Point[], things: readonly (T & Point)[]): T[] {
  return ring.length < 3 ? [] : things.filter((one) => encloses(ring, one));
}
