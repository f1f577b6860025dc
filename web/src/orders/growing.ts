import type { Choice, Value } from "../wire";
import { forced, learned, ready, settled, unknown, valuesOf, type Desk } from "./desk";

/** What the service says may come next in an order of which so much is chosen. */
export type Asked = (verb: string, chosen: Value[]) => Promise<readonly Choice[]>;

/** A desk with all that may come next, as the service says; what nobody needs to be asked is chosen. Of an order that is
 * begun, that is the one unit or hex which can be chosen, too, as long as the order is not given by it. */
export async function grown(desk: Desk, ask: Asked, isBegun = true): Promise<Desk> {
  let known = await learnt(desk, ask);
  for (;;) {
    const taken = isBegun ? forced(known) : null;
    if (!taken) return known;
    const further = await learnt(taken, ask);
    if (further.branches.length === 0 || ready(further)) return known;
    known = further;
  }
}

/** A desk with all that may come next, as the service says; what is neither unit nor hex and stands alone is chosen. */
async function learnt(desk: Desk, ask: Asked): Promise<Desk> {
  for (;;) {
    const open = unknown(desk);
    if (open.length === 0) return desk;
    const answers = await Promise.allSettled(open.map((branch) => ask(branch.kind.verb, valuesOf(branch))));
    open.forEach((branch, index) => {
      const answer = answers[index];
      desk = learned(desk, branch, answer?.status === "fulfilled" ? answer.value : []);
    });
    desk = settled(desk);
  }
}
