import { settings } from "../../state/settings.svelte";

const KEY = "phaseline.tour";

/** Which match the tour is on, and how far. Kept for this tab, so that a reload goes on with it. */
class Tour {
  match: string | null = $state(null);
  step: number = $state(0);

  constructor() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as {
        match: string;
        step: number;
      } | null;
      if (kept) [this.match, this.step] = [kept.match, kept.step];
    } catch {
      // Nothing was kept that could be read: there is no tour on.
    }
  }

  begin(match: string): void {
    this.match = match;
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
    else sessionStorage.setItem(KEY, JSON.stringify({ match: this.match, step: this.step }));
  }
}

export const tour = new Tour();
