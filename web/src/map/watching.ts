import type { Standing } from "./front";

/** What is told of the eye. */
export interface Watching {
  /** It is elsewhere now. */
  readonly moved: () => void;
  /** It will be elsewhere with the next frames: see `fly`. */
  readonly leaving: () => void;
  /** It has come to where it was sent, not by somebody's hand. */
  readonly arrived: () => void;
  /** Where counters stand. */
  readonly standing: () => readonly Standing[];
}
