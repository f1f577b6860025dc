import { untrack } from "svelte";
import type { Bench } from "../orders/bench.svelte";
import { shell } from "../state/shell.svelte";
import type { Point } from "./camera";
import { isNarrow, TOOLS } from "./narrow";
import type { MapView } from "./view";

/** Where the map lies on the screen, and what must be clicked on it. */
export interface Clearing {
  view(): MapView | null;
  /** Where on the map something may be chosen now. */
  choosable(): readonly number[];
  /** How often the room for the map has changed: another size puts it elsewhere. */
  sizes(): number;
  host(): HTMLElement;
  bench: Bench;
}

/**
 * Tell the eye what lies over the edges of the map, and keep what must be clicked clear of all that lies over it, as long as the
 * component is there that calls this.
 */
export function keepClear({ view, choosable, sizes, host, bench }: Clearing): void {
  $effect(() => {
    const shown = view();
    const wanted = choosable();
    void sizes();
    const { tray, keyWidth, keyHeight, listWidth, listHeight, cardWidth, cardHeight } = shell;
    if (!shown) return;
    const beside = !isNarrow();
    const lasting = {
      top: beside ? 0 : TOOLS + Math.max(keyHeight, listHeight),
      right: beside ? TOOLS + listWidth : 0,
      bottom: tray,
      left: beside ? keyWidth : 0,
    };
    const bottom = tray + (beside ? 0 : cardHeight);
    const held = untrack(() => bench.begun);
    shown.eye.setInsets(
      { ...lasting, bottom, left: beside ? Math.max(keyWidth, cardWidth) : 0 },
      lasting,
      held,
    );
    // In the next frame, when the panels have been laid out: they need not be for this alone.
    shown.later("clear", () => {
      const { left, top } = host().getBoundingClientRect();
      // Whether one of the things that lie over the map lies over this point of it.
      const isCovered = ({ x, y }: Point): boolean =>
        document.elementFromPoint(left + x, top + y)?.closest("[data-over-map]") != null;
      shown.eye.clear(
        wanted,
        isCovered,
        untrack(() => bench.begun),
      );
    });
  });
}
