import type { Binding } from "../keys/registry";
import type { Bench } from "../orders/bench.svelte";
import type { Muster } from "../orders/muster.svelte";
import type { Session } from "../state/session.svelte";
import { shell } from "../state/shell.svelte";
import type { Pointer } from "./pointer.svelte";
import type { MapView } from "./view";

const ARROWS: Record<string, [dx: number, dy: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Letters around the hand, by the way the hexes stand. */
const LETTERS = {
  pointy: { Q: "NW", E: "NE", A: "W", D: "E", Z: "SW", X: "SE" },
  flat: { Q: "NW", W: "N", E: "NE", A: "SW", S: "S", D: "SE" },
} as const;

/** The keys of the map. */
export function mapKeys(view: MapView, pointer: Pointer, bench: Bench, host: () => HTMLElement): Binding[] {
  const middle = () => ({ x: view.eye.size.width / 2, y: view.eye.size.height / 2 });
  const focused = () => document.activeElement === host();
  const map = (keys: string[], title: string, run: () => void, when?: () => boolean): Binding => ({
    keys,
    title,
    group: "Map",
    run,
    ...(when ? { when } : {}),
  });
  return [
    map(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"], "Move the hex cursor", () => undefined),
    ...Object.entries(LETTERS[view.board.orientation]).map(([key, name]) =>
      map([key], `Hex cursor ${name}`, () => {
        pointer.cursor.stepCompass(name);
      }),
    ),
    map(
      ["Shift+ArrowUp", "Shift+ArrowDown", "Shift+ArrowLeft", "Shift+ArrowRight"],
      "Move the map",
      () => undefined,
    ),
    map(
      ["Space"],
      "Next piece of the stack under the cursor",
      () => {
        pointer.cursor.nextPiece();
      },
      () => pointer.cursor.hex !== null,
    ),
    map(
      ["Tab"],
      "Next choice on the map",
      () => {
        pointer.cursor.cycleTargets(1);
      },
      () => focused() && bench.begun && hasTargets(bench),
    ),
    map(
      ["Shift+Tab"],
      "Choice before on the map",
      () => {
        pointer.cursor.cycleTargets(-1);
      },
      () => focused() && bench.begun && hasTargets(bench),
    ),
    map(["]"], "Next choice on the map", () => {
      pointer.cursor.cycleTargets(1);
    }),
    map(["["], "Choice before on the map", () => {
      pointer.cursor.cycleTargets(-1);
    }),
    map(["M"], "Choose the whole stack, for one order after another", () => {
      pointer.gatherStack();
    }),
    map(
      ["Shift+Enter"],
      "Add the unit under the cursor to those chosen, or take it out",
      () => {
        pointer.addAtCursor();
      },
      () => pointer.cursor.hex !== null,
    ),
    map(["U"], "Ruler: measure from here; again to put it away", () => {
      pointer.toggleRuler();
    }),
    map(["?", "G"], "Why not here?", () => {
      pointer.explainHere();
    }),
    map(["+", "="], "Closer", () => {
      view.eye.zoom(middle(), 1.3);
    }),
    map(["-", "_"], "Further away", () => {
      view.eye.zoom(middle(), 1 / 1.3);
    }),
    map(["0", "F"], "The whole map", () => {
      view.eye.fitAll();
    }),
    map(
      ["Enter"],
      "Choose at the hex cursor",
      () => {
        if (!pointer.chooseAtCursor()) pointer.explainHere();
      },
      () => pointer.cursor.hex !== null,
    ),
  ].map((binding) => withArrows(binding, view, pointer));
}

function hasTargets(bench: Bench): boolean {
  return bench.targets.hexes.size + bench.targets.units.size > 0;
}

/** Lets gathered units go, or puts the ruler away. */
export function lettingGo(pointer: Pointer, muster: Muster): Binding {
  return {
    keys: ["Escape"],
    title: "Let the gathered units go, or put the ruler away",
    group: "Map",
    when: () => (muster.on && !muster.marching) || pointer.ruler.from !== null,
    run: () => {
      if (!muster.dismiss()) pointer.toggleRuler();
    },
  };
}

/** Takes away what is marked; it goes before the other uses of its key, while nothing has been begun. */
export function unmarking(session: Session, bench: Bench): Binding {
  return {
    keys: ["Escape"],
    title: "Take away what is marked on the map",
    group: "Map",
    when: () => session.pointed !== null && !bench.begun && shell.dialog === null,
    run: () => (session.pointed = null),
  };
}

/** Arrow bindings serve four keys; which one it was tells the event. */
function withArrows(binding: Binding, view: MapView, pointer: Pointer): Binding {
  if (!binding.keys[0]?.includes("Arrow")) return binding;
  return {
    ...binding,
    run: (event) => {
      const [dx, dy] = ARROWS[event.key] ?? [0, 0];
      if (event.shiftKey) view.eye.pan(-dx * 120, -dy * 120);
      else pointer.cursor.step(dx, dy);
    },
  };
}
