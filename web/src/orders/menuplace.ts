/** A point of the map on the screen. */
export interface Point {
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}

/** Pixels between what was clicked and the menu beside it. */
const GAP = 46;
/** Pixels around a place within which a click would miss it. */
const NEAR = 14;
/** Pixels that stay free at the edges of the map; the buttons on it take up more at its right. */
const EDGE = 8;
const TOOLS = 64;

/**
 * Where the menu beside a place lies, by its upper left corner: on the side where it covers the fewest of what can be
 * chosen on the map; at the right, if all are the same.
 */
export function menuPlace(at: Point, menu: Size, room: Size, choices: readonly Point[]): Point {
  const { width, height } = menu;
  const sides = [
    { x: at.x + GAP, y: at.y - height / 2 },
    { x: at.x - GAP - width, y: at.y - height / 2 },
    { x: at.x - width / 2, y: at.y - GAP - height },
    { x: at.x - width / 2, y: at.y + GAP },
    { x: at.x + 3 * GAP, y: at.y - height / 2 },
    { x: at.x - 3 * GAP - width, y: at.y - height / 2 },
    { x: at.x - width / 2, y: at.y - 3 * GAP - height },
    { x: at.x - width / 2, y: at.y + 3 * GAP },
  ].map(({ x, y }) => ({
    x: Math.max(EDGE, Math.min(room.width - TOOLS - EDGE - width, x)),
    y: Math.max(EDGE, Math.min(room.height - EDGE - height, y)),
  }));
  return leastHiding(sides, menu, [at, ...choices]);
}

/** Of several places for something, by its upper left corner, the first where it hides the fewest of these points. */
export function leastHiding(
  places: readonly Point[],
  { width, height }: Size,
  points: readonly Point[],
  near = NEAR,
): Point {
  const hidden = ({ x, y }: Point): number =>
    points.filter(
      (one) => one.x > x - near && one.x < x + width + near && one.y > y - near && one.y < y + height + near,
    ).length;
  return places.reduce((best, one) => (hidden(one) < hidden(best) ? one : best));
}
