import type { OrderKind, Stake } from "../wire";

/** When a person is asked before a step is ended. */
export type AskBefore = "never" | "matters" | "always";

/** What stands against ending a step just now. */
export interface Reasons {
  /** What would be lost, or is in danger. */
  stakes: readonly Stake[];
  /** What could still be done: `7 units can still move`. */
  left: readonly string[];
}

/**
 * Why to ask before a step is ended; null when there is no need.
 *
 * It matters when something that decides the match would be lost as things stand, and somebody else decides next: with
 * more of its own to do, a side has lost nothing yet. Whoever always wants to be asked is
 * asked, too, when anything could still be done.
 */
export function reasons(
  kind: Pick<OrderKind, "passes">,
  when: AskBefore,
  stakes: readonly Stake[],
  left: readonly string[],
  hasMore: boolean,
): Reasons | null {
  if (!kind.passes || when === "never") return null;
  const lost = hasMore ? [] : stakes.filter((stake) => stake.level === "red");
  if (lost.length > 0) return { stakes: lost, left };
  return when === "always" && left.length > 0 ? { stakes: [], left } : null;
}
