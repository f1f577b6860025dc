import type { Board } from "./board";

/** What the ruler shows: the hexes from end to end, and how many steps that is. */
export interface Measure {
  path: readonly number[];
  steps: number;
}

/** A ruler on the map: from the hex it was laid on to the one that is pointed at. */
export class Ruler {
  /** The hex that is measured from; null while the ruler is put away. */
  from: number | null = $state(null);

  constructor(
    private readonly board: Board,
    private readonly pointed: () => number | null,
  ) {}

  /** Lay the ruler on a hex, or put it away. */
  toggle(hex: number | null): void {
    this.from = this.from === null ? hex : null;
  }

  readonly measure: Measure | null = $derived.by(() => {
    const { from } = this;
    const to = this.pointed() ?? from;
    if (from === null || to === null) return null;
    const path = this.board.line(from, to);
    return path && { path, steps: this.board.distance(from, to) ?? 0 };
  });
}
