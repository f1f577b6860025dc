import { Container, Graphics } from "pixi.js";
import type { Board } from "./board";

/** Rings that draw the eye to hexes for a moment. */
export class Effects {
  readonly container = new Container();
  private readonly rings: { drawing: Graphics; start: number }[] = [];
  private scale = 1;

  constructor(
    private readonly board: Board,
    private readonly redraw: () => void,
  ) {}

  look(scale: number): void {
    this.scale = scale;
  }

  flash(hexes: readonly number[], time = 1100): void {
    for (const id of hexes) {
      const hex = this.board.get(id);
      if (!hex) continue;
      const drawing = new Graphics();
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
    for (const { drawing, start } of this.rings) {
      const t = ((now - start) % 550) / 550;
      drawing.clear();
      drawing.circle(0, 0, 58 + (1 - t) * 40);
      drawing.stroke({ width: Math.max(5, 4 / this.scale), color: "#f0b400", alpha: Math.max(0, t) });
    }
    return this.rings.length > 0;
  }

  private drop(drawing: Graphics): void {
    const at = this.rings.findIndex((ring) => ring.drawing === drawing);
    if (at >= 0) this.rings.splice(at, 1);
    if (!drawing.destroyed) drawing.destroy();
    this.redraw();
  }
}
