import type { Point } from "../../map/camera";

/** A rectangle on screen. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The corner to the upper left of a rectangle on screen. */
export interface Corner {
  left: number;
  top: number;
}

const GAP = 14;
/** Below the bar at the top. */
const TOP = 60;

/**
 * Where a bubble of the given size goes so that it does not cover its target: above or below it, or beside it, within
 * the window; over a very large target, in its lower right corner. Of all that is asked below the map, which ends at
 * `floor`, it covers nothing.
 */
export function bubblePlace(
  target: Box | null,
  bubble: { width: number; height: number },
  window: { width: number; height: number },
  floor: number = window.height,
): Corner {
  const clampX = (x: number): number => Math.max(GAP, Math.min(x, window.width - bubble.width - GAP));
  const clampY = (y: number): number => Math.max(GAP, Math.min(y, window.height - bubble.height - GAP));
  // What is only read leaves the middle of the map free.
  if (!target) {
    const wide = window.width > 2 * bubble.width;
    const top = wide ? TOP : Math.min(window.height * 0.56, floor - bubble.height - GAP);
    return { left: wide ? GAP : clampX(window.width), top: clampY(top) };
  }
  const middle = clampX(target.left + target.width / 2 - bubble.width / 2);
  const below = target.top + target.height + GAP;
  if (below + bubble.height + GAP <= window.height) return { left: middle, top: below };
  const above = Math.min(target.top, floor) - GAP - bubble.height;
  if (above >= GAP) return { left: middle, top: above };
  // Neither fits: the target is as high as the window, such as the map. The corner to the lower right is left free.
  return {
    left: clampX(target.left + target.width - bubble.width - GAP),
    top: clampY(target.top + target.height - bubble.height - GAP),
  };
}

/** It hides so many places more than it needs to before it goes elsewhere: it does not hop about. */
const PATIENCE = 1;

/** What the place of a bubble depends on. */
export interface Around {
  /** Where it lies now; null where it is not there yet. */
  now: Corner | null;
  bubble: { width: number; height: number };
  /** Where the map is. */
  field: Box;
  /** Where something may be chosen. */
  choices: readonly Point[];
  cards?: Box | null;
  /** Where something is worth looking at. */
  sights?: readonly Point[];
}

/**
 * Where a bubble goes that would lie at `place`: there, unless it covers something that may be chosen, or the cards, and a
 * corner of the field does not; of those, where it hides the least of what is worth looking at (`sights`), the lower
 * corners first. It stays where it is (`now`) while it lies well.
 */
export function freePlace(
  place: Corner,
  { now, bubble, field, choices, cards = null, sights = [] }: Around,
): Corner {
  const lies = ({ left, top }: Corner): Box => ({ left, top, ...bubble });
  const over = (one: Corner, points: readonly Point[]): number =>
    points.filter(({ x, y }) => meet(lies(one), { left: x, top: y, width: 0, height: 0 }, GAP)).length;
  const [left, top] = [field.left + GAP, field.top + GAP];
  const right = Math.max(left, field.left + field.width - bubble.width - GAP);
  const bottom = Math.max(top, field.top + field.height - bubble.height - GAP);
  const corners = [
    { left, top: bottom },
    { left: right, top: bottom },
    { left, top },
    { left: right, top },
  ];
  const inside = now !== null && now.left >= left && now.left <= right && now.top >= top && now.top <= bottom;
  const open = [...(inside ? [now, place] : [place]), ...corners].filter((one) => over(one, choices) === 0);
  const beside = open.filter((one) => cards === null || !meet(lies(one), cards, 0));
  const [first, ...others] = (beside.length > 0 ? beside : open).map((at) => ({
    at,
    hides: over(at, sights),
  }));
  if (!first) return place;
  const best = others.reduce((least, one) => (one.hides < least.hides ? one : least), first);
  return first.at === now && first.hides <= best.hides + PATIENCE ? now : best.at;
}

/** Whether two boxes have something in common, or lie closer together than `apart`. */
function meet(one: Box, other: Box, apart: number): boolean {
  return (
    one.left < other.left + other.width + apart &&
    other.left < one.left + one.width + apart &&
    one.top < other.top + other.height + apart &&
    other.top < one.top + one.height + apart
  );
}

/** So far outside of what it shows a frame runs. */
const AROUND = 4;

/** The frame around a box: outside of it, and within the window. */
export function framed(box: Box, window: { width: number; height: number }): Box {
  const left = Math.max(0, box.left - AROUND);
  const top = Math.max(0, box.top - AROUND);
  return {
    left,
    top,
    width: Math.min(window.width, box.left + box.width + AROUND) - left,
    height: Math.min(window.height, box.top + box.height + AROUND) - top,
  };
}

/** The box around boxes; null when there is none. */
export function around(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  return {
    left,
    top,
    width: Math.max(...boxes.map((box) => box.left + box.width)) - left,
    height: Math.max(...boxes.map((box) => box.top + box.height)) - top,
  };
}
