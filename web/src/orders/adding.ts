import { sentence } from "../shared/text";
import type { Session } from "../state/session.svelte";
import type { OrderKind, Refusal, Value } from "../wire";

/** Milliseconds that the service may take to show what an order has done. */
const PATIENCE = 20_000;

/** Wait until what an order has done is shown; whether it was carried out, as far as is told by then. */
export async function shown(session: Session, before: number | undefined): Promise<boolean> {
  const until = Date.now() + PATIENCE;
  while (session.state?.stamp === before || session.busy) {
    if (Date.now() > until || !session.state) return false;
    if (session.notices.some((notice) => notice.tone === "bad")) return false;
    await new Promise((done) => setTimeout(done, 10));
  }
  return true;
}

/** The order by which all of these units, and perhaps others, are added to what is put together; none where there is none. */
export function addingOf(session: Session, units: readonly number[]): OrderKind | undefined {
  return session.state?.legal.find(
    ({ adds, fields, units: able }) =>
      adds && fields.length === 1 && units.every((unit) => able.includes(unit)),
  );
}

/**
 * Add several to what is put together, one after the other, so that each can be taken back by itself: all that may be added,
 * or those that are named. Whoever may no longer, once others have been added, stays out.
 */
export async function addAll(session: Session, verb: string, named?: readonly Value[]): Promise<void> {
  const wanted = named ?? (await listed(session, verb));
  if (wanted.length === 0) return;
  const out: Value[] = [];
  let added = 0;
  for (const value of wanted) {
    const { state } = session;
    const kind = state?.legal.find((one) => one.verb === verb);
    if (!state || !kind || !mayTake(kind, value)) {
      out.push(value);
      continue;
    }
    if (!(await session.give(verb, [value])) || !(await shown(session, state.stamp))) return;
    added += 1;
  }
  const [first] = out;
  const all =
    first === undefined ? `All ${added} are` : `${added} of ${wanted.length} ${added === 1 ? "is" : "are"}`;
  const reason = first === undefined ? null : await why(session, verb, first);
  const rest = reason ? ` ${sentence(reason.text)}` : "";
  session.notify(
    "info",
    `${all} added${added === 1 ? "" : ", each to be taken back by itself"}.${rest}`,
    reason?.case ?? "",
  );
}

/** Whether the first field of an order may have this value, as far as that is known: not where there are too many to be told. */
function mayTake({ units, first }: OrderKind, value: Value): boolean {
  const able = [...units, ...first.map((choice) => choice.value)];
  return able.length === 0 || able.includes(value);
}

/** Why one cannot be added any more; null where that is not known. */
async function why(session: Session, verb: string, value: Value): Promise<Refusal | null> {
  try {
    return (await session.ask("why", { verb, chosen: [value] })).refusal;
  } catch {
    return null;
  }
}

/** All that may be added; none where the question was overtaken by events. */
async function listed(session: Session, verb: string): Promise<readonly Value[]> {
  try {
    return (await session.ask("values", { verb, chosen: [] })).values.map(({ value }) => value);
  } catch {
    return [];
  }
}
