import type { Component } from "svelte";
import type { Session } from "../state/session.svelte";
import type { IconName } from "../ui/icons";
import About from "./about/About.svelte";
import Aims from "./aims/Aims.svelte";
import Advice from "./advice/Advice.svelte";
import Effects from "./charts/Effects.svelte";
import Charts from "./charts/Charts.svelte";
import End from "./end/End.svelte";
import Log from "./log/Log.svelte";
import Mail from "./mail/Mail.svelte";
import Menu from "./menu/Menu.svelte";
import Odds from "./odds/Odds.svelte";
import Replay from "./replay/Replay.svelte";
import Rules from "./rules/Rules.svelte";
import Keys from "./settings/Keys.svelte";
import Settings from "./settings/Settings.svelte";
import OrderOfBattle from "./tables/OrderOfBattle.svelte";
import { byMail } from "../shared/players";
import Turns from "./tables/Turns.svelte";

/**
 * A panel of the match view. `place` says where it lives:
 *
 * - `dock`: a tab in the column on the right, one shown at a time;
 * - `drawer`: a column on the left, beside what the dock shows (rules);
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
export const panels: PanelSpec[] = [
  { key: "log", title: "Log", icon: "log", place: "dock", keys: ["L"], component: Log },
  { key: "odds", title: "Odds", icon: "dice", place: "dock", keys: ["B"], component: Odds },
  {
    key: "units",
    title: "Order of battle",
    icon: "units",
    place: "dock",
    keys: ["O"],
    component: OrderOfBattle,
  },
  {
    key: "turns",
    title: "Turns and arrivals",
    icon: "calendar",
    place: "dock",
    keys: ["T"],
    component: Turns,
  },
  { key: "charts", title: "Charts", icon: "chart", place: "dock", keys: ["C"], component: Charts },
  { key: "aims", title: "Aims and briefing", icon: "flag", place: "dock", keys: ["I"], component: Aims },
  { key: "advice", title: "Advice", icon: "bulb", place: "dock", keys: ["J"], component: Advice },
  { key: "rules", title: "Rules", icon: "book", place: "drawer", keys: ["R"], component: Rules },
  { key: "replay", title: "Replay", icon: "clock", place: "strip", keys: ["H"], component: Replay },
  {
    key: "mail",
    title: "Play by mail",
    icon: "mail",
    place: "dialog",
    keys: ["F9"],
    component: Mail,
    when: (session) => byMail(session.summary),
  },
  {
    key: "end",
    title: "How it ended",
    icon: "cup",
    place: "dialog",
    keys: ["F8"],
    component: End,
    when: (session) => session.state?.outcome != null,
  },
  {
    key: "effects",
    title: "Tables: results, terrain, weather",
    icon: "chart",
    place: "dialog",
    keys: ["F2"],
    component: Effects,
    quiet: true,
  },
  { key: "menu", title: "Menu", icon: "menu", place: "dialog", keys: ["F10"], component: Menu },
  {
    key: "settings",
    title: "Settings",
    icon: "gear",
    place: "dialog",
    keys: [","],
    component: Settings,
    quiet: true,
  },
  {
    key: "keys",
    title: "Keyboard",
    icon: "keyboard",
    place: "dialog",
    keys: ["F1", "Ctrl+/"],
    component: Keys,
    quiet: true,
  },
  {
    key: "about",
    title: "About Phaseline",
    icon: "info",
    place: "dialog",
    keys: [],
    component: About,
    quiet: true,
  },
];
