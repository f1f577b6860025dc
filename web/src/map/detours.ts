import type { Camera, Rect } from "./camera";

/** What holds the map where it is, until somebody moves it. */
export interface Hold {
  /** Whether it still lies as it was opened. */
  readonly untouched: boolean;
  /** Whether all of it is shown. */
  readonly fitted: boolean;
  /** What it was opened with. */
  readonly framed: Rect | null;
  /** Where the eye was before the page took it to what may be chosen. */
  readonly left: Camera | null;
}

/** Somebody has moved it. */
export const LOOSE: Hold = { untouched: false, fitted: false, framed: null, left: null };

/** Where the map lay, and what held it there. */
export interface Place {
  readonly camera: Camera;
  readonly hold: Hold;
}

/**
 * Where the map lay before the page moved it for the choices of an order, so that it can go back there when they are
 * taken back.
 */
export class Detours {
  private made: { depth: number; from: Place }[] = [];
  private depth = 0;

  /** The page moves the map, away `from` here. Of several moves for the same choice only the first counts. */
  note(from: Place): void {
    if (this.depth > 0 && this.made.at(-1)?.depth !== this.depth) this.made.push({ depth: this.depth, from });
  }

  /** So many choices are made now: where the map lay before those that are no longer; null if none of them moved it. */
  back(depth: number): Place | null {
    const undone = this.made.find((one) => one.depth > depth);
    this.made = this.made.filter((one) => one.depth <= depth);
    this.depth = depth;
    return undone?.from ?? null;
  }

  /** The map stays where it is, whatever is taken back. */
  forget(): void {
    this.made = [];
  }
}
