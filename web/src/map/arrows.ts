import { Container, Graphics } from "pixi.js";
import type { Board } from "./board";
import type { Point } from "./camera";

/** A way over the map, to be drawn as an arrow. */
export interface Arrow {
  hexes: readonly number[];
  side: number | null;
  /** How many went that way; those of many are drawn bolder. */
  units?: number;
}

/** Each more than one makes an arrow bolder by this share, up to `BOLDEST`. */
const BOLDER = 0.2;
const BOLDEST = 1.8;

const FADES = 420;
/** Of more arrows than these each is drawn finer, and of some a little: the map below must still be seen. */
const MANY = 40;
const SOME = 8;

/** Scene units from the middle of a hex to where an arrow ends in it: the counter there can be read. */
const SHORT = 36;

/** How large so many arrows are drawn, and how much they cover. */
export function strokeOf(count: number): { size: number; shade: number } {
  if (count > MANY) return { size: 0.6, shade: 0.55 };
  return count > SOME ? { size: 0.7, shade: 0.65 } : { size: 1, shade: 0.85 };
}

/** Where the tip of an arrow lies that comes from `before` to `end`, and in which direction it points. */
export function tipOf(before: Point, end: Point): Point & { angle: number } {
  const angle = Math.atan2(end.y - before.y, end.x - before.x);
  return { x: end.x - Math.cos(angle) * SHORT, y: end.y - Math.sin(angle) * SHORT, angle };
}

/** Arrows of moves that were made. They stay as they are until others come, or fade when there are none any more. */
export class Arrows {
  readonly container = new Container();
  private drawing: Graphics | null = null;
  private fading: number | null = null;
  /** What the arrows were drawn from. */
  private from = "";
  /** How much the arrows cover. */
  private shade = 0.85;

  constructor(
    private readonly board: Board,
    private readonly redraw: () => void,
  ) {}

  /** Show these arrows in the colours of their sides. With none, those there are fade away, at once if `still`. */
  set(arrows: readonly Arrow[], colour: (side: number | null) => string, still: boolean): void {
    if (arrows.length === 0) {
      if (!this.drawing) return;
      if (still) this.clear();
      else this.fading ??= performance.now();
      this.redraw();
      return;
    }
    const from = JSON.stringify(arrows.map((arrow) => [arrow.hexes, arrow.units, colour(arrow.side)]));
    if (this.drawing && this.fading === null && from === this.from) return;
    this.clear();
    this.from = from;
    const drawing = new Graphics();
    // Drawn with the pieces: by itself it would need a program of its own, made while all waits.
    drawing.context.batchMode = "batch";
    const { size, shade } = strokeOf(arrows.length);
    this.shade = shade;
    for (const arrow of arrows) {
      const bold = Math.min(BOLDEST, 1 + BOLDER * ((arrow.units ?? 1) - 1));
      this.draw(drawing, arrow, colour(arrow.side), size * bold);
    }
    drawing.alpha = this.shade;
    this.container.addChild(drawing);
    this.drawing = drawing;
    this.redraw();
  }

  /** Fade on; whether there is more of it to come. */
  tick(now: number): boolean {
    if (this.fading === null || !this.drawing) return false;
    const left = 1 - (now - this.fading) / FADES;
    if (left <= 0) this.clear();
    else this.drawing.alpha = this.shade * left;
    return true;
  }

  private clear(): void {
    this.drawing?.destroy();
    this.drawing = this.fading = null;
  }

  private draw(drawing: Graphics, arrow: Arrow, colour: string, size: number): void {
    const way = arrow.hexes.flatMap((hex) => this.board.get(hex) ?? []);
    const [end, before] = [way.at(-1), way.at(-2)];
    if (!end || !before) return;
    const tip = tipOf(before, end);
    const { angle } = tip;
    const neck = { x: tip.x - Math.cos(angle) * 26 * size, y: tip.y - Math.sin(angle) * 26 * size };
    for (const [width, ink] of [
      [15, "#fffaf0"],
      [9, colour],
    ] as const) {
      way.slice(0, -1).forEach((place, index) => {
        if (index === 0) drawing.moveTo(place.x, place.y);
        else drawing.lineTo(place.x, place.y);
      });
      drawing.lineTo(neck.x, neck.y);
      drawing.stroke({ width: width * size, color: ink, cap: "round", join: "round" });
    }
    const across = { x: -Math.sin(angle) * 19 * size, y: Math.cos(angle) * 19 * size };
    drawing.poly([tip.x, tip.y, neck.x + across.x, neck.y + across.y, neck.x - across.x, neck.y - across.y]);
    drawing.fill(colour);
    drawing.stroke({ width: 3 * size, color: "#fffaf0", join: "round" });
  }
}
