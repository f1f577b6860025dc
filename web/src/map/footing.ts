import {
  BARE,
  covering,
  isSeen,
  keepOn,
  resized,
  stayed,
  widened,
  type Camera,
  type Insets,
  type Point,
  type Rect,
  type Size,
} from "./camera";
import type { Place } from "./detours";
import { around } from "./front";

/** Scene units around the middle of a hex within which all of it lies. */
const HEX = 55;

/** Where in the window the map is shown, and how large the window is. */
export interface Room {
  readonly at: Rect;
  readonly window: Size;
}

/** A bar above or below the map that has another line of buttons or words, or one less, is so much higher at most. */
const LINES = 80;

function isSameWindow({ window: before }: Room, { window: now }: Room): boolean {
  return before.width === now.width && before.height === now.height;
}

/** Whether of its height the map has only given room to a bar that has another line, or got it back. Often a panel comes or
 * goes beside it in the same moment. */
export function isBar(before: Room, now: Room): boolean {
  return isSameWindow(before, now) && Math.abs(before.at.height - now.at.height) <= LINES;
}

/** Whether the map is as high as before, in the same window. */
export function keepsHeight(before: Room, now: Room): boolean {
  return isSameWindow(before, now) && before.at.y === now.at.y && before.at.height === now.at.height;
}

/** The camera nearest to this one in whose view none of the `kept` places is cut off, nor who stands next to it; at the same
 * scale. It stays where each of them is seen as a whole, or there is no room for all of them. */
export function keeping(camera: Camera, view: Size, kept: readonly Point[]): Camera {
  if (kept.every((place) => isSeen(camera, view, place, HEX * camera.scale))) return camera;
  const box = widened(around(kept), HEX);
  if (box.width * camera.scale > view.width || box.height * camera.scale > view.height) return camera;
  return covering(camera, view, widened(box, 2 * HEX), { insets: BARE, least: camera.scale });
}

/** What bounds how the map may lie: the hexes, all that is printed, and places that no panel may cut off. */
export interface Bounds {
  readonly field: Rect;
  readonly box: Rect;
  readonly kept: readonly Point[];
}

/**
 * Panels come and go beside the map, and it lies under the same point of the window as before, unless they would cut off what is
 * to be kept; it has not moved at all once the last of them is gone.
 */
export class Footing {
  private lay: { camera: Camera; room: Room; pushed: Point } | null = null;

  /** The map was moved for another reason than its room: that is where it lies now. */
  lift(): void {
    this.lay = null;
  }

  /** Where the eye is in another room. A window that changes its own size keeps what is in its middle there. */
  settle(camera: Camera, before: Room, now: Room, { field, box, kept }: Bounds): Camera {
    if (!isSameWindow(before, now)) {
      this.lay = null;
      return resized(camera, before.at, now.at, field, box);
    }
    this.lay ??= { camera, room: before, pushed: { x: 0, y: 0 } };
    const { lay } = this;
    const { at } = lay.room;
    const isAlone = at.x === now.at.x && at.width === now.at.width;
    if (isAlone) lay.pushed = { x: 0, y: 0 };
    if (isAlone && at.y === now.at.y && at.height === now.at.height) return lay.camera;
    const stays = keepOn(stayed(lay.camera, at, now.at), now.at, box);
    const put = { ...stays, x: stays.x + lay.pushed.x, y: stays.y + lay.pushed.y };
    // Where somebody looks elsewhere, no panel has cut it off.
    const seen = kept.filter((place) => isSeen(lay.camera, at, place));
    const clear = keeping(put, now.at, seen);
    // What was pushed aside for it stays there as long as the panel does: the map does not jump to and fro.
    lay.pushed = { x: clear.x - stays.x, y: clear.y - stays.y };
    return clear;
  }
}

/** What lies over the edges of the map, and what of it stays there. */
export interface Over {
  readonly insets: Insets;
  readonly lasting: Insets;
}

/** Whether as much lies over every edge. */
export function sameEdges(one: Insets, other: Insets): boolean {
  return (["top", "right", "bottom", "left"] as const).every((edge) => one[edge] === other[edge]);
}

/** Where the map lay before it gave way to a card or a list that lies over it: it goes back when that is put away. */
export class GivingWay {
  private gave: { from: Place; to: Over } | null = null;

  /** The map gives way. Of several times only the first counts. */
  note(from: Place, to: Over): void {
    this.gave ??= { from, to };
  }

  /** What lies over the map now: where the map lay before, if that is less than what it gave way to; null if not. */
  back(over: Over): Place | null {
    const { gave } = this;
    if (!gave || !hasShrunk(gave.to, over)) return null;
    this.gave = null;
    return gave.from;
  }

  /** The map stays where it is. */
  forget(): void {
    this.gave = null;
  }
}

/** Whether less lies over an edge. The choices below come and go with every order: they do not count. */
function hasShrunk(before: Over, now: Over): boolean {
  const below = ({ insets, lasting }: Over): number => insets.bottom - lasting.bottom;
  return (
    below(now) < below(before) ||
    (["top", "right", "left"] as const).some((edge) => now.insets[edge] < before.insets[edge])
  );
}
