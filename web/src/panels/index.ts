import type { Component } from "svelte";
import type { Session } from "../state/session.svelte";
import type { IconName } from "../ui/icons";

/**
 * A panel of the match view. `place` says where it lives:
 *
 * - `dock`: a tab in the column on the right, one shown at a time;
 * - `drawer`: slides over the map from the left (rules);
 * - `strip`: a full-width strip between map and order bar (replay);
 * - `dialog`: in the middle, with the rest dimmed (settings, keyboard help).
 */
export interface PanelSpec {
  key: string;
  title: string;
  icon: IconName;
  place: "dock" | "drawer" | "strip" | "dialog";
  /** Keys that open and close it, as in the key registry. */
  keys: string[];
  /** Has its keys, but no button of its own in the top bar: it is reached from the menu. */
  quiet?: boolean;
  /** Shown without props; it takes the match with `useSession()`. */
  component: Component;
  /** When false for a match, the panel is not offered. */
  when?(session: Session): boolean;
}

/** Every panel, in the order of the tabs. A game may add one with a `when` that asks for its key. */
export const panels: PanelSpec[] = [];
