import type { Bench } from "../orders/bench.svelte";
import type { Muster } from "../orders/muster.svelte";
import type { Point } from "./camera";
import type { Grip, Hold } from "./gestures";
import { caught } from "./lasso";
import type { Pointer } from "./pointer.svelte";
import type { MapView } from "./view";

/**
 * What is taken hold of by dragging: with Shift the pen of a lasso, on a unit that can go somewhere that unit. A finger moves
 * the map, unless it begins on the unit chosen, or has rested: then it takes the unit, or beside any the pen.
 */
export function grasp(
  at: Point,
  { shift, touch, rested }: Hold,
  parts: { view: MapView; bench: Bench; muster: Muster; pointer: Pointer },
): Grip | null {
  const { bench, pointer } = parts;
  if (shift) return lasso(parts);
  const unit = pointer.draggable(at);
  if (unit === null && rested) return lasso(parts);
  if (touch && !rested && (unit === null || !bench.selected.has(unit))) return null;
  if (unit === null || bench.isWorking || parts.muster.marching) return null;
  return drag(unit, parts);
}

function drag(
  unit: number,
  { view, bench, muster, pointer }: { view: MapView; bench: Bench; muster: Muster; pointer: Pointer },
): Grip {
  // Who drags one of several drags them all.
  const several = muster.on && muster.units.includes(unit);
  if (!several && !bench.selected.has(unit)) {
    bench.reset();
    bench.selectUnit(unit);
  }
  return {
    move: (at) => {
      view.pieces.carry(unit, view.eye.toScene(at));
      pointer.dragOver(at);
    },
    drop: (at) => {
      const hex = view.eye.hexAt(at);
      void bench
        .settled()
        .then(() => {
          if (hex === null) bench.reset();
          else if (!pointer.isOn(unit, hex)) pointer.chooseHex(hex);
          // Only when the order stands is it known where the piece goes.
          return bench.settled();
        })
        .then(() => {
          // Behind what the order has moved.
          view.later("carry", () => {
            view.pieces.carry(unit, null);
          });
        });
    },
    cancel: () => {
      view.pieces.carry(unit, null);
      bench.reset();
    },
  };
}

function lasso({ view, muster, pointer }: { view: MapView; muster: Muster; pointer: Pointer }): Grip {
  const ring: Point[] = [];
  return {
    move: (at) => {
      ring.push(view.eye.toScene(at));
      view.layers.setLasso(ring);
      view.invalidate();
    },
    drop: () => {
      view.layers.setLasso([]);
      view.invalidate();
      muster.gather(caught(ring, pointer.standing()).map((one) => one.unit));
    },
    cancel: () => {
      view.layers.setLasso([]);
      view.invalidate();
    },
  };
}
