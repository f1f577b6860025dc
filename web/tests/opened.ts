import { flushSync } from "svelte";
import type { Service } from "../src/net";
import { Bench } from "../src/orders/bench.svelte";
import { Session } from "../src/state/session.svelte";

/** Let answers that are on their way come in, and so many milliseconds go by. */
export async function settle(time = 0): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve();
  await new Promise((done) => setTimeout(done, time));
  flushSync();
}

/** A match of a service as a page has it open, with all that may be ordered at first. */
export async function opened(service: Service, seat: number | null = 0) {
  const session = new Session(service, "fake", seat);
  await session.open();
  await settle();
  const bench = new Bench(session);
  bench.sync();
  await settle();
  return { session, bench };
}
