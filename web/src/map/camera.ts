/** Where the eye is: the scene point in the middle of the screen, and how many pixels a scene unit takes. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Rect extends Point, Size {}

/** Pixels of a scene unit beyond which there is nothing more to see: a hex of 300 pixels. */
export const MAX_SCALE = 3;

export function toScreen(camera: Camera, view: Size, point: Point): Point {
  return {
    x: (point.x - camera.x) * camera.scale + view.width / 2,
    y: (point.y - camera.y) * camera.scale + view.height / 2,
  };
}

export function toScene(camera: Camera, view: Size, point: Point): Point {
  return {
    x: (point.x - view.width / 2) / camera.scale + camera.x,
    y: (point.y - view.height / 2) / camera.scale + camera.y,
  };
}

export function widened(box: Rect, by: number): Rect {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
}

/** The camera that shows all of `box`, `margin` pixels from the edges of the screen, no closer than `most`. */
export function fit(box: Rect, view: Size, margin = 24, most = MAX_SCALE): Camera {
  const scale = Math.min(
    Math.max(1, view.width - 2 * margin) / box.width,
    Math.max(1, view.height - 2 * margin) / box.height,
    most,
  );
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, scale };
}

/** Pixels along each edge of the screen that something lies over. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export const BARE: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/** What of the screen is free. */
export function free(view: Size, insets: Insets): Rect {
  return {
    x: insets.left,
    y: insets.top,
    width: Math.max(1, view.width - insets.left - insets.right),
    height: Math.max(1, view.height - insets.top - insets.bottom),
  };
}

/** The camera that shows all of `box` on the part of the screen that is free. */
export function fitInto(box: Rect, view: Size, insets: Insets, margin = 24, most = MAX_SCALE): Camera {
  const room = free(view, insets);
  const camera = fit(box, room, margin, most);
  return {
    scale: camera.scale,
    x: camera.x - (room.x + room.width / 2 - view.width / 2) / camera.scale,
    y: camera.y - (room.y + room.height / 2 - view.height / 2) / camera.scale,
  };
}

/**
 * The camera nearest to `camera` that shows all of `box` on the free part of the screen: moved no further than needed,
 * and further away, down to `least`, only if the box is too large.
 */
export function covering(
  camera: Camera,
  view: Size,
  box: Rect,
  { insets = BARE, least = 0, margin = 24 }: { insets?: Insets; least?: number; margin?: number } = {},
): Camera {
  const room = free(view, insets);
  const scale = Math.max(least, Math.min(camera.scale, fit(box, room, margin).scale));
  const axis = (along: "x" | "y", span: "width" | "height"): number => {
    // Where the middle of the screen may be, so that the box lies between the margins of what is free.
    const half = view[span] / 2;
    const low = box[along] + box[span] - (room[along] + room[span] - margin - half) / scale;
    const high = box[along] - (room[along] + margin - half) / scale;
    return low > high ? (low + high) / 2 : Math.min(high, Math.max(low, camera[along]));
  };
  return {
    scale,
    x: axis("x", "width"),
    y: axis("y", "height"),
  };
}

/** Zoom by `factor` so that what is under `at` (screen) stays there. */
export function zoomAt(camera: Camera, view: Size, at: Point, factor: number, box: Rect): Camera {
  const least = fit(box, view).scale * 0.9;
  const scale = Math.min(MAX_SCALE, Math.max(Math.min(least, MAX_SCALE), camera.scale * factor));
  const fixed = toScene(camera, view, at);
  const moved = {
    scale,
    x: fixed.x - (at.x - view.width / 2) / scale,
    y: fixed.y - (at.y - view.height / 2) / scale,
  };
  return keepOn(moved, view, box);
}

/** Move by pixels of the screen. */
export function pan(camera: Camera, view: Size, dx: number, dy: number, box: Rect): Camera {
  return keepOn({ ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale }, view, box);
}

/**
 * The same camera, moved so far that the map fills the screen, or stands in its middle where it is smaller. `beyond`
 * is the share of the screen that may lie past the edge, so that hexes there can be brought clear of panels.
 */
export function keepOn(camera: Camera, view: Size, box: Rect, beyond = 0.3): Camera {
  return {
    scale: camera.scale,
    x: keepAxis(camera.x, view.width / camera.scale, box.x, box.width, beyond),
    y: keepAxis(camera.y, view.height / camera.scale, box.y, box.height, beyond),
  };
}

