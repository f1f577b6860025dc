import { settings } from "../../state/settings.svelte";

const KEY = "phaseline.tour";
/** So many matches keep the guide they are played with; the one begun last is the first. */
const KEPT = 12;

/** How far the guide of a match is. */
interface Progress {
  match: string;
  step: number;
  /** Which guide: the name of one of `GUIDES`. */
  guide: string;
}

/** Which matches are played with a guide, and how far it is. Kept in this browser: a guide goes on where it was left. */
export class Tour {
  private kept: readonly Progress[] = $state.raw(read());

  constructor() {
    // What another page of this browser keeps is kept here, too: else the next step taken here would write over it.
    window.addEventListener("storage", ({ key }) => {
      if (key === KEY || key === null) this.kept = read();
    });
  }

  /** How far the guide of a match is; null when none is on. */
  of(match: string): Progress | null {
    return this.kept.find((one) => one.match === match) ?? null;
  }

  begin(match: string, guide = "ford"): void {
    this.keep([{ match, step: 0, guide }, ...this.others(match)].slice(0, KEPT));
  }

  go(match: string, step: number): void {
    this.keep(this.kept.map((one) => (one.match === match ? { ...one, step } : one)));
  }

  end(match: string): void {
    settings.set({ toured: true });
    this.keep(this.others(match));
  }

  private others(match: string): Progress[] {
    return this.kept.filter((one) => one.match !== match);
  }

  private keep(kept: readonly Progress[]): void {
    this.kept = kept;
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing has a guide all the same, until it is closed.
    }
  }
}

/** What this browser has kept; nothing where it cannot be read. */
function read(): Progress[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isProgress) : [];
  } catch {
    return []; // what is no JSON was not written by this page, and nothing can be read where nothing is kept
  }
}

function isProgress(found: unknown): found is Progress {
  const { match, step, guide } = (found ?? {}) as Partial<Progress>;
  return typeof match === "string" && typeof step === "number" && typeof guide === "string";
}

export const tour = new Tour();
