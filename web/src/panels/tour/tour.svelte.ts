import { settings } from "../../state/settings.svelte";

const KEY = "phaseline.tour";

/** Which match the tour is on, and how far. Kept for this tab, so that a reload goes on with it. */
class Tour {
  match: string | null = $state(null);
  step: number = $state(0);
  /** Which guide: the name of one of `GUIDES`. */
  guide: string = $state("ford");

  constructor() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as {
        match: string;
        step: number;
        guide?: string;
      } | null;
      if (kept) [this.match, this.step, this.guide] = [kept.match, kept.step, kept.guide ?? "ford"];
    } catch {
      // Nothing was kept that could be read: there is no tour on.
    }
  }

  begin(match: string, guide = "ford"): void {
    this.match = match;
    this.guide = guide;
    this.go(0);
  }

  go(step: number): void {
    this.step = step;
    this.keep();
  }

  end(): void {
    this.match = null;
    settings.set({ toured: true });
    this.keep();
  }

  private keep(): void {
    if (this.match === null) sessionStorage.removeItem(KEY);
    else
      sessionStorage.setItem(KEY, JSON.stringify({ match: this.match, step: this.step, guide: this.guide }));
  }
}

export const tour = new Tour();
