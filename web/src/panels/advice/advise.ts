import type { Session } from "../../state/session.svelte";

/** Ask the staff what to order; whether there is anything to decide. */
export async function advise(session: Session): Promise<boolean> {
  const { state } = session;
  session.hush();
  const { hint: suggestion } = await session.ask("hint", {});
  session.pointed = null;
  const kind = state?.legal.find((one) => one.verb === suggestion?.verb);
  session.hint =
    suggestion && state ? { suggestion, title: kind?.title ?? suggestion.verb, stamp: state.stamp } : null;
  return suggestion !== null;
}
