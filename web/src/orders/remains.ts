import type { OrderKind } from "../wire";

/** What a step still offers besides ending it: something of use, only what gains nobody anything, or nothing. */
export type Remains = "something" | "idle" | "nothing";

/** What takes back something that was ordered in the same step: nobody who is done misses it. */
const TAKES_BACK = new Set(["call-off", "waive", "cancel", "scrap", "clear", "lift", "off"]);

/**
 * What is left to order in a step. What gives up something one has, or takes back what was ordered, is nothing that is left to do.
 */
export function remains(legal: readonly OrderKind[]): Remains {
  const kinds = legal.filter((kind) => !kind.passes && !kind.gives_up && !TAKES_BACK.has(kind.verb));
  if (kinds.some((kind) => kind.fields.length === 0 || kind.count > kind.idle.length)) return "something";
  return kinds.length > 0 ? "idle" : "nothing";
}

/** What is told of it where the step is ended; `left` are the texts of what can still be done, as `7 units can still move`. */
export function saysWhatRemains(rest: Remains, left: readonly string[]): string {
  if (rest === "nothing") return "Nothing is left to do in this step.";
  if (rest === "idle") return "Who can still act in this step gains nothing by it.";
  return left.length > 0 ? `Still to be done: ${left.join(", ")}.` : "More can be ordered in this step.";
}
