import type { Point, Rect, Size } from "./camera";
import { TOOLS } from "./narrow";

/** Where the hex card lies: in which corner of the map, and how high it may be there. */
export interface CardPlace {
  right: boolean;
  top: boolean;
  most: number;
}

/** Pixels between the card and the edges of the map. */
const EDGE = 12;
/** What is said above a hex takes up so much. */
const SAID = 66;
/** The card is never lower than this. */
const LEAST = 90;

/**
 * The corner in which the card hides the least of what may be chosen, and never the hex that it tells of: where that
 * cannot be had (on a phone), the card is above or below the hex, and no higher than there is room.
 *
 * `card` is as large as it would like to be, `own` is its hex, with all of the stack that is fanned out there;
 * below the map `tray` pixels are taken, above it the buttons if they stand in a `row`. `other` is how large another
 * card is that lies in the lower left corner, `guide` where the bubble of a guide lies: this one lies over neither
 * unless there is room nowhere else.
 */
export function cardPlace(
  map: Size,
  card: Size,
  own: Rect,
  choices: readonly Point[],
  tray: number,
  row = false,
  other: Size = { width: 0, height: 0 },
  guide: Rect | null = null,
): CardPlace {
  const highest = row ? TOOLS : EDGE;
  const corners = [
    { right: false, top: false },
    { right: true, top: false },
    { right: false, top: true },
    { right: true, top: true },
  ].map((corner) => {
    const left = corner.right ? map.width - card.width - (corner.top && !row ? TOOLS : EDGE) : EDGE;
    const up = corner.top ? highest : map.height - tray - EDGE - card.height;
    const covers = ({ x, y, width, height }: Rect): boolean =>
      left < x + width && left + card.width > x && up < y + height && up + card.height > y;
    return {
      ...corner,
      most: card.height,
      own:
        covers(own) ||
        (left < EDGE + other.width && up + card.height > map.height - tray - EDGE - other.height) ||
        (guide !== null && covers(guide)),
      hides: choices.filter((at) => covers({ ...at, width: 0, height: 0 })).length,
    };
  });
  const free = corners.filter((corner) => !corner.own).sort((a, b) => a.hides - b.hides)[0];
  if (free) return { right: free.right, top: free.top, most: free.most };
  const above = own.y - SAID - highest;
  const below = map.height - tray - other.height - EDGE - own.y - own.height;
  return {
    right: false,
    top: above > below,
    most: Math.max(LEAST, Math.min(card.height, Math.max(above, below))),
  };
}
