import type { Scene } from "../wire";
import type { Camera, Rect, Size } from "./camera";
import { seen } from "./camera";
import type { Aside } from "./names";
import { Painter } from "./painter";

/** Pixels in the side of a tile. */
export const TILE = 512;
/** Sizes at which the map is painted: half-octaves, so that what is shown is shrunk by at most 30 %. */
const STEPS_PER_OCTAVE = 2;

/** A tile: column and row at a level; level l is painted at 2^(l / 2) pixels a scene unit. */
export interface TileId {
  level: number;
  column: number;
  row: number;
}

export interface TileOrder {
  key: string;
  view: Rect;
  scale: number;
  width: number;
  height: number;
}

export interface TileAnswer {
  key: string;
  bitmap: ImageBitmap;
}

export function scaleOf(level: number): number {
  return 2 ** (level / STEPS_PER_OCTAVE);
}

/** The level to show at so many device pixels a scene unit: the next that is no coarser. */
export function levelFor(pixels: number): number {
  return Math.ceil(Math.log2(pixels) * STEPS_PER_OCTAVE - 0.02);
}

/** With how much detail the map is painted, in pixels a scene unit as the eye sees them, where it is shown at `scale` of them: that
 * of the tiles which are shown, `base` being the coarsest. It decides which names are printed. */
export function detailAt(scale: number, ratio: number, base: number): number {
  return scaleOf(Math.max(base, levelFor(scale * ratio))) / ratio;
}

export function keyOf(tile: TileId): string {
  return `${tile.level}/${tile.column}/${tile.row}`;
}

/** What of the scene a tile covers; tiles are counted from the upper left corner of the scene's box. */
export function areaOf(tile: TileId, box: Rect): Rect {
  const side = TILE / scaleOf(tile.level);
  const x = box.x + tile.column * side;
  const y = box.y + tile.row * side;
  return {
    x,
    y,
    width: Math.min(side, box.x + box.width - x),
    height: Math.min(side, box.y + box.height - y),
  };
}

/** The tiles of a level that are on screen, those in the middle first; `spare` tiles more around. */
export function tilesSeen(camera: Camera, view: Size, level: number, box: Rect, spare = 0): TileId[] {
  const shown = seen(camera, view);
  const side = TILE / scaleOf(level);
  const range = (from: number, length: number, start: number, whole: number): [number, number] => [
    Math.max(0, Math.floor((from - start) / side) - spare),
    Math.min(Math.ceil(whole / side) - 1, Math.floor((from + length - start) / side) + spare),
  ];
  const [left, right] = range(shown.x, shown.width, box.x, box.width);
  const [top, bottom] = range(shown.y, shown.height, box.y, box.height);
  const found: TileId[] = [];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) found.push({ level, column, row });
  }
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const far = (tile: TileId): number => Math.hypot(tile.column - middle.x, tile.row - middle.y);
  return found.sort((a, b) => far(a) - far(b));
}

/** Something that paints tiles, sooner or later, and says when one is done. */
export interface TileSource {
  want(order: TileOrder): void;
  /** Forget wishes not begun yet, but for those. */
  keepOnly(keys: ReadonlySet<string>): void;
  /** Print these names elsewhere than the map has them, on all that is not begun yet. */
  setAside(aside: readonly Aside[]): void;
  close(): void;
}

export function orderFor(tile: TileId, box: Rect): TileOrder {
  const area = areaOf(tile, box);
  const scale = scaleOf(tile.level);
  return {
    key: keyOf(tile),
    view: area,
    scale,
    width: Math.max(1, Math.ceil(area.width * scale)),
    height: Math.max(1, Math.ceil(area.height * scale)),
  };
}

type Done = (answer: TileAnswer) => void;

/**
 * A source of tiles for a scene: a worker where there can be one, otherwise the page in its idle moments. `ratio` are the
 * pixels of the screen for each pixel of the page.
 */
export function tileSource(scene: Scene, ratio: number, done: Done): TileSource {
  if (canWork()) {
    try {
      return new WorkerSource(scene, ratio, done);
    } catch {
      // Workers are forbidden here; the page can do it too.
    }
  }
  return new IdleSource(scene, ratio, done);
}

