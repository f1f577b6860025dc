import { messageOf, type Session } from "../state/session.svelte";

/** The answer to a question about the match, kept fresh. */
export class Answered<T> {
  value: T | null = $state.raw(null);
  problem: string | null = $state(null);
  asked: boolean = $state(false);
}

/** Least time between two askings, so that fast computers do not drown the service. */
const REST_MS = 400;

/**
 * Ask while the component is there: at once, and again whenever the match has moved on.
 *
 * `also` names further things to ask anew for: what it reads is followed.
 */
export function follow<T>(
  session: Session,
  ask: () => Promise<T>,
  also: () => unknown = () => null,
): Answered<T> {
  const answered = new Answered<T>();
  let asking = 0;
  let last = 0;
  $effect(() => {
    also();
    if (!session.state || session.connection !== "open") return;
    // Read so that the effect runs again when the match moves on.
    void session.state.stamp;
    const mine = ++asking;
    const run = async (): Promise<void> => {
      last = Date.now();
      try {
        const value = await ask();
        if (mine !== asking) return;
        answered.value = value;
        answered.problem = null;
      } catch (error) {
        if (mine === asking) answered.problem = messageOf(error);
      }
      answered.asked = true;
    };
    const timer = setTimeout(() => void run(), Math.max(0, last + REST_MS - Date.now()));
    return () => {
      clearTimeout(timer);
    };
  });
  return answered;
}
