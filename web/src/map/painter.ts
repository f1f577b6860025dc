import type { Layer, Lettering, Outline, Paint, Scene, Stamps, Text } from "../wire";
import type { Rect } from "./camera";
import type { Aside } from "./names";

/** The type faces of the printed map: family, weight, slope (see `phaseline.atlas.draw.faces`). */
const FACES: Record<string, { family: string; weight: number; italic?: boolean; fallback: string }> = {
  narrow: { family: "Barlow Condensed", weight: 400, fallback: "sans-serif" },
  plain: { family: "Barlow Semi Condensed", weight: 500, fallback: "sans-serif" },
  strong: { family: "Barlow Semi Condensed", weight: 600, fallback: "sans-serif" },
  book: { family: "EB Garamond", weight: 500, fallback: "serif" },
  title: { family: "EB Garamond", weight: 600, fallback: "serif" },
  water: { family: "EB Garamond", weight: 500, italic: true, fallback: "serif" },
};

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

interface Drawn {
  /** What it covers, so that it can be left out where it does not show. */
  box: Rect | null;
  draw(context: Context): void;
}

interface Prepared {
  clips: Path2D[];
  /** What the clips cover, where that is known. */
  bounds: (Rect | null)[];
  items: Drawn[];
}

/** Whether a layer belongs to a picture of so many pixels a scene unit (see `phaseline.atlas.draw.scene.shows`). */
export function shows(layer: Layer, scale: number): boolean {
  const { least = 0, below = 0 } = layer;
  return least <= scale && (below === 0 || scale < below);
}

/**
 * Draws a printed map on a canvas, any part at any size. It means the same as the SVG of `phaseline.atlas.draw.svg`.
 *
 * Runs in a worker as well as on the page: it needs only a 2D context and `Path2D`.
 */
export class Painter {
  private readonly paths = new Map<string, Path2D>();
  private readonly layers = new Map<Layer, Prepared>();
  private aside: readonly Aside[] = [];

  constructor(private readonly scene: Scene) {}

  /** Print these texts elsewhere than the map has them, and all others where it has. */
  setAside(aside: readonly Aside[]): void {
    for (const { layer } of [...this.aside, ...aside]) {
      const changed = this.scene.layers[layer];
      if (changed) this.layers.delete(changed);
    }
    this.aside = aside;
  }

  /**
   * Draw the part `view` of the scene, at `scale` pixels a scene unit, from the upper left corner of the canvas.
   * `detail` are the pixels a scene unit as the eye sees them, where the screen has more: they decide what is shown.
   */
  paint(context: Context, view: Rect, scale: number, detail = scale): void {
    context.save();
    context.fillStyle = this.scene.ground;
    context.fillRect(0, 0, Math.ceil(view.width * scale), Math.ceil(view.height * scale));
    context.scale(scale, scale);
    context.translate(-view.x, -view.y);
    for (const layer of this.scene.layers) {
      if (!shows(layer, detail)) continue;
      const { clips, bounds, items: all } = this.prepared(layer);
      if (!bounds.every((box) => box === null || meets(box, view))) continue;
      const items = all.filter((item) => item.box === null || meets(item.box, view));
      if (items.length === 0) continue;
      context.save();
      for (const clip of clips) context.clip(clip);
      for (const item of items) item.draw(context);
      context.restore();
    }
    context.restore();
  }

  /** What it takes to draw a layer, made when it is drawn for the first time. */
  private prepared(layer: Layer): Prepared {
    let found = this.layers.get(layer);
    if (!found) {
      const index = this.scene.layers.indexOf(layer);
      const moved = new Map(
        this.aside
          .filter((one) => one.layer === index)
          .map(({ item, x, y, anchor, hidden }) => [item, hidden ? null : { x, y, anchor }]),
      );
      const clips = (layer.clip ?? []).map((name) => this.scene.paths[name] ?? "");
      found = {
        clips: clips.map((d) => this.path(d)),
        bounds: clips.map(boxOf),
        items: layer.items.flatMap((item, number) => {
          if (item.is === "outline") return [this.outline(item)];
          if (item.is === "stamps") return this.stamps(item);
          const place = moved.get(number);
          return place === null ? [] : [this.text({ ...item, ...place })];
        }),
      };
      this.layers.set(layer, found);
    }
    return found;
  }

  private path(d: string): Path2D {
    let path = this.paths.get(d);
    if (!path) {
      path = new Path2D(d);
      this.paths.set(d, path);
    }
    return path;
  }

  private outline(item: Outline): Drawn {
    const d = item.d.startsWith("#") ? (this.scene.paths[item.d.slice(1)] ?? "") : item.d;
    const paint = this.scene.paints[item.paint] ?? {};
    const path = this.path(d);
    return {
      box: grown(boxOf(d), (paint.width ?? 0) / 2 + 1),
      draw: (context) => {
        fillAndStroke(context, path, paint);
      },
    };
  }

