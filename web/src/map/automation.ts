import type { Bench } from "../orders/bench.svelte";
import { valuesOf } from "../orders/desk";
import { isWaiting } from "../state/frames";
import type { Session } from "../state/session.svelte";
import type { Value } from "../wire";
import type { Point } from "./camera";
import type { MapView } from "./view";

/** What browser tests and assistive scripts can ask of the map, as `window.__phaseline`, while a match is shown. */
export interface Automation {
  /** Whether the map and its pieces are drawn, nothing is moving, and the choices shown are all there. */
  ready(): boolean;
  /** Where the centre of a hex is in the window, in pixels; null when there is no such hex. */
  at(hex: number): Point | null;
  /** The hex with this label or name of a place; null when there is none. */
  hex(label: string): number | null;
  /** The hexes that may be chosen now, and those of units that may. */
  targets(): number[];
  /** The hexes of the attacks that are marked. */
  attack(): number[];
  /** What is chosen so far: one for each kind of order that it may still become; none before the first choice. */
  begun(): { verb: string; chosen: Value[] }[];
  /** Where the piece of a unit, named by title or number, stands in the window, fanned out or not; null when it is not
   * on the map. */
  unit(which: string | number): Point | null;
  /** Pixels a scene unit. */
  scale(): number;
  /** The hex whose stack is fanned out; null when none is. */
  fanned(): number | null;
  /** The titles of the pieces of a hex, the lowest first. */
  stack(hex: number): string[];
  /** The remarks that are written in hexes, with the rectangles they take up in the window. */
  remarks(): { text: string; left: number; top: number; width: number; height: number }[];
  /** The hexes that are marked on the map until they are put away. */
  marked(): number[];
  /** The last entry of the match that the page has seen. */
  entry(): number | null;
}

declare global {
  interface Window {
    __phaseline?: Automation;
  }
}

/** Offer the hook; what comes back takes it away. */
export function offerAutomation(
  view: MapView,
  session: Session,
  bench: Bench,
  host: HTMLElement,
): () => void {
  const hook: Automation = {
    ready: () => session.state !== null && view.atRest && !bench.isWorking && !isWaiting(),
    at: (hex) => {
      const place = view.eye.screenOf(hex);
      const box = host.getBoundingClientRect();
      return place && { x: box.left + place.x, y: box.top + place.y };
    },
    hex: (label) => view.board.find(label)?.id ?? null,
    targets: () => {
      const units = bench.targets.units;
      const pieces = session.shown?.sheet.pieces ?? [];
      const standing = pieces.flatMap((one) =>
        one.unit != null && one.hex != null && units.has(one.unit) ? [one.hex] : [],
      );
      return [...bench.targets.hexes.keys(), ...standing];
    },
    attack: () =>
      (session.shown?.sheet.marks ?? [])
        .filter((mark) => mark.kind === "attack")
        .flatMap((mark) => (mark.to == null ? [mark.hex] : [mark.hex, mark.to])),
    begun: () =>
      bench.begun ? bench.branches.map((one) => ({ verb: one.kind.verb, chosen: valuesOf(one) })) : [],
    scale: () => view.eye.camera.scale,
    unit: (which) => {
      const place = view.pieces.placeOf(which);
      const box = host.getBoundingClientRect();
      const at = place && view.eye.toScreen(place);
      return at && { x: box.left + at.x, y: box.top + at.y };
    },
    fanned: () => view.pieces.fannedHex,
    stack: (hex) => view.pieces.piecesIn(hex).map(({ piece }) => piece.title),
    remarks: () => {
      const box = host.getBoundingClientRect();
      const { scale } = view.eye.camera;
      return view.layers.remarks.map(({ text, at, size }) => {
        const [place, width, height] = [view.eye.toScreen(at), size.width * scale, size.height * scale];
        return {
          text,
          left: box.left + place.x - width / 2,
          top: box.top + place.y - height / 2,
          width,
          height,
        };
      });
    },
    marked: () => [...(session.pointed?.from ?? []), ...(session.pointed?.to ?? [])],
    entry: () => session.state?.entry ?? null,
  };
  window.__phaseline = hook;
  return () => {
    if (window.__phaseline === hook) delete window.__phaseline;
  };
}
