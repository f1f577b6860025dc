/** A rectangle on screen. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 14;

/**
 * Where a bubble of the given size goes so that it does not cover its target: above or below it, or beside it, within
 * the window; over a very large target, near its upper edge.
 */
export function bubblePlace(
  target: Box | null,
  bubble: { width: number; height: number },
  window: { width: number; height: number },
): { left: number; top: number } {
  const clampX = (x: number): number => Math.max(GAP, Math.min(x, window.width - bubble.width - GAP));
  const clampY = (y: number): number => Math.max(GAP, Math.min(y, window.height - bubble.height - GAP));
  if (!target) {
    return {
      left: clampX((window.width - bubble.width) / 2),
      top: clampY((window.height - bubble.height) / 2),
    };
  }
  const middle = clampX(target.left + target.width / 2 - bubble.width / 2);
  const below = target.top + target.height + GAP;
  if (below + bubble.height + GAP <= window.height) return { left: middle, top: below };
  const above = target.top - GAP - bubble.height;
  if (above >= GAP) return { left: middle, top: above };
  // Neither fits: the target is as high as the window, such as the map. A corner of it leaves the middle free.
  return { left: clampX(target.left + GAP), top: clampY(target.top + GAP) };
}
