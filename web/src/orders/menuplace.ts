/** A point of the map on the screen. */
export interface Point {
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}

/** Scene units from the middle of a hex to its edge. */
export const HEX = 46;
/** Pixels between what was clicked and the menu beside it. */
const GAP = 46;
/** Pixels around a place within which a click would miss it. */
const NEAR = 14;
/** Pixels that stay free at the edges of the map; the buttons on it take up more at its right. */
const EDGE = 8;
const TOOLS = 64;

/** So far from what was clicked the menu may lie, in steps of `GAP`: the nearest where it is out of the way. */
const STEPS = [1, 2, 3, 4, 5];

/**
 * Where the menu beside a place lies, by its upper left corner: where the fewest of what can be chosen on the map would be
 * missed by a click, then where it covers the least of their hexes; at the right, if all are the same.
 *
 * @param hex pixels from the middle of a hex to its edge.
 */
export function menuPlace(at: Point, menu: Size, room: Size, choices: readonly Point[], hex = NEAR): Point {
  const { width, height } = menu;
  const places = STEPS.flatMap((step) => [
    { x: at.x + step * GAP, y: at.y - height / 2 },
    { x: at.x - step * GAP - width, y: at.y - height / 2 },
    { x: at.x - width / 2, y: at.y - step * GAP - height },
    { x: at.x - width / 2, y: at.y + step * GAP },
    // Slantwise there may be room where a front bends.
    ...[-1, 1].flatMap((way) => {
      const y = way < 0 ? at.y - step * GAP - height : at.y + step * GAP;
      return [
        { x: at.x + GAP, y },
        { x: at.x - GAP - width, y },
      ];
    }),
  ]).map(({ x, y }) => ({
    x: Math.max(EDGE, Math.min(room.width - TOOLS - EDGE - width, x)),
    y: Math.max(EDGE, Math.min(room.height - EDGE - height, y)),
  }));
  const points = [at, ...choices];
  const least = Math.min(...places.map((place) => hiding(place, menu, points, NEAR)));
  const open = places.filter((place) => hiding(place, menu, points, NEAR) === least);
  return leastHiding(open, menu, points, Math.max(NEAR, hex));
}

/** How many points are hidden by something with this upper left corner, or are nearer to it than `near`. */
function hiding({ x, y }: Point, { width, height }: Size, points: readonly Point[], near: number): number {
  return points.filter(
    (one) => one.x > x - near && one.x < x + width + near && one.y > y - near && one.y < y + height + near,
  ).length;
}

/** Of several places for something, by its upper left corner, the first where it hides the fewest of these points. */
export function leastHiding(
  places: readonly Point[],
  size: Size,
  points: readonly Point[],
  near = NEAR,
): Point {
  const hidden = (place: Point): number => hiding(place, size, points, near);
  return places.reduce((best, one) => (hidden(one) < hidden(best) ? one : best));
}
