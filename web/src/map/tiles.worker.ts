/// <reference lib="webworker" />
import type { Scene } from "../wire";
import type { Aside } from "./names";
import { Painter } from "./painter";
import type { TileAnswer, TileOrder } from "./tiles";

// Paints tiles of a map away from the page's own thread, so that panning never waits for it.

declare const self: DedicatedWorkerGlobalScope;

/** The letters of all maps. */
export interface Letters {
  fonts: { family: string; weight: string; style: string; url: string }[];
}

/** The map to paint. */
export interface Begin {
  scene: Scene;
  /** Pixels of the screen for each pixel of the page. */
  ratio: number;
}

/** Names that are printed elsewhere from now on. */
export interface Moved {
  aside: readonly Aside[];
}

let painter: Painter | null = null;
let ratio = 1;
let ready: Promise<unknown> = Promise.resolve();

self.onmessage = (event: MessageEvent<Letters | Begin | Moved | TileOrder>) => {
  const message = event.data;
  if ("fonts" in message) {
    ready = Promise.all(message.fonts.map(load));
    return;
  }
  if ("scene" in message) {
    painter = new Painter(message.scene);
    ({ ratio } = message);
    return;
  }
  void ready.then(() => {
    if ("aside" in message) painter?.setAside(message.aside);
    else paint(message);
  });
};

async function load(font: Letters["fonts"][number]): Promise<void> {
  const face = new FontFace(font.family, `url(${font.url})`, { weight: font.weight, style: font.style });
  self.fonts.add(await face.load());
}

function paint(order: TileOrder): void {
  const canvas = new OffscreenCanvas(order.width, order.height);
  // Drawn by the processor: such large outlines are slow on many graphics cards, and would hold up the page there.
  const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
  if (!context || !painter) return;
  painter.paint(context, order.view, order.scale, order.scale / ratio);
  const bitmap = canvas.transferToImageBitmap();
  const answer: TileAnswer = { key: order.key, bitmap };
  self.postMessage(answer, [bitmap]);
}
