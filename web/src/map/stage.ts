import type { Session, Stage } from "../state/session.svelte";
import { settings } from "../state/settings.svelte";
import { sideColour } from "./colours";
import type { MapView } from "./view";

/** What the rest of the page may ask of a map; `seats` are those of the game. */
export function stageOf(view: MapView, session: Session, seats: () => readonly string[]): Stage {
  return {
    show: (hexes, options) => {
      view.eye.show(hexes, { zoom: options?.zoom ?? false });
      if (options?.flash) view.effects.flash(hexes);
    },
    arrows: (ways) => {
      const [all, { palette, speed }] = [seats(), settings];
      view.later("arrows", () => {
        view.arrows.set(ways, (side) => sideColour(side, all, palette), speed === 0);
      });
    },
    showUnit: (unit) => {
      const piece = session.shown?.sheet.pieces.find((one) => one.unit === unit);
      if (piece?.hex == null) return false;
      view.eye.show([piece.hex]);
      view.effects.flash([piece.hex]);
      return true;
    },
  };
}
