import type { Placed } from "./stacks";

const FAN_AFTER = 220;
const FOLD_AFTER = 260;
const EXPLAIN_AFTER = 420;

/** What happens when the pointer rests: a stack fans out or folds again, and it is explained what cannot be chosen. */
export class Lingering {
  private fanTimer: ReturnType<typeof setTimeout> | undefined;
  private explainTimer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param fan fans out the stack of a hex with the piece that stays where it is; with null it folds what is fanned out.
   * @param settled does something once it is known what may be chosen: a click may have lit up hexes that a fan would hide.
   */
  constructor(
    private readonly fan: (hex: number | null, kept: Placed | null) => void,
    private readonly settled: (then: () => void) => void,
  ) {}

  close(): void {
    clearTimeout(this.fanTimer);
    this.fanTimer = undefined;
    this.hush();
  }

  /** Fan out the stack of this hex soon, unless it is fanned out already; null: fold it. */
  fanLater(hex: number | null, kept: Placed | null, fanned: number | null): void {
    clearTimeout(this.fanTimer);
    this.fanTimer = undefined;
    if (hex === fanned && hex !== null) return;
    const timer = setTimeout(
      () => {
        this.settled(() => {
          if (this.fanTimer === timer) this.fan(hex, kept);
        });
      },
      hex === null ? FOLD_AFTER : FAN_AFTER,
    );
    this.fanTimer = timer;
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
