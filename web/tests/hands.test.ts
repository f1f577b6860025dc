import { beforeEach, describe, expect, it } from "vitest";
import { cannedMap, fakeService } from "../src/fake";
import { Board } from "../src/map/board";
import { caught, encloses } from "../src/map/lasso";
import { addAll } from "../src/orders/adding";
import { Muster } from "../src/orders/muster.svelte";
import { attackService, TARGET } from "./attack";
import { opened, settle } from "./opened";

async function open() {
  const { session, bench } = await opened(fakeService());
  return { session, bench, muster: new Muster(session, bench) };
}

describe("several units at once", () => {
  beforeEach(() => {
    sessionStorage.clear();
  });

  it("are gathered if they can act, and show where the first may go", async () => {
    const { bench, muster } = await open();
    const units = bench.unitsToAct.slice(0, 2);
    expect(muster.gather([...units, 99999])).toBe(true);
    await settle();
    expect(muster.units).toEqual(units);
    expect(bench.targets.hexes.size).toBeGreaterThan(0);
    expect(muster.dismiss()).toBe(true);
    expect(bench.begun).toBe(false);
  });

  it("come one by one, and leave in the same way", async () => {
    const { bench, muster } = await open();
    const [one, other] = bench.unitsToAct;
    muster.toggle(one!);
    expect(muster.on).toBe(false);
    await settle();
    muster.toggle(other!);
    expect(muster.units).toEqual([one, other]);
    muster.toggle(one!);
    expect(muster.on).toBe(false);
    await settle();
    expect([...bench.selected]).toEqual([other]);
  });

  it("get an order each, and who is refused is told with its reason", async () => {
    const { session, bench, muster } = await open();
    const reach = new Map<number, Set<number>>();
    for (const unit of bench.unitsToAct) {
      bench.reset();
      bench.selectUnit(unit);
      await settle();
      reach.set(unit, new Set(bench.targets.hexes.keys()));
    }
    bench.reset();
    const [first, theirs] = [...reach][0]!;
    const [second, other] = [...reach].at(-1)!;
    const hex = [...theirs].find((one) => !other.has(one))!;
    const before = session.state!.entry;
    muster.gather([first, second]);
    await settle();
    expect(muster.sendTo(hex)).toBe(true);
    for (let turn = 0; turn < 40 && muster.marching; turn++) await settle(20);
    expect(session.state!.entry).toBe(before + 1);
    const notice = session.notices.at(-1)!;
    expect(notice).toMatchObject({ tone: "bad", case: "6.1" });
    expect(notice.text).toContain(session.unitTitle(second));
    expect(notice.text).toContain("1 of 2");
    expect(muster.on).toBe(false);
  });
});

/** Gather units and let them attack; of those only some stand next to the target. */
async function attack(units: number[], near: number[]) {
  const { service, given } = attackService(units, near);
  const { session, bench } = await opened(service);
  const muster = new Muster(session, bench);
  muster.gather(units);
  await settle();
  const { wanted } = muster;
  expect(muster.sendTo(TARGET)).toBe(true);
  for (let turn = 0; turn < 60 && muster.marching; turn++) await settle(20);
  return { given, notice: session.notices.at(-1)!, session, wanted };
}

describe("several units that attack", () => {
  beforeEach(() => {
    sessionStorage.clear();
  });

  it("are all in the attack that the first of them begins", async () => {
    const { given, notice, wanted } = await attack([1, 2, 3], [1, 2, 3]);
    expect(wanted).toBe("choose what they are to attack");
    expect(given).toEqual([`attack 1 ${TARGET}`, "join 2", "join 3"]);
    expect(notice).toMatchObject({ tone: "info" });
    expect(notice.text).toContain("All 3 are in the attack");
    const two = await attack([1, 2], [1, 2]);
    expect(two.notice.text).toContain("All 2 are in the attack");
  });

  it("go on without whoever cannot join, and why is said in words for people", async () => {
    const { given, notice, session } = await attack([1, 2, 3], [1, 3]);
    expect(given).toEqual([`attack 1 ${TARGET}`, "join 3"]);
    expect(session.notices).toHaveLength(1);
    expect(notice).toMatchObject({ tone: "bad", case: "11.21" });
    expect(notice.text).toBe(
      `2 of 3 are in the attack. ${session.unitTitle(2)} stays out: it does not stand next to the target.`,
    );
  });

  it("are told of together where the same stands against them", async () => {
    const { given, notice, session } = await attack([1, 2, 3, 4], [1, 3, 5]);
    expect(given).toEqual([`attack 1 ${TARGET}`, "join 3"]);
    expect(session.notices).toHaveLength(1);
    const stay = `${session.unitTitle(2)} and ${session.unitTitle(4)} stay out`;
    expect(notice.text).toBe(`2 of 4 are in the attack. ${stay}: it does not stand next to the target.`);
    const alone = await attack([1, 2, 3, 4, 5], [1]);
    expect(alone.session.notices).toHaveLength(1);
    expect(alone.notice.text).toMatch(
      /^1 of 5 is in the attack\. .*, .* and 2 others stay out: nobody else can join it\.$/,
    );
  });

  it("are not told of verbs where nobody can join", async () => {
    const { notice } = await attack([1, 2], [1]);
    expect(notice.text).toMatch(/^1 of 2 is in the attack\. .* stays out: nobody else can join it\.$/);
  });
});

