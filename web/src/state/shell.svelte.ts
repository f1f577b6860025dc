import type { Point, Rect } from "../map/camera";
import { panels, type PanelSpec } from "../panels";

/** Which panels are open. One dock tab, one drawer, one strip and one dialog at a time. */
class Shell {
  dock: string | null = $state(null);
  drawer: string | null = $state(null);
  strip: string | null = $state(null);
  dialog: string | null = $state(null);
  /** Key of the overlay on the map. */
  overlay: string | null = $state(null);

  /** Height of the choices that lie over the lower edge of the map, in pixels. */
  tray: number = $state(0);
  /** Size of the key to an overlay, which lies over the upper left corner of the map, in pixels. */
  keyWidth: number = $state(0);
  keyHeight: number = $state(0);
  /** Size of the open list of overlays, beside the buttons at the upper right corner. */
  listWidth: number = $state(0);
  listHeight: number = $state(0);

  /** Size of the cards that tell of battles, which lie over the lower left corner of the map, in pixels. */
  cardWidth: number = $state(0);
  cardHeight: number = $state(0);
  /** Width of the card of the hex pointed at where it lies over a lower corner of the map, in pixels: left, right. */
  hexCard: { left: number; right: number } = $state.raw({ left: 0, right: 0 });

  /** Where the bubble of a guide lies in the window; null when there is none. */
  guide: Rect | null = $state.raw(null);
  /** Where the odds of an attack are told, from the corner of the map; null while they are not. */
  odds: Rect | null = $state.raw(null);
  /** Tells where in the window something on the map may be chosen now; of no map while none is shown. */
  choices: () => readonly Point[] = () => [];
  /** Tells where in the window something on the map is worth looking at: pieces, and what decides the match. */
  sights: () => readonly Point[] = () => [];

  /** Open a panel, or close it if it is open. */
  toggle(key: string): void {
    const spec = this.spec(key);
    if (!spec) return;
    this[spec.place] = this[spec.place] === key ? null : key;
  }

  open(key: string): void {
    const spec = this.spec(key);
    if (spec) this[spec.place] = key;
  }

  /** Close what was opened over or beside the map, the uppermost first; whether anything was open. */
  close(): boolean {
    for (const place of ["dialog", "strip", "drawer", "dock"] as const) {
      if (this[place] === null) continue;
      this[place] = null;
      return true;
    }
    return false;
  }

  /** Close all that was opened: it belongs to the match that is left. */
  leave(): void {
    this.dialog = this.strip = this.drawer = this.dock = this.overlay = null;
  }

  get anyOpen(): boolean {
    return [this.dialog, this.strip, this.drawer, this.dock].some((one) => one !== null);
  }

  isOpen(key: string): boolean {
    const spec = this.spec(key);
    return spec !== undefined && this[spec.place] === key;
  }

  spec(key: string | null): PanelSpec | undefined {
    return panels.find((panel) => panel.key === key);
  }
}

export const shell = new Shell();