/** A worker that has its letters already, and no map yet. */
let spare: Worker | null = null;

/** Have a worker ready for the next map. Until one has begun, with its letters, the map is bare: its first tile comes after
 * 0.09 s in place of 0.23 s (France '44, on two processors without a graphics card). */
export function prepare(): void {
  if (spare || !canWork()) return;
  try {
    spare = started();
  } catch {
    // Workers are forbidden here; the page paints by itself.
  }
}

function canWork(): boolean {
  return typeof Worker === "function" && typeof OffscreenCanvas === "function";
}

function started(): Worker {
  const worker = new Worker(new URL("./tiles.worker.ts", import.meta.url), { type: "module" });
  worker.postMessage({ fonts: pageFonts() });
  return worker;
}

/** Wishes wait here, two are with the painter at a time, so that outdated ones can still be dropped. */
abstract class Queue implements TileSource {
  protected readonly waiting: TileOrder[] = [];
  private under = 0;

  constructor(
    private readonly done: Done,
    private readonly width: number,
  ) {}

  want(order: TileOrder): void {
    this.waiting.push(order);
    this.next();
  }

  keepOnly(keys: ReadonlySet<string>): void {
    const kept = this.waiting.filter((order) => keys.has(order.key));
    this.waiting.splice(0, this.waiting.length, ...kept);
  }

  abstract setAside(aside: readonly Aside[]): void;
  abstract close(): void;
  protected abstract begin(order: TileOrder): void;

  protected finished(answer: TileAnswer): void {
    this.under -= 1;
    this.done(answer);
    this.next();
  }

  private next(): void {
    while (this.under < this.width) {
      const order = this.waiting.shift();
      if (!order) return;
      this.under += 1;
      this.begin(order);
    }
  }
}

class WorkerSource extends Queue {
  private readonly worker: Worker;

  constructor(scene: Scene, ratio: number, done: Done) {
    super(done, 2);
    this.worker = spare ?? started();
    spare = null;
    this.worker.postMessage({ scene, ratio });
    this.worker.onmessage = (event: MessageEvent<TileAnswer>) => {
      this.finished(event.data);
    };
  }

  setAside(aside: readonly Aside[]): void {
    this.worker.postMessage({ aside });
  }

  close(): void {
    this.worker.terminate();
    prepare();
  }

  protected begin(order: TileOrder): void {
    this.worker.postMessage(order);
  }
}

class IdleSource extends Queue {
  private readonly painter: Painter;
  private readonly ready = document.fonts.ready;
  private open = true;

  constructor(
    scene: Scene,
    private readonly ratio: number,
    done: Done,
  ) {
    super(done, 1);
    this.painter = new Painter(scene);
  }

  setAside(aside: readonly Aside[]): void {
    this.painter.setAside(aside);
  }

  close(): void {
    this.open = false;
  }

  protected begin(order: TileOrder): void {
    void this.ready.then(() => {
      setTimeout(() => void this.paint(order), 0);
    });
  }

  private async paint(order: TileOrder): Promise<void> {
    const canvas = document.createElement("canvas");
    canvas.width = order.width;
    canvas.height = order.height;
    const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
    if (!context || !this.open) return;
    this.painter.paint(context, order.view, order.scale, order.scale / this.ratio);
    this.finished({ key: order.key, bitmap: await createImageBitmap(canvas) });
  }
}

/** The fonts of the style sheet, with full addresses, for a worker to load. */
function pageFonts(): { family: string; weight: string; style: string; url: string }[] {
  const found = [];
  for (const sheet of document.styleSheets) {
    for (const rule of rulesOf(sheet)) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const url = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue("src"))?.[1];
      if (!url) continue;
      found.push({
        family: rule.style.getPropertyValue("font-family").replaceAll('"', ""),
        weight: rule.style.getPropertyValue("font-weight") || "400",
        style: rule.style.getPropertyValue("font-style") || "normal",
        url: new URL(url, sheet.href ?? document.baseURI).href,
      });
    }
  }
  return found;
}

function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    return []; // a sheet of another origin, of a browser extension for instance
  }
}
