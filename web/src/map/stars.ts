import { Container, Graphics } from "pixi.js";
import type { GridHex, Objective } from "../wire";
import type { Board } from "./board";
import type { Point, Rect } from "./camera";

/** From this many pixels a scene unit downwards stars keep their size on the screen. */
const STARS = 0.6;
/** How large a star is, and how far beside the middle of its hex and above or below it it stands, in scene units. */
const STAR = { radius: 16, aside: 30 };
/** The corners of a hex in which a star may stand, the best first: right above counters it is seen best. */
const CORNERS: readonly (readonly [number, number])[] = [
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
];

/**
 * Where the star of a hex stands that is `size` times as large as near by: in the first corner in which it meets nothing that is
 * to be read (`others`: printed names, discs at the corners of counters), else where it meets least. It grows away from the middle of
 * the hex.
 */
export function starPlace(middle: Point, size: number, others: readonly Rect[]): Point {
  const radius = STAR.radius * size;
  const aside = STAR.aside + STAR.radius * (size - 1);
  let best: { at: Point; covers: number } | null = null;
  for (const [right, down] of CORNERS) {
    const at = { x: middle.x + right * aside, y: middle.y + down * aside };
    const covers = others.reduce((sum, other) => sum + covered(other, at, radius), 0);
    if (!best || covers < best.covers) best = { at, covers };
    if (covers === 0) break;
  }
  return best?.at ?? middle;
}

/** How much of a rectangle a star covers, or the square around it. */
function covered({ x, y, width: wide, height: high }: Rect, at: Point, radius: number): number {
  const width = Math.min(x + wide, at.x + radius) - Math.max(x, at.x - radius);
  const height = Math.min(y + high, at.y + radius) - Math.max(y, at.y - radius);
  return width > 0 && height > 0 ? width * height : 0;
}

/** The stars in the hexes that decide, in the colour of who holds them. */
export class Stars {
  readonly container = new Container();
  /** The hexes of the stars, in their order. */
  private hexes: GridHex[] = [];

  constructor(private readonly board: Board) {}

  show(objectives: readonly Objective[], colour: (side: number | null | undefined) => string): void {
    for (const old of this.container.removeChildren()) old.destroy();
    this.hexes = [];
    for (const { hexes, side } of objectives) {
      for (const id of hexes) {
        const hex = this.board.get(id);
        if (!hex) continue;
        const drawing = new Graphics()
          .star(0, 0, 5, STAR.radius, 7)
          .fill(side == null ? "#f3ecd9" : colour(side))
          .stroke({ width: 2, color: side == null ? "#2b2823" : "#fffaf0" });
        this.container.addChild(drawing);
        this.hexes.push(hex);
      }
    }
  }

  /** Stars are seen from afar, too. They cover neither names nor what is `read` in their hex as far as that goes. */
  place(
    scale: number,
    names: (scale: number) => readonly Rect[],
    read: (hex: number) => readonly Rect[],
  ): void {
    if (this.hexes.length === 0) return;
    const size = Math.max(1, STARS / scale);
    const printed = names(scale);
    this.hexes.forEach((hex, index) => {
      const at = starPlace(hex, size, [...printed, ...read(hex.id)]);
      const star = this.container.children[index];
      star?.scale.set(size);
      star?.position.set(at.x, at.y);
    });
  }
}
