import { HEX, leastHiding } from "../orders/menuplace";
import type { Point, Size } from "./camera";
import type { Eye } from "./eye";
import { TOOLS } from "./narrow";

/** Pixels between a hex and what is told of it beside it. */
const GAP = 8;
/** Pixels that stay free at the edges of the map. */
const EDGE = 4;

/** What is told beside a hex, and where on the screen it may lie. */
export interface Telling {
  /** Pixels of a scene unit. */
  scale: number;
  tip: Size;
  room: Size;
  /** Where something may be chosen. */
  choices: readonly Point[];
  /** On which side of the hex it lies if it can. */
  first: "above" | "below";
}

/**
 * Where what is told of a hex lies beside it, by its upper left corner: above or below it, whichever is asked for, at its
 * right or left; the first of these where it fits and hides the fewest of the other places that may be chosen.
 *
 * @param at where the hex is on the screen.
 */
export function tipPlace(at: Point, { scale, tip, room, choices, first }: Telling): Point {
  const { width, height } = tip;
  const reach = HEX * scale;
  const far = reach + GAP;
  const above = { x: at.x - width / 2, y: at.y - far - height };
  const below = { x: at.x - width / 2, y: at.y + far };
  const beside = [
    { x: at.x + far, y: at.y - height / 2 },
    { x: at.x - far - width, y: at.y - height / 2 },
  ];
  const sides = first === "above" ? [above, below, ...beside] : [below, above, ...beside];
  const places = sides.map(({ x, y }) => ({
    x: Math.max(EDGE, Math.min(room.width - TOOLS - EDGE - width, x)),
    y: Math.max(EDGE, Math.min(room.height - EDGE - height, y)),
  }));
  const others = choices.filter((one) => Math.hypot(one.x - at.x, one.y - at.y) > reach / 2);
  // Its own hex weighs more than any other: what is pointed at is seen.
  const own = Array.from({ length: others.length + 1 }, () => at);
  return leastHiding(places, tip, [...own, ...others], reach / 2);
}

/** Where what is told of a hex lies beside it on the map as it is seen now; null when there is no hex, or it is out of sight. */
export function tipBeside(
  eye: Eye,
  hex: number | null | undefined,
  { tip, choices, first }: Pick<Telling, "tip" | "choices" | "first">,
): Point | null {
  const at = hex == null || !eye.sees(hex) ? null : eye.screenOf(hex);
  return at && tipPlace(at, { scale: eye.camera.scale, tip, room: eye.size, choices, first });
}
