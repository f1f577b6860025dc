import { GraphicsContext } from "pixi.js";
import { COUNTER } from "./stacks";

/** How a piece stands out. */
export type Accent = "selectable" | "selected" | "target" | "meant" | "none";

/** The rim that tells friend from foe. */
const RIM = { width: 4, least: 2.2 };
/** Widths in scene units, and the least in pixels. */
const RINGS: Record<Accent, { width: number; least: number; colour: string } | null> = {
  none: null,
  selectable: { width: 2, least: 1.6, colour: "#d99a12" },
  target: { width: 3.4, least: 2.4, colour: "#c23a22" },
  selected: { width: 4.4, least: 3.6, colour: "#ffc400" },
  meant: { width: 4.4, least: 3.2, colour: "#1f6fb2" },
};
/** From afar, rings are drawn wider than they are, so that they can still be seen: in steps, so that few are drawn. */
const STEPS = 4;

/**
 * Which accent the ring of a piece shows, given its stack from the lowest to the uppermost as long as that lies folded: there
 * only the uppermost of those that may be chosen has a ring, for many, one on another, make a bar of gold.
 */
export function worn(
  key: string,
  stack: readonly { key: string }[],
  accents: ReadonlyMap<string, Accent>,
): Accent {
  const accent = accents.get(key) ?? "none";
  if (accent !== "selectable") return accent;
  const uppermost = stack.findLast((one) => accents.get(one.key) === accent);
  return uppermost === undefined || uppermost.key === key ? accent : "none";
}

/** The rings around pieces. Those that are alike are drawn once. */
export class Rings {
  private readonly drawn = new Map<string, GraphicsContext>();

  close(): void {
    for (const context of this.drawn.values()) context.destroy();
    this.drawn.clear();
  }

  /**
   * The ring of an accent, and a rim in this colour; null when there is neither.
   *
   * @param scale pixels a unit of the piece.
   */
  get(accent: Accent, rim: string | null, scale: number): GraphicsContext | null {
    const style = RINGS[accent];
    if (!style && rim === null) return null;
    const wide = (width: number, least: number): number =>
      Math.max(width, Math.ceil((least / scale) * STEPS) / STEPS);
    const border = rim === null ? 0 : wide(RIM.width, RIM.least);
    const width = style ? wide(style.width, style.least) : 0;
    const key = `${accent} ${width} ${rim} ${border}`;
    let context = this.drawn.get(key);
    if (!context) {
      context = new GraphicsContext();
      if (rim !== null) square(context, border / 2, 5).stroke({ width: border, color: rim });
      if (style) {
        square(context, width / 2 + 1, 6).stroke({ width: width + 2, color: "#fffaf0", alpha: 0.85 });
        square(context, width / 2 + 1, 6).stroke({ width, color: style.colour });
      }
      this.drawn.set(key, context);
    }
    return context;
  }
}

function square(context: GraphicsContext, out: number, radius: number): GraphicsContext {
  const half = COUNTER / 2;
  return context.roundRect(-half - out, -half - out, COUNTER + 2 * out, COUNTER + 2 * out, radius);
}