  private stamps(item: Stamps): Drawn[] {
    const parts = (this.scene.symbols[item.symbol] ?? []).map((outline) => ({
      path: this.path(outline.d),
      paint: this.scene.paints[outline.paint] ?? {},
    }));
    const size = item.size ?? 1;
    const turn = ((item.turn ?? 0) * Math.PI) / 180;
    const reach = 80 * size;
    const drawn: Drawn[] = [];
    for (let index = 0; index + 1 < item.at.length; index += 2) {
      const x = item.at[index] ?? 0;
      const y = item.at[index + 1] ?? 0;
      drawn.push({
        box: { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach },
        draw: (context) => {
          context.save();
          context.translate(x, y);
          context.rotate(turn);
          context.scale(size, size);
          for (const { path, paint } of parts) fillAndStroke(context, path, paint);
          context.restore();
        },
      });
    }
    return drawn;
  }

  private text(item: Text): Drawn {
    const lettering = this.scene.letterings[item.lettering];
    const size = sizeOf(item, lettering);
    const spacing = spacingOf(item, lettering);
    // Generous: a letter is hardly ever wider than 0.7 of its size.
    const reach = item.text.length * (size * 0.7 + Math.max(0, spacing)) + size;
    return {
      box: { x: item.x - reach, y: item.y - reach, width: 2 * reach, height: 2 * reach },
      draw: (context) => {
        if (lettering) letter(context, item, lettering, size, spacing);
      },
    };
  }
}

/** The size of a text, in scene units. */
export function sizeOf(item: Text, lettering: Lettering | undefined): number {
  return (lettering?.size ?? 12) * (item.size ?? 1);
}

/** What lies between its letters, in scene units. */
export function spacingOf(item: Text, lettering: Lettering | undefined): number {
  return item.spacing || (lettering?.spacing ?? 0);
}

/** The font of a lettering at a size, as canvases name it. */
export function fontOf(lettering: Lettering, size: number): string {
  const face = FACES[lettering.face] ?? { family: "sans-serif", weight: 500, fallback: "sans-serif" };
  return `${face.italic ? "italic " : ""}${face.weight} ${size}px "${face.family}", ${face.fallback}`;
}

function letter(context: Context, item: Text, lettering: Lettering, size: number, spacing: number): void {
  if (!(lettering.face in FACES)) return;
  context.save();
  context.translate(item.x, item.y);
  context.rotate(((item.turn ?? 0) * Math.PI) / 180);
  context.font = fontOf(lettering, size);
  context.textRendering = "geometricPrecision";
  context.letterSpacing = `${spacing}px`;
  const anchor = item.anchor ?? "middle";
  context.textAlign = anchor === "middle" ? "center" : anchor === "end" ? "right" : "left";
  context.lineJoin = "round";
  if (lettering.halo) {
    context.strokeStyle = lettering.halo;
    context.lineWidth = lettering.halo_width ?? 0;
    context.strokeText(item.text, 0, 0);
  }
  context.fillStyle = lettering.fill;
  context.fillText(item.text, 0, 0);
  context.restore();
}

function fillAndStroke(context: Context, path: Path2D, paint: Paint): void {
  context.globalAlpha = paint.opacity ?? 1;
  if (paint.fill) {
    context.fillStyle = paint.fill;
    context.fill(path);
  }
  if (paint.stroke) {
    context.strokeStyle = paint.stroke;
    context.lineWidth = paint.width ?? 0;
    context.lineJoin = "round";
    context.lineCap = paint.butt ? "butt" : "round";
    context.setLineDash(paint.dash ?? []);
    context.stroke(path);
  }
  context.globalAlpha = 1;
}

/** The box around the points of path data (control points too, which is never too small); null when there are none. */
export function boxOf(d: string): Rect | null {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const [, command, rest] of d.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const numbers = (rest ?? "").match(/-?\d*\.?\d+(?:e-?\d+)?/g)?.map(Number) ?? [];
    if (command !== undefined && "achlmqstv".includes(command)) return null; // relative: not worth following
    numbers.forEach((value, index) => {
      const isX = command === "H" || (command !== "V" && index % 2 === 0);
      if (isX) [left, right] = [Math.min(left, value), Math.max(right, value)];
      else [top, bottom] = [Math.min(top, value), Math.max(bottom, value)];
    });
  }
  return Number.isFinite(left) && Number.isFinite(top)
    ? { x: left, y: top, width: right - left, height: bottom - top }
    : null;
}

function grown(box: Rect | null, by: number): Rect | null {
  return box && { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
}

/** Whether two rectangles have room in common. */
export function meets(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
