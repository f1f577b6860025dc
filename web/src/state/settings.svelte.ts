import type { AskBefore } from "../orders/leaving";

/** What a person set up for this browser. */
export interface Wishes {
  theme: "auto" | "light" | "dark";
  palette: "standard" | "colour-blind";
  /** Text size in per cent. */
  text: 90 | 100 | 115 | 130 | 150;
  /** How fast pieces and dice move; 0 is not at all. */
  speed: 0 | 0.5 | 1 | 2;
  /** Whether the tour was seen. */
  toured: boolean;
  /** Whether hovering explains why something is not possible. */
  explain: boolean;
  /** Whether steps with nothing to decide pass by themselves. */
  routine: boolean;
  /** When to ask before a step is ended. */
  ask: AskBefore;
  /** Whether the briefing opens at the beginning of a match. */
  briefing: boolean;
  /** Whether pieces have a rim that tells friend from foe. */
  rims: boolean;
  /** How loud what happens is, in per cent; 0 is silent. */
  volume: number;
  /** Whether the desktop tells when it is the player's turn and the page is out of sight. */
  notify: boolean;
  /** The computer that was chosen last as an opponent; "" before. */
  level: string;
}

const PLAIN: Wishes = {
  theme: "auto",
  palette: "standard",
  text: 100,
  speed: 1,
  toured: false,
  explain: true,
  routine: true,
  ask: "matters",
  briefing: true,
  rims: false,
  volume: 0,
  notify: false,
  level: "",
};
const KEY = "phaseline.settings";

class Settings implements Wishes {
  theme: Wishes["theme"] = $state(PLAIN.theme);
  palette: Wishes["palette"] = $state(PLAIN.palette);
  text: Wishes["text"] = $state(PLAIN.text);
  speed: Wishes["speed"] = $state(PLAIN.speed);
  toured: boolean = $state(PLAIN.toured);
  explain: boolean = $state(PLAIN.explain);
  routine: boolean = $state(PLAIN.routine);
  ask: AskBefore = $state(PLAIN.ask);
  briefing: boolean = $state(PLAIN.briefing);
  rims: boolean = $state(PLAIN.rims);
  volume: number = $state(PLAIN.volume);
  notify: boolean = $state(PLAIN.notify);
  level: string = $state(PLAIN.level);
  private systemDark: boolean = $state(false);
  private systemStill: boolean = $state(false);

  constructor() {
    Object.assign(this, PLAIN, stored());
    if (typeof matchMedia !== "function") return;
    const dark = matchMedia("(prefers-color-scheme: dark)");
    this.systemDark = dark.matches;
    dark.addEventListener("change", () => {
      this.systemDark = dark.matches;
    });
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    this.systemStill = still.matches;
    still.addEventListener("change", () => {
      this.systemStill = still.matches;
    });
    if (still.matches && !("speed" in stored())) this.speed = 0;
  }

  get dark(): boolean {
    return this.theme === "dark" || (this.theme === "auto" && this.systemDark);
  }

  /** Whether the map jumps to where it is sent instead of gliding there. */
  get still(): boolean {
    return this.systemStill || this.speed === 0;
  }

  /** Change some settings and remember them. */
  set(changes: Partial<Wishes>): void {
    Object.assign(this, changes);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.wishes()));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }

  private wishes(): Wishes {
    const { theme, palette, text, speed, toured, explain, routine, ask, briefing, rims, volume, notify } =
      this;
    const { level } = this;
    return {
      theme,
      palette,
      text,
      speed,
      toured,
      explain,
      routine,
      ask,
      briefing,
      rims,
      volume,
      notify,
      level,
    };
  }
}

function stored(): Partial<Wishes> {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof read === "object" && read !== null ? read : {};
  } catch {
    return {};
  }
}

export const settings = new Settings();
