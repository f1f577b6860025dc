import type { Session } from "./session.svelte";

/** Whether the only order there is will be given unasked: then nothing is asked of the person yet. `on` is the person's wish. */
export function goesOn({ bound, state }: Pick<Session, "bound" | "state">, on: boolean): boolean {
  return on && bound === "on" && state?.sole != null;
}

/**
 * Goes on by itself where there is nothing to decide: gives the only order there is, which the service says settles
 * nothing. What is taken back is taken back to where something was decided, and stays there until the next order.
 */
export class Routine {
  private seen = -1;

  constructor(private readonly session: Session) {}

  /** Look at the present state, once; `on` is the person's wish. */
  sync(on: boolean): void {
    const { session } = this;
    const { state } = session;
    if (!state || session.busy || !session.myTurn || state.stamp === this.seen) return;
    this.seen = state.stamp;
    const bound = session.bound;
    if (goesOn(session, on) && state.sole) void session.giveUnasked(state.sole);
    else if (bound === "back" && on && state.sole && state.undo.possible) void session.undo();
    else if (bound === "again" && on && state.sole && state.redo) void session.redo();
    else if (bound !== "on") session.bound = "nowhere";
  }
}