describe("a lasso", () => {
  const ring = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 5, y: 2 },
    { x: 0, y: 10 },
  ];

  it("holds what lies within it, not what lies in its bays", () => {
    expect(encloses(ring, { x: 1, y: 3 })).toBe(true);
    expect(encloses(ring, { x: 5, y: 6 })).toBe(false);
    expect(encloses(ring, { x: 11, y: 3 })).toBe(false);
  });

  it("catches nothing while it is hardly drawn", () => {
    expect(caught(ring, [{ x: 1, y: 3, unit: 7 }])).toEqual([{ x: 1, y: 3, unit: 7 }]);
    expect(caught(ring.slice(0, 2), [{ x: 1, y: 3 }])).toEqual([]);
  });
});

describe("the ruler", () => {
  const board = new Board(cannedMap.grid);

  it("counts the steps that a walk through open land would take", () => {
    const start = board.hexes[0]!;
    const steps = new Map([[start.id, 0]]);
    const open = [start.id];
    for (let id = open.shift(); id !== undefined; id = open.shift()) {
      for (const next of board.neighbours(id)) {
        if (!next || steps.has(next.id)) continue;
        steps.set(next.id, steps.get(id)! + 1);
        open.push(next.id);
      }
    }
    for (const [id, count] of steps) expect(board.distance(start.id, id)).toBe(count);
    expect(board.distance(start.id, 99999)).toBeNull();
  });

  it("lies over hexes from end to end", () => {
    const [from, to] = [board.hexes[0]!.id, board.hexes.at(-1)!.id];
    const line = board.line(from, to)!;
    expect(line[0]).toBe(from);
    expect(line.at(-1)).toBe(to);
    expect(line).toHaveLength(board.distance(from, to)! + 1);
    expect(board.line(from, from)).toEqual([from]);
  });
});

/** An attack that the first of these units has begun; those of `near` may join it. */
async function begun(near: number[]) {
  const { service, given } = attackService([1], near);
  const { session, bench } = await opened(service);
  await session.give("attack", [1, TARGET]);
  await settle(5);
  bench.sync();
  await settle();
  return { session, bench, given };
}

describe("several that are added to an attack under way", () => {
  beforeEach(() => {
    sessionStorage.clear();
  });

  it("are added with one click, each by an order of its own", async () => {
    const { session, given } = await begun([2, 3, 4]);
    await addAll(session, "join");
    expect(given).toEqual([`attack 1 ${TARGET}`, "join 2", "join 3", "join 4"]);
    expect(session.notices.at(-1)?.text).toBe("All 3 are added, each to be taken back by itself.");
  });

  it("are added as a stack that is gathered, as no hex is left to be chosen", async () => {
    const { session, bench, given } = await begun([2, 3, 4]);
    const muster = new Muster(session, bench);
    expect(muster.gather([2, 4])).toBe(true);
    for (let turn = 0; turn < 60 && muster.marching; turn++) await settle(20);
    expect(given).toEqual([`attack 1 ${TARGET}`, "join 2", "join 4"]);
    expect(muster.on).toBe(false);
  });

  it("stay out when they may not be added, and why is said", async () => {
    const { session, given } = await begun([2, 4]);
    await addAll(session, "join", [2, 3]);
    expect(given).toEqual([`attack 1 ${TARGET}`, "join 2"]);
    expect(session.notices.at(-1)).toMatchObject({
      text: "1 of 2 is added. It does not stand next to the target.",
      case: "11.21",
    });
  });
});
