import { Container, Graphics, GraphicsContext } from "pixi.js";
import type { Board } from "./board";
import { Marked } from "./marked";

/** Radius of a ring when it is smallest, in scene units, and how much larger it begins. */
const RADIUS = 58;
const WIDER = 40;

/** Rings that draw the eye to hexes for a moment, and what stays marked until it is put away. */
export class Effects {
  readonly container = new Container();
  readonly marked: Marked;
  private readonly rings: { drawing: Graphics; start: number }[] = [];
  /** What a ring looks like, by the width of its line: it is drawn once. */
  private readonly looks = new Map<number, GraphicsContext>();
  private scale = 1;

  constructor(
    private readonly board: Board,
    private readonly redraw: () => void,
  ) {
    this.marked = new Marked(board);
    this.container.addChild(this.marked.container);
  }

  close(): void {
    for (const look of this.looks.values()) look.destroy();
    this.looks.clear();
  }

  look(scale: number): void {
    this.scale = scale;
    this.marked.look(scale);
  }

  flash(hexes: readonly number[], time = 1100): void {
    for (const id of hexes) {
      const hex = this.board.get(id);
      if (!hex) continue;
      const drawing = new Graphics(this.shape());
      drawing.position.set(hex.x, hex.y);
      this.container.addChild(drawing);
      this.rings.push({ drawing, start: performance.now() });
      setTimeout(() => {
        this.drop(drawing);
      }, time);
    }
    this.redraw();
  }

  /** Draw the rings as they are now; whether there are any. */
  tick(now: number): boolean {
    if (this.rings.length === 0) return false;
    const shape = this.shape();
    for (const { drawing, start } of this.rings) {
      const t = ((now - start) % 550) / 550;
      drawing.context = shape;
      drawing.scale.set(1 + ((1 - t) * WIDER) / RADIUS);
      drawing.alpha = Math.min(1, Math.max(0, t));
    }
    return true;
  }

  /** From afar the line is wider, so that it can still be seen. */
  private shape(): GraphicsContext {
    const width = Math.max(5, Math.round(4 / this.scale));
    let look = this.looks.get(width);
    if (!look) {
      look = new GraphicsContext().circle(0, 0, RADIUS).stroke({ width, color: "#f0b400" });
      this.looks.set(width, look);
    }
    return look;
  }

  private drop(drawing: Graphics): void {
    const at = this.rings.findIndex((ring) => ring.drawing === drawing);
    if (at >= 0) this.rings.splice(at, 1);
    if (!drawing.destroyed) drawing.destroy();
    this.redraw();
  }
}
