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
 * the window; over a very large target, in its lower right corner.
 */
export function bubblePlace(
  target: Box | null,
  bubble: { width: number; height: number },
  window: { width: number; height: number },
): Corner {
  const clampX = (x: number): number => Math.max(GAP, Math.min(x, window.width - bubble.width - GAP));
  const clampY = (y: number): number => Math.max(GAP, Math.min(y, window.height - bubble.height - GAP));
  // What is only read leaves the middle of the map free.
  if (!target) {
    const wide = window.width > 2 * bubble.width;
    return { left: wide ? GAP : clampX(window.width), top: clampY(wide ? TOP : window.height * 0.56) };
  }
  const middle = clampX(target.left + target.width / 2 - bubble.width / 2);
  const below = target.top + target.height + GAP;
  if (below + bubble.height + GAP <= window.height) return { left: middle, top: below };
  const above = target.top - GAP - bubble.height;
  if (above >= GAP) return { left: middle, top: above };
  // Neither fits: the target is as high as the window, such as the map. The corner to the lower right is left free.
  return {
    left: clampX(target.left + target.width - bubble.width - GAP),
    top: clampY(target.top + target.height - bubble.height - GAP),
  };
}

/**
 * Where a bubble goes that would lie at `place`: there, unless it covers something that may be chosen and another corner
 * of the field does not. It stays where it is (`now`) while nothing below it may be chosen: it does not hop about.
 */
export function freePlace(
  place: Corner,
  now: Corner | null,
  bubble: { width: number; height: number },
  field: Box,
  choices: readonly Point[],
): Corner {
  const covers = ({ left, top }: Corner): boolean =>
    choices.some(
      ({ x, y }) =>
        x > left - GAP && x < left + bubble.width + GAP && y > top - GAP && y < top + bubble.height + GAP,
    );
  const [left, top] = [field.left + GAP, field.top + GAP];
  const right = Math.max(left, field.left + field.width - bubble.width - GAP);
  const bottom = Math.max(top, field.top + field.height - bubble.height - GAP);
  const corners = [
    { left, top },
    { left: right, top },
    { left, top: bottom },
    { left: right, top: bottom },
  ];
  const known = now === null ? [place] : [now, place];
  return [...known, ...corners].find((one) => !covers(one)) ?? place;
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
