import { Container, Graphics } from "pixi.js";
import type { Board } from "./board";
import type { Point } from "./camera";

/** Radius of a ring in scene units, and in pixels when it is smallest. */
const RADIUS = 64;
const LEAST = 22;
/** Width of a line in pixels, and of its pale edge. */
const WIDTH = 4;
const EDGE = 8;

/** What is pointed out on the map until it is put away: where something begins, and where it leads. */
export class Marked {
  readonly container = new Container();
  private readonly drawing = new Graphics();
  private from: readonly Point[] = [];
  private to: readonly Point[] = [];
  private scale = 1;

  constructor(private readonly board: Board) {
    this.container.addChild(this.drawing);
  }

  /** Mark these hexes, and lead a line from each of `from` to the first of `to`; with none the marks go. */
  set(from: readonly number[], to: readonly number[]): void {
    const places = (ids: readonly number[]): Point[] =>
      [...new Set(ids)].flatMap((id) => this.board.get(id) ?? []);
    this.from = places(from);
    this.to = places(to);
    this.draw();
  }

  look(scale: number): void {
    if (scale === this.scale) return;
    this.scale = scale;
    this.draw();
  }

  /** From afar rings and lines keep their size on the screen. */
  private draw(): void {
    this.drawing.clear();
    const radius = Math.max(RADIUS, LEAST / this.scale);
    const [goal] = this.to; // what it is about comes first, as a beach before the sea at it
    for (const [width, color] of [
      [EDGE, "#fffaf0"],
      [WIDTH, "#7a1fa2"],
    ] as const) {
      for (const { x, y } of [...this.from, ...this.to]) this.drawing.circle(x, y, radius);
      if (goal) for (const one of this.from) this.lead(one, goal, radius);
      this.drawing.stroke({ width: width / this.scale, color, cap: "round" });
    }
  }

  /** A line from ring to ring, where there is room for one, with a head at its end. */
  private lead(from: Point, to: Point, radius: number): void {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy);
    if (length <= 2 * radius) return;
    const [ux, uy] = [dx / length, dy / length];
    const end = { x: to.x - ux * radius, y: to.y - uy * radius };
    const head = 14 / this.scale;
    this.drawing.moveTo(from.x + ux * radius, from.y + uy * radius).lineTo(end.x, end.y);
    for (const side of [1, -1]) {
      this.drawing
        .moveTo(end.x, end.y)
        .lineTo(end.x - head * (ux + side * 0.6 * uy), end.y - head * (uy - side * 0.6 * ux));
    }
  }
}
