/** A rectangle on screen. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
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
): { left: number; top: number } {
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
