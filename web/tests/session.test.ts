import { beforeEach, describe, expect, it } from "vitest";
import { cannedState, fakeService } from "../src/fake";
import type { LiveListener } from "../src/net/live";
import { advise } from "../src/panels/advice/advise";
import { Session } from "../src/state/session.svelte";

async function followed() {
  const service = fakeService();
  const listeners: LiveListener[] = [];
  const live: typeof service.live = (match, seat, since, listener) => {
    listeners.push(listener);
    return service.live(match, seat, since, listener);
  };
  const session = new Session({ ...service, live }, "fake", 0);
  await session.open();
  await new Promise((done) => setTimeout(done, 0));
  return { session, hears: listeners[0]! };
}

describe("a match that is followed", () => {
  beforeEach(() => {
    sessionStorage.clear();
  });

  it("stays the same while a computer begins to think, tells how far it is, and ends", async () => {
    const { session, hears } = await followed();
    const { state } = session;
    expect(state).not.toBeNull();
    hears.thinking(1, "now", 0.5);
    hears.thinking(1, "now", 0.75);
    expect(session.thinking).toEqual([1]);
    expect(session.far).toBe(0.75);
    hears.thinking(1, null, null);
    expect(session.thinking).toEqual([]);
    expect(session.far).toBeNull();
    expect(session.state).toBe(state);
  });

  it("calls units by their names, and by their keys where only those tell namesakes apart", async () => {
    const { session } = await followed();
    const [first] = session.map!.roster;
    session.map = { ...session.map!, roster: [{ ...first!, title: "3rd Infantry Division (br-003)" }] };
    expect(session.unitName(first!.unit)).toBe("3rd Infantry Division");
    expect(session.unitTitle(first!.unit)).toBe("3rd Infantry Division (br-003)");
  });

  it("begins anew with whoever thinks in a new state", async () => {
    const { session, hears } = await followed();
    hears.thinking(1, "now", null);
    hears.state({ ...cannedState, thinking: [0] });
    expect(session.thinking).toEqual([0]);
  });

  it("is new until something is ordered that is not given unasked", async () => {
    const cases: [number, number[], boolean][] = [
      [0, [], true],
      [1, [], true],
      [2, [], false],
      [2, [1], true],
      [3, [1], false],
    ];
    for (const [entry, unasked, isNew] of cases) {
      const { session, hears } = await followed();
      session.state = null; // as it is before anything is heard
      session.passed.clear();
      for (const one of unasked) session.passed.add(one);
      hears.state({ ...cannedState, entry });
      expect([session.isNew, session.isFresh], `${entry} ${unasked}`).toEqual([isNew, isNew]);
      hears.state({ ...cannedState, entry: entry + 5 });
      expect([session.isNew, session.isFresh]).toEqual([isNew, false]);
    }
  });

  it("is no longer fresh once something is ordered here, be it the first entry of the match", async () => {
    const { session, hears } = await followed();
    session.state = null;
    hears.state({ ...cannedState, entry: 0 });
    expect(session.isFresh).toBe(true);
    await session.giveText("plan-none");
    hears.state({ ...cannedState, entry: 1 });
    expect([session.isNew, session.isFresh]).toEqual([true, false]);
  });

  it("is back in the present once that is asked for, whatever of the past is still on its way", async () => {
    const { session } = await followed();
    const back = session.lookBack(1);
    await session.lookBack(null);
    await back;
    expect(session.past).toBeNull();
    const [first, second] = [session.lookBack(1), session.lookBack(0)];
    await second;
    const shown = session.past;
    expect(shown).not.toBeNull();
    await first;
    expect(session.past).toBe(shown);
  });

  it("tells no longer of what was ordered once there is another order, a hint or a phase", async () => {
    const told = "All 3 have their orders.";
    for (const [next, stays] of [
      [(session: Session) => session.undo(), false],
      [(session: Session) => session.giveText("done"), false],
      [(session: Session) => advise(session), false],
      [(_: Session, hears: LiveListener) => hears.state({ ...cannedState, place: ["Turn 9"] }), false],
      [(_: Session, hears: LiveListener) => hears.state({ ...cannedState, stamp: 9 }), true],
    ] as const) {
      const { session, hears } = await followed();
      session.notify("info", told);
      await next(session, hears);
      expect(session.notices.map(({ text }) => text)).toEqual(stays ? [told] : []);
    }
  });
});
