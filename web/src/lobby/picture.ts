import { Painter } from "../map/painter";
import type { GridData, GridHex, MapData, Scene, Text } from "../wire";

/** Layers that only help to play, or crowd a small picture: it does without. */
const WITHOUT = new Set(["numbers", "panel", "frame", "names.middle", "names.wide", "names.far"]);
/** Letters smaller than this, in pixels, only blur. */
const LEGIBLE = 9;
/** Scene units around the hexes that a scenario is about, and the pixels that a unit has at most. */
const AROUND = 100;
const CLOSEST = 1;

/** The scene as a picture at `scale` pixels a scene unit: without numbers, frame, and letters too small to read. */
export function pictureOf(scene: Scene, scale: number): Scene {
  const size = (item: Text): number =>
    (scene.letterings[item.lettering]?.size ?? 0) * (item.size ?? 1) * scale;
  return {
    ...scene,
    layers: scene.layers
      .filter((layer) => !WITHOUT.has(layer.name))
      .map((layer) => ({
        ...layer,
        items: layer.items.filter((item) => item.is !== "text" || size(item) >= LEGIBLE),
      })),
  };
}

/** A part of a map, in its units, and the pixels that a unit has. */
export interface View {
  x: number;
  y: number;
  width: number;
  height: number;
  scale: number;
}

/** The part of a map that fills a picture of this size: the hexes that its scenario is about (`frame`), with some room around
 * them; of a scenario about all of its map as much as has room, about the middle of what has a name there. */
export function covering(grid: GridData, width: number, height: number, frame: readonly number[] = []): View {
  const field = extent(grid.hexes);
  const about = new Set(frame);
  const framed = grid.hexes.filter((hex) => about.has(hex.id));
  const fills = Math.max(width / field.width, height / field.height);
  const part = framed.length > 0 ? extent(framed) : field;
  const shows = Math.min(width / (part.width + 2 * AROUND), height / (part.height + 2 * AROUND));
  const scale = Math.max(fills, Math.min(shows, CLOSEST));
  const [wide, high] = [width / scale, height / scale];
  const named = grid.hexes.filter((hex) => hex.name);
  const middle = (of: "x" | "y", usual: number): number => {
    if (framed.length > 0) return part[of] + part[of === "x" ? "width" : "height"] / 2;
    return named.length === 0 ? usual : named.reduce((sum, hex) => sum + hex[of], 0) / named.length;
  };
  const within = (from: number, length: number, size: number, centre: number): number =>
    Math.max(from, Math.min(centre - size / 2, from + length - size));
  return {
    x: within(field.x, field.width, wide, middle("x", field.x + field.width / 2)),
    y: within(field.y, field.height, high, middle("y", field.y + field.height / 2)),
    width: wide,
    height: high,
    scale,
  };
}

/** The rectangle in which all centres of hexes lie. */
function extent(hexes: readonly GridHex[]): Omit<View, "scale"> {
  const xs = hexes.map((hex) => hex.x);
  const ys = hexes.map((hex) => hex.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.max(...xs) - left),
    height: Math.max(1, Math.max(...ys) - top),
  };
}

/** Paint the map on a canvas of so many pixels, filling it. */
export async function paintPicture(
  canvas: HTMLCanvasElement,
  map: Pick<MapData, "scene" | "grid" | "frame">,
  width: number,
  height: number,
): Promise<void> {
  // A map without its lettering is better than none.
  await Promise.allSettled([...document.fonts].map((face) => face.load()));
  const view = covering(map.grid, width, height, map.frame);
  canvas.width = width;
  canvas.height = height;
  // In software: a drawing of so many small shapes takes a graphics processor far longer.
  const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
  if (!context) return;
  new Painter(pictureOf(map.scene, view.scale)).paint(context, view, view.scale);
}
