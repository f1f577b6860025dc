import { flushSync } from "svelte";
import { beforeEach, describe, expect, it } from "vitest";
import { cannedState, fakeService } from "../src/fake";
import { goesOn, Routine } from "../src/state/routine";
import { Session } from "../src/state/session.svelte";
import type { Sole, Moment } from "../src/wire";

/** Let answers that are on their way come in. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve();
  await new Promise((done) => setTimeout(done, 0));
  flushSync();
}

const verb = cannedState.legal[0]!.verb;
const SOLE: Sole = { verb, values: [], title: "Done" };

async function open(changes: Partial<Moment> = {}): Promise<{ session: Session; routine: Routine }> {
  const session = new Session(fakeService(changes), "fake", 0);
  await session.open();
  await settle();
  return { session, routine: new Routine(session) };
}

describe("steps with nothing to decide", () => {
  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
  });

  it("ask nothing of the person while they go on by themselves", async () => {
    const { session } = await open({ sole: SOLE });
    expect(goesOn(session, true)).toBe(true);
    expect(goesOn(session, false)).toBe(false);
    session.bound = "nowhere";
    expect(goesOn(session, true)).toBe(false);
    const { session: other } = await open();
    expect(goesOn(other, true)).toBe(false);
  });

  it("pass by themselves, and whoever sits here is told once", async () => {
    const { session, routine } = await open({ sole: SOLE });
    const before = session.state!.entry;
    routine.sync(true);
    routine.sync(true);
    await settle();
    expect(session.state!.entry).toBe(before + 1);
    routine.sync(true);
    await settle();
    expect(session.state!.entry).toBe(before + 2);
    expect(session.notices).toHaveLength(1);
    expect(session.notices[0]).toMatchObject({ tone: "info" });
    expect(session.notices[0]!.unasked).toHaveLength(2);
    expect(session.notices[0]!.text).toMatch(/given for you: Done \([^)]+\)\.$/);
  });

  it("are known again when the match is opened again, and given by oneself they are forgotten", async () => {
    const { session, routine } = await open({ sole: SOLE });
    const entry = session.state!.entry + 1;
    routine.sync(true);
    await settle();
    const { session: again } = await open({ sole: SOLE });
    expect(again.passed.has(entry)).toBe(true);
    await again.give(verb, []);
    expect(again.passed.has(again.state!.entry)).toBe(false);
    localStorage.setItem("phaseline.passed.fake", "{ no list");
    expect((await open()).session.passed.size).toBe(0);
  });

  it("wait where the person wants that, where something is decided, and for another's turn", async () => {
    for (const [on, changes] of [
      [false, { sole: SOLE }],
      [true, { sole: null }],
      [true, { sole: SOLE, legal: [], waiting: [1] }],
    ] as const) {
      const { session, routine } = await open(changes as Partial<Moment>);
      const before = session.state!.entry;
      routine.sync(on);
      await settle();
      expect(session.state!.entry).toBe(before);
      expect(session.notices).toEqual([]);
    }
  });

  it("are taken back along with what led to them, and not given again at once", async () => {
    const { session, routine } = await open({ sole: SOLE, undo: { possible: true, why: null } });
    const asked: string[] = [];
    const ask = session.ask.bind(session);
    session.ask = ((what: "undo", args: Record<string, never>) => {
      asked.push(what);
      if (what === "undo") {
        const state = session.state!;
        const first = asked.length === 1;
        const undo = { possible: first, why: null };
        session.state = { ...state, stamp: state.stamp + 1, sole: first ? SOLE : null, undo };
        return Promise.resolve({ entry: 0 });
      }
      return ask(what, args);
    }) as typeof session.ask;
    await session.undo();
    routine.sync(true);
    await settle();
    routine.sync(true);
    await settle();
    expect(asked).toEqual(["undo", "undo"]);
    session.state = { ...session.state!, stamp: 900, sole: SOLE };
    routine.sync(true);
    await settle();
    expect(asked).toEqual(["undo", "undo"]);
  });
});
