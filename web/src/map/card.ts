import type { Point, Rect, Size } from "./camera";
import { TOOLS } from "./narrow";

/** Where the hex card lies: in which corner of the map, how far from the edge above where it is at the top, and how high it may
 * be there. */
export interface CardPlace {
  right: boolean;
  top: boolean;
  from: number;
  most: number;
}

/** What the place of the hex card depends on, in pixels from the corner of the map. */
export interface Lying {
  map: Size;
  /** As large as it would like to be. */
  card: Size;
  /** Its hex, with all of the stack that is fanned out there. */
  own: Rect;
  /** Where something may be chosen. */
  choices: readonly Point[];
  /** How much of the map the choices below it take. */
  tray: number;
  /** Whether the buttons stand in a row above. */
  row?: boolean;
  /** How large another card is that lies in the lower left corner. */
  other?: Size;
  /** Where anything else lies that is to be read, as the odds of an attack or the bubble of a guide. */
  taken?: readonly Rect[];
  /** Whether it is as low as it may be rather than over a choice, as on a phone while an order is begun. */
  brief?: boolean;
}

/** Pixels between the card and the edges of the map. */
const EDGE = 12;
/** What is said above a hex takes up so much. */
const SAID = 66;
/** How high the column of buttons is that stands at the upper right where they are no row; to hide some of them is as bad as to
 * hide so many choices. */
const COLUMN = 160;
const BUTTONS = 4;
/** So far below something else it begins. */
const BELOW = 6;
/** So far below a stack that is fanned out, whose edges are touched, too. */
const APART = 4;
/** The card is never lower than this. */
const LEAST = 90;

/**
 * The corner in which the card hides the least of what may be chosen, and never the hex that it tells of: where that
 * cannot be had (on a phone), the card is above or below the hex, and no higher than there is room.
 *
 * It lies over nothing that is `taken` unless there is room nowhere else; it may lie below it.
 */
export function cardPlace(lying: Lying): CardPlace {
  const { map, card, own, choices, tray, row = false, brief = false } = lying;
  const { other = { width: 0, height: 0 }, taken = [] } = lying;
  const highest = row ? TOOLS : EDGE;
  const starts = [highest, ...taken.map(({ y, height }) => y + height + BELOW).sort((a, b) => a - b)];
  const corners = [
    { right: false, top: false, from: highest },
    { right: true, top: false, from: highest },
    ...starts.flatMap((from) => [false, true].map((right) => ({ right, top: true, from }))),
  ].map((corner) => {
    const left = corner.right ? map.width - card.width - (corner.top && !row ? TOOLS : EDGE) : EDGE;
    const up = corner.top ? corner.from : map.height - tray - EDGE - card.height;
    const covers = ({ x, y, width, height }: Rect): boolean =>
      left < x + width && left + card.width > x && up < y + height && up + card.height > y;
    return {
      ...corner,
      most: card.height,
      own:
        covers(own) ||
        (left < EDGE + other.width && up + card.height > map.height - tray - EDGE - other.height) ||
        taken.some(covers) ||
        up + card.height > map.height - tray,
      hides:
        choices.filter((at) => covers({ ...at, width: 0, height: 0 })).length +
        (!row && covers({ x: map.width - TOOLS, y: 0, width: TOOLS, height: COLUMN }) ? BUTTONS : 0),
    };
  });
  const free = corners.filter((corner) => !corner.own).sort((a, b) => a.hides - b.hides)[0];
  const place: CardPlace = free
    ? { right: free.right, top: free.top, from: free.from, most: free.most }
    : squeezed();
  const up = place.top ? place.from : map.height - tray - EDGE - place.most;
  // Where it is squeezed in, it lies at the left.
  const hides = free
    ? free.hides > 0
    : choices.some(({ x, y }) => x > EDGE && x < EDGE + card.width && y > up && y < up + place.most);
  return brief && hides && card.height > LEAST
    ? cardPlace({ ...lying, card: { ...card, height: LEAST }, brief: false })
    : place;

  /** Above or below its hex. */
  function squeezed(): CardPlace {
    const from = starts.findLast((start) => start + LEAST < own.y - SAID) ?? highest;
    const above = own.y - SAID - from;
    const below = map.height - tray - other.height - EDGE - own.y - own.height - APART;
    return {
      right: false,
      top: above > below,
      from,
      most: Math.max(LEAST, Math.min(card.height, Math.max(above, below))),
    };
  }
}