function keepAxis(at: number, seen: number, start: number, length: number, beyond: number): number {
  const spare = Math.min(seen, length) * beyond;
  if (seen >= length + 2 * spare) return start + length / 2;
  return Math.min(start + length + spare - seen / 2, Math.max(start - spare + seen / 2, at));
}

/** The same camera without what lies beyond the first of these areas, or at least beyond the last: there is nothing to see,
 * unless `box` would be covered otherwise. */
export function filling(
  camera: Camera,
  view: Size,
  box: Rect,
  { insets, least, areas }: { insets: Insets; least: number; areas: readonly [Rect, Rect] },
): Camera {
  const isClear = (one: Camera): boolean =>
    isNear(covering(one, view, box, { insets, least, margin: 0 }), one);
  const [onField, onBox] = [keepOn(camera, view, areas[0], 0), keepOn(camera, view, areas[1], 0)];
  // What lies over one edge may leave the other way free.
  const ways = [onField, { ...onBox, y: onField.y }, { ...onBox, x: onField.x }, onBox];
  return ways.find(isClear) ?? keepOn(camera, view, areas[1]);
}

/** Whether two cameras show the same place, to less than a scene unit. */
export function isNear(one: Camera, other: Camera): boolean {
  return Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1;
}

/**
 * The same camera on a screen that was of another size `before`: if it showed nothing beyond the hexes (`field`), it
 * shows nothing beyond them now, so that new room is theirs.
 */
export function resized(camera: Camera, before: Size, view: Size, field: Rect, box: Rect): Camera {
  const onField = keepOn(camera, view, field, 0);
  return isNear(keepOn(camera, before, field, 0), camera) ? onField : keepOn(camera, view, box);
}

/** The same camera where the map is shown in another part of the window (`now`): all stays under the same point of it. */
export function stayed(camera: Camera, before: Rect, now: Rect): Camera {
  return {
    scale: camera.scale,
    x: camera.x + (now.x + now.width / 2 - before.x - before.width / 2) / camera.scale,
    y: camera.y + (now.y + now.height / 2 - before.y - before.height / 2) / camera.scale,
  };
}

/** What of the scene is on screen. */
export function seen(camera: Camera, view: Size): Rect {
  const width = view.width / camera.scale;
  const height = view.height / camera.scale;
  return { x: camera.x - width / 2, y: camera.y - height / 2, width, height };
}

/** What of the scene is on the part of the screen that is free. */
export function unhidden(camera: Camera, view: Size, insets: Insets): Rect {
  const room = free(view, insets);
  return {
    ...toScene(camera, view, room),
    width: room.width / camera.scale,
    height: room.height / camera.scale,
  };
}

/** Whether a scene point lies on screen, at least `margin` pixels from its edges. */
export function isSeen(camera: Camera, view: Size, point: Point, margin = 0): boolean {
  const at = toScreen(camera, view, point);
  return at.x >= margin && at.y >= margin && at.x <= view.width - margin && at.y <= view.height - margin;
}

/** How much smaller all is drawn than before, for it to be worth going back. */
const SMALLER = 0.75;

/**
 * Whether to go back to where the eye was (`left`) from where it is now, for what may be chosen at these `places`: because
 * some of it could be seen there alone, or all that is seen now, and larger.
 */
export function isBetter(left: Camera, now: Camera, view: Size, places: readonly Point[]): boolean {
  const there = places.map((place) => isSeen(left, view, place, 20));
  const here = places.map((place) => isSeen(now, view, place, 20));
  if (!there.includes(true)) return false;
  if (there.some((seen, index) => seen && !here[index])) return true;
  return now.scale < left.scale * SMALLER && here.every((seen, index) => !seen || there[index]);
}

/** A camera between two, `t` from 0 to 1; zooming is even to the eye. */
export function between(from: Camera, to: Camera, t: number): Camera {
  return {
    x: from.x + (to.x - from.x) * t,
    y: from.y + (to.y - from.y) * t,
    scale: from.scale * (to.scale / from.scale) ** t,
  };
}

/** The point in the middle of a rectangle. */
export function middle(box: Rect): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The part of a rectangle that lies in another. */
export function within(box: Rect, outer: Rect): Rect {
  const [x, y] = [Math.max(box.x, outer.x), Math.max(box.y, outer.y)];
  return {
    x,
    y,
    width: Math.min(box.x + box.width, outer.x + outer.width) - x,
    height: Math.min(box.y + box.height, outer.y + outer.height) - y,
  };
}
