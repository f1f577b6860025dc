import type { Placed } from "./stacks";

const FAN_AFTER = 220;
const FOLD_AFTER = 260;
const EXPLAIN_AFTER = 420;

/** What happens when the pointer rests: a stack fans out or folds again, and it is explained what cannot be chosen. */
export class Lingering {
  private fanTimer: ReturnType<typeof setTimeout> | undefined;
  private explainTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param fan fans out the stack of a hex with the piece that stays where it is; with null it folds what is fanned out. */
  constructor(private readonly fan: (hex: number | null, kept: Placed | null) => void) {}

  close(): void {
    clearTimeout(this.fanTimer);
    this.hush();
  }

  /** Fan out the stack of this hex soon, unless it is fanned out already; null: fold it. */
  fanLater(hex: number | null, kept: Placed | null, fanned: number | null): void {
    clearTimeout(this.fanTimer);
    if (hex === fanned && hex !== null) return;
    this.fanTimer = setTimeout(
      () => {
        this.fan(hex, kept);
      },
      hex === null ? FOLD_AFTER : FAN_AFTER,
    );
  }

  explainLater(explain: () => void): void {
    this.hush();
    this.explainTimer = setTimeout(explain, EXPLAIN_AFTER);
  }

  /** Explain nothing. */
  hush(): void {
    clearTimeout(this.explainTimer);
  }
}
