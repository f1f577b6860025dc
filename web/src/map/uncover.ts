import {
  covering,
  free,
  isNear,
  toScreen,
  widened,
  type Camera,
  type Insets,
  type Point,
  type Size,
} from "./camera";
import { around } from "./front";

/** Of the choices of an order that is begun, so many may lie beneath something: those that are seen are what is looked at. */
const FEW = 0.25;
/** From this share on, nothing that is looked at is lost where the map is moved. */
const MOST = 0.5;
/** Scene units around the middle of a hex that are kept clear. */
const HEX = 55;
/** Pixels within which a hex can be clicked. */
const EDGE = 20;

/** Where the map is looked at, what of the screen is free, and how far away it may be looked at. */
export interface Outlook {
  camera: Camera;
  view: Size;
  insets: Insets;
  least: number;
}

/**
 * Where to look so that `hidden`, those of all the choices in sight that lie beneath something, can be seen; null to stay.
 *
 * The map is pushed no further than they need, at the same scale, if no other choice is lost by it. Otherwise it goes
 * where all are seen, but for an order that is begun (`held`) only where most were hidden; few of its choices do not move
 * the map at all: whoever has begun an order must not lose the place.
 */
export function uncovering(
  hidden: readonly Point[],
  all: readonly Point[],
  { camera, view, insets, least }: Outlook,
  held: boolean,
): Camera | null {
  if (hidden.length === 0 || (held && hidden.length <= all.length * FEW)) return null;
  const pushed = covering(camera, view, widened(around(hidden), HEX), { insets, least: camera.scale });
  const room = widened(free(view, insets), -EDGE);
  const isFree = (place: Point, from: Camera): boolean => {
    const { x, y } = toScreen(from, view, place);
    return x >= room.x && y >= room.y && x <= room.x + room.width && y <= room.y + room.height;
  };
  const isLost = (place: Point): boolean => isFree(place, camera) && !isFree(place, pushed);
  if (!all.some(isLost)) return isNear(pushed, camera) ? null : pushed;
  if (held && hidden.length < all.length * MOST) return null;
  return covering(camera, view, widened(around(all), HEX), { insets, least });
}
