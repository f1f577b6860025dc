import type { Line, OrderKind, Stake } from "../wire";

/** When a person is asked before a step is ended. */
export type AskBefore = "never" | "matters" | "always";

/** What stands against ending a step just now. */
export interface Reasons {
  /** What would be lost, or is in danger. */
  stakes: readonly Stake[];
  /** What does not keep: `69 production points`. */
  unspent: readonly Line[];
  /** What could still be done: `7 units can still move`. */
  left: readonly string[];
}

/** How things stand when a step is to be ended. */
export interface Leaving {
  when: AskBefore;
  stakes: readonly Stake[];
  left: readonly string[];
  /** Whether the side has more of its own to do before somebody else decides. */
  hasMore: boolean;
  unspent: readonly Line[];
}

/**
 * Why to ask before a step is ended; null when there is no need.
 *
 * It matters when something that decides the match would be lost as things stand, and somebody else decides next: with
 * more of its own to do, a side has lost nothing yet. It matters, too, when something is left that
 * does not keep. Whoever always wants to be asked is
 * asked, too, when anything could still be done.
 */
export function reasons(
  kind: Pick<OrderKind, "passes">,
  { when, stakes, left, hasMore, unspent }: Leaving,
): Reasons | null {
  if (!kind.passes || when === "never") return null;
  const lost = hasMore ? [] : stakes.filter((stake) => stake.level === "red");
  const matters = lost.length > 0 || unspent.length > 0;
  return matters || (when === "always" && left.length > 0) ? { stakes: lost, unspent, left } : null;
}
