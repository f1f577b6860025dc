import { Texture } from "pixi.js";

/** Sizes in pixels in which counters are drawn; the next larger one is shown. */
const BUCKETS = [40, 56, 80, 112, 160, 224, 320];

/** The size of the picture for what needs so many pixels a side: a little less than that will do. */
export function pictureSize(needed: number): number {
  return BUCKETS.find((size) => size >= needed * 0.94) ?? BUCKETS.at(-1) ?? 320;
}

/**
 * Let a picture go that nothing shows any more, and its memory at once. What waits for the browser to collect it makes it
 * collect every second or so, in the middle of a movement.
 */
export function release(texture: Texture): void {
  const picture: unknown = texture.source.resource;
  texture.destroy(true);
  if (picture instanceof ImageBitmap) picture.close();
  else if (picture instanceof HTMLCanvasElement) picture.width = picture.height = 0;
}

/** A picture of so many pixels a side. */
export function drawn(side: number, draw: (context: CanvasRenderingContext2D) => void): Texture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context) draw(context);
  const texture = Texture.from(canvas, true);
  texture.source.autoGenerateMipmaps = true;
  texture.source.scaleMode = "linear";
  texture.source.updateMipmaps();
  return texture;
}
