import { Container, Graphics } from "pixi.js";
import type { Objective } from "../wire";
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
 * Where the star of a hex stands that is `size` times as large as near by: in the first corner in which it covers none of the
 * printed `names`, else where it covers least. It grows away from the middle of the hex.
 */
export function starPlace(middle: Point, size: number, names: readonly Rect[]): Point {
  const radius = STAR.radius * size;
  const aside = STAR.aside + STAR.radius * (size - 1);
  let best: { at: Point; covers: number } | null = null;
  for (const [right, down] of CORNERS) {
    const at = { x: middle.x + right * aside, y: middle.y + down * aside };
    const covers = names.reduce((sum, name) => sum + covered(name, at, radius), 0);
    if (!best || covers < best.covers) best = { at, covers };
    if (covers === 0) break;
  }
  return best?.at ?? middle;
}

/** How much of a name a star covers, or the square around it. */
function covered(name: Rect, at: Point, radius: number): number {
  const width = Math.min(name.x + name.width, at.x + radius) - Math.max(name.x, at.x - radius);
  const height = Math.min(name.y + name.height, at.y + radius) - Math.max(name.y, at.y - radius);
  return width > 0 && height > 0 ? width * height : 0;
}

/** The stars in the hexes that decide, in the colour of who holds them. */
export class Stars {
  readonly container = new Container();
  /** The middles of the hexes of the stars, in their order. */
  private middles: Point[] = [];

  constructor(private readonly board: Board) {}

  show(objectives: readonly Objective[], colour: (side: number | null | undefined) => string): void {
    for (const old of this.container.removeChildren()) old.destroy();
    this.middles = [];
    for (const { hexes, side } of objectives) {
      for (const id of hexes) {
        const hex = this.board.get(id);
        if (!hex) continue;
        const drawing = new Graphics()
          .star(0, 0, 5, STAR.radius, 7)
          .fill(side == null ? "#f3ecd9" : colour(side))
          .stroke({ width: 2, color: side == null ? "#2b2823" : "#fffaf0" });
        this.container.addChild(drawing);
        this.middles.push(hex);
      }
    }
  }

  /** Stars are seen from afar, too, and cover no names as far as that goes. */
  place(scale: number, names: (scale: number) => readonly Rect[]): void {
    if (this.middles.length === 0) return;
    const size = Math.max(1, STARS / scale);
    const printed = names(scale);
    this.container.children.forEach((star, index) => {
      const at = starPlace(this.middles[index] ?? { x: 0, y: 0 }, size, printed);
      star.scale.set(size);
      star.position.set(at.x, at.y);
    });
  }
}
