import { beforeEach, describe, expect, it, vi } from "vitest";
import { cannedState, fakeService } from "../src/fake";
import type { Moment } from "../src/wire";
import { opened, settle } from "./opened";

async function open(changes: Partial<Moment> = {}, seat: number | null = 0) {
  const { session, bench } = await opened(fakeService(changes), seat);
  return { session, bench };
}

describe("putting orders together with the service", () => {
  beforeEach(() => {
    sessionStorage.clear();
  });

  it("lights up where a unit may go once it is chosen, and gives the order with the hex", async () => {
    const { session, bench } = await open();
    const unit = bench.unitsToAct[0]!;
    expect(bench.pickUnit(unit)).toBe(true);
    await settle();
    expect(bench.selected.has(unit)).toBe(true);
    expect(bench.targets.hexes.size).toBeGreaterThan(3);
    const before = session.state?.entry ?? 0;
    expect(bench.pickHex([...bench.targets.hexes.keys()][0]!)).toBe(true);
    await settle();
    expect(session.state?.entry).toBe(before + 1);
    expect(session.events.at(-1)?.text).toBe("Order: move");
  });

  it("has Enter roll, but not where nothing can come of it", async () => {
    const roll = { ...cannedState.legal[0]!, verb: "roll", title: "Roll", fields: [], passes: false };
    for (const hopeless of [false, true]) {
      const service = fakeService({ legal: [roll], weighing: true });
      const live = service.live.bind(service);
      service.live = (...args) => {
        const line = live(...args);
        const ask = line.ask.bind(line);
        line.ask = async (what, given) =>
          what === "forecast"
            ? ({ forecast: { title: "attack", summary: "1-26", hopeless } } as never)
            : ask(what, given);
        return line;
      };
      const { bench } = await opened(service, 0);
      await settle();
      expect(bench.prospect.hopeless).toBe(hopeless);
      expect(bench.primary?.verb).toBe(hopeless ? undefined : "roll");
    }
  });

  it("does not offer an order anew while it is on its way", async () => {
    const { session, bench } = await open();
    bench.pickUnit(bench.unitsToAct[0]!);
    await settle();
    let arrive = (): void => undefined;
    const give = session.give.bind(session);
    session.give = async (...order) => {
      await new Promise<void>((done) => (arrive = done));
      return give(...order);
    };
    bench.pickHex([...bench.targets.hexes.keys()][0]!);
    await settle();
    expect(bench.finished).toEqual([]);
    expect(bench.isWorking).toBe(true);
    arrive();
    await settle();
    expect(bench.isWorking).toBe(true); // what came of it is not shown yet
    bench.sync();
    await settle();
    expect(bench.isWorking).toBe(false);
  });

  it("begins anew with another unit, and steps back with Escape", async () => {
    const { bench } = await open();
    const [first, second] = bench.unitsToAct;
    bench.pickUnit(first!);
    await settle();
    expect(bench.pickUnit(second!)).toBe(true);
    await settle();
    expect([...bench.selected]).toEqual([second]);
    expect(bench.back()).toBe(true);
    expect(bench.begun).toBe(false);
    expect(bench.back()).toBe(false);
  });

  it("does not take a hex that cannot be chosen, and says why not", async () => {
    const { bench } = await open();
    bench.pickUnit(bench.unitsToAct[0]!);
    await settle();
    const far = 99999;
    expect(bench.pickHex(far)).toBe(false);
    bench.pointing.at({ hex: far, unit: null });
    await bench.pointing.explain({ hex: far, unit: null });
    expect(bench.pointing.refusal).toMatchObject({ case: "6.1", subject: { hex: far } });
    bench.pointing.at({ hex: 1, unit: null });
    expect(bench.pointing.refusal).toBeNull();
  });

  it("keeps saying why a hex that was clicked cannot be chosen, until something else is", async () => {
    const { bench } = await open();
    const [unit] = bench.unitsToAct;
    bench.pickUnit(unit!);
    await settle();
    bench.pointing.at({ hex: 99999, unit: null });
    expect(await bench.pointing.explain({ hex: 99999, unit: null }, true)).toBe(true);
    bench.pointing.at({ hex: 1, unit: null });
    expect(bench.pointing.refusal).toMatchObject({ case: "6.1", asked: true });
    expect(bench.selected.has(unit!)).toBe(true);
    bench.back();
    expect(bench.pointing.refusal).toBeNull();
  });

  it("says of a hex that was clicked too early who is to be chosen first", async () => {
    const { bench } = await open();
    const [unit] = bench.unitsToAct;
    bench.pickUnit(unit!);
    await settle();
    const hex = [...bench.targets.hexes.keys()][0]!;
    bench.back();
    const subject = { hex, unit: null };
    // Of the many who can move, the nearest are asked.
    expect(await bench.pointing.explain(subject, true)).toBe(true);
    expect(bench.pointing.refusal?.text).toMatch(/choose a unit first, then this hex/);
    // What else can be done with a hex comes after that, even where it is refused there.
    const [branch] = bench.desk.branches.filter(({ kind }) => kind.fields[1]?.kind === "hex");
    const plain = { ...branch!.kind, verb: "supply", fields: branch!.kind.fields.slice(1) };
    bench.desk = { branches: [{ ...branch!, kind: plain, next: [] }, ...bench.desk.branches] };
    expect(await bench.pointing.explain(subject, true)).toBe(true);
    expect(bench.pointing.refusal?.text).toMatch(/choose a unit first, then this hex/);
    bench.desk = { branches: bench.desk.branches.slice(1) };
    bench.desk = {
      branches: bench.desk.branches.map((branch) => ({
        ...branch,
        next:
          branch.next
            ?.filter((one) => one.value === unit)
            .map((one) => ({ ...one, title: "1st Foot (bl-001)" })) ?? null,
      })),
    };
    expect(await bench.pointing.explain(subject, true)).toBe(true);
    expect(bench.pointing.refusal?.text).toMatch(/choose a unit first, then this hex\. .* 1st Foot$/);
    expect(await bench.pointing.explain({ hex: 99999, unit: null }, true)).toBe(false);
  });

  it("says why a unit that is clicked cannot be chosen, though something else may be done with its hex", async () => {
    const { bench } = await open();
    bench.pickUnit(bench.unitsToAct[0]!);
    await settle();
    const hex = [...bench.targets.hexes.keys()][0]!;
    // Pointing at it explains nothing, for the hex may be chosen; a click on a unit of it that may not does.
    const subject = { hex, unit: 99999 };
    expect(await bench.pointing.explain(subject)).toBe(true);
    expect(bench.pointing.refusal).toBeNull();
    await bench.pointing.explain(subject, true);
    expect(bench.pointing.refusal).toMatchObject({ case: "6.1", subject, asked: true });
  });

  it("does not say afterwards why something could not be chosen that was asked about before a choice", async () => {
    const { bench } = await open();
    bench.pickUnit(bench.unitsToAct[0]!);
    await settle();
    bench.pointing.at({ hex: 99999, unit: null });
    const asked = bench.pointing.explain({ hex: 99999, unit: null });
    bench.back();
    await asked;
    expect(bench.pointing.refusal).toBeNull();
  });

  describe("the one choice that is left", () => {
    const field = (name: string, kind: string) => ({ name, kind, prompt: `${name}?` });
    const flags = { passes: false, gives_up: false, adds: false, yields: false };
    const more = { help: "", case: "1", count: 1, ...flags, idle: [] };
    /** An order of one of two headquarters that sends one unit to some of these hexes. */
    async function sent(hexes: number[], verb = "invade") {
      const fields = [field("hq", "unit"), field("unit", "unit"), field("to", "hex")];
      const [first, second] = (await open()).bench.unitsToAct;
      const invade = { ...more, verb, title: "Invade", fields, units: [first!], first: [] };
      const legal = [invade, ...cannedState.legal.filter(({ passes }) => passes)];
      const opened = await open({ legal });
      const ask = opened.session.ask.bind(opened.session);
      opened.session.ask = (async (what: "values", args: { verb: string; chosen: unknown[] }) => {
        if (what !== "values") return ask(what, args as never);
        const named = (value: number) => ({ value, token: String(value), title: `number ${value}` });
        return { values: args.chosen.length === 1 ? [named(second!)] : hexes.map(named) };
      }) as typeof opened.session.ask;
      opened.bench.pickKind(verb);
      await settle();
      return { ...opened, units: [first, second] };
    }

    it("is taken by itself up to the last, which is asked; one step back takes all of it back", async () => {
      const { bench, units } = await sent([21, 22]);
      expect(bench.chosen.map(({ value }) => value)).toEqual(units);
      expect([...bench.targets.hexes.keys()]).toEqual([21, 22]);
      expect(bench.sole).toBeNull();
      expect(bench.back()).toBe(true);
      expect(bench.begun).toBe(false);
    });

    it("gives no order by itself, but by the key", async () => {
      const { session, bench } = await sent([21]);
      const before = session.state?.entry ?? 0;
      expect(session.state?.entry).toBe(before);
      expect(bench.sole?.choice.value).toBe(21);
      await bench.takeSole();
      await settle();
      expect(session.state?.entry).toBe(before + 1);
    });

    it("is not taken by the key where it cannot be taken back", async () => {
      const { session, bench } = await sent([21], "strike");
      const before = session.state?.entry ?? 0;
      await bench.takeSole();
      await settle();
      expect(session.state?.entry).toBe(before);
      expect(session.notices.at(-1)?.text).toMatch(/cannot be taken back/);
    });
  });

  describe("the key that goes on", () => {
    /** Give an order that moves somebody, after which the match stands at another place. */
    async function moved(changes: Partial<Moment> = {}, legal = cannedState.legal) {
      const opened = await open({ legal });
      const { session, bench } = opened;
      bench.pickUnit(bench.unitsToAct[0]!);
      await settle();
      bench.pickHex([...bench.targets.hexes.keys()][0]!);
      await settle();
      const state = session.state!;
      session.state = { ...state, stamp: state.stamp + 1, path: [...state.path, "anew"], ...changes };
      bench.sync();
      await settle();
      return { ...opened, entry: session.state.entry };
    }

    it("does not end a step that has just begun by itself, but says so", async () => {
      const { session, bench, entry } = await moved();
      expect(bench.primary?.passes).toBe(true);
      bench.goOn();
      await settle();
      expect(session.state?.entry).toBe(entry);
      expect(session.notices.at(-1)?.text).toMatch(/a new one has begun\. Enter again: /);
      bench.goOn();
      await settle();
      expect(session.state?.entry).toBe(entry + 1);
    });

    it("ends the step that an order was given in", async () => {
      const { session, bench, entry } = await moved({ path: cannedState.path });
      bench.goOn();
      await settle();
      expect(session.state?.entry).toBe(entry + 1);
      expect(session.notices).toEqual([]);
    });

    it("ends a step that began by itself a while ago", async () => {
      const { session, bench, entry } = await moved();
      const now = performance.now();
      const later = vi.spyOn(performance, "now").mockReturnValue(now + 1500);
      bench.goOn();
      later.mockRestore();
      await settle();
      expect(session.state?.entry).toBe(entry + 1);
    });

    it("gives an order that ends nothing at once", async () => {
      const roll = { verb: "roll", title: "Roll", fields: [], units: [], first: [], count: 0, passes: false };
      const { session, bench, entry } = await moved({}, [...cannedState.legal, roll] as Moment["legal"]);
      expect(bench.primary?.verb).toBe("roll");
      bench.goOn();
      await settle();
      expect(session.state?.entry).toBe(entry + 1);
    });
  });

  it("goes through the units that can act without giving orders", async () => {
    const { session, bench } = await open();
    const before = session.state?.entry;
    const seen = new Set<number>();
    for (let step = 0; step < bench.unitsToAct.length; step++) {
      seen.add(bench.nextUnit(1)!);
      await settle();
    }
    expect(seen.size).toBe(bench.unitsToAct.length);
    expect(bench.nextUnit(-1)).not.toBeNull();
    expect(session.state?.entry).toBe(before);
  });

  it("shows what an order for a hex would do where other orders could begin, and gives it when told to", async () => {
    const supply = {
      verb: "supply",
      title: "Supply a hex",
      fields: [{ name: "hex", kind: "hex", many: false, optional: false }],
      units: [],
      first: [21, 22].map((hex) => ({ value: hex, token: `${hex}`, title: `${hex}`, units: [0] })),
      count: 2,
    };
    const { session, bench } = await open({ legal: [...cannedState.legal, supply] as Moment["legal"] });
    expect(bench.targets.units.get(0)?.map(({ branch }) => branch.kind.verb)).not.toContain("supply");
    const before = session.state?.entry ?? 0;
    expect(bench.pickHex(21)).toBe(true);
    await settle();
    expect(session.state?.entry).toBe(before);
    expect(bench.pickHexAnew(22)).toBe(true);
    await settle();
    expect(bench.finished.map((branch) => branch.chosen[0]?.value)).toEqual([22]);
    bench.finish(bench.finished[0]!);
    await settle();
    expect(session.state?.entry).toBe(before + 1);
  });

  describe("what shares a hex and is no unit", () => {
    const wing = (value: number, hex: number) => ({
      value,
      token: `air-${value}`,
      title: `Air unit ${value}`,
      hexes: [hex],
    });
    const land = {
      verb: "land",
      title: "Land",
      fields: [
        { name: "wing", kind: "wing", prompt: "which air unit?" },
        { name: "hex", kind: "hex", prompt: "to which hex?" },
      ],
      units: [],
      first: [wing(1, 21), wing(2, 21), wing(3, 22), wing(4, 22)],
      count: 4,
    };
    const legal = [...cannedState.legal, land] as Moment["legal"];

    it("is chosen by its counter, by title alone or with what orders call it", async () => {
      const { bench } = await open({ legal });
      bench.pickKind("land");
      await settle();
      expect(bench.pickPiece(21, "Air unit 3")).toBe(false);
      expect(bench.pickPiece(21, "Air unit 2 (air-2)")).toBe(true);
      expect(bench.chosen.map(({ value }) => value)).toEqual([2]);
      bench.back();
      expect(bench.pickPiece(22, "Air unit 4")).toBe(true);
      expect(bench.chosen.map(({ value }) => value)).toEqual([4]);
      expect(bench.anchor).toBe(22);
    });

    it("is the first of its hex where nothing but a number tells them apart", async () => {
      const { bench } = await open({ legal });
      bench.pickKind("land");
      await settle();
      expect(bench.pickHex(22)).toBe(true);
      expect(bench.listing).toBe(false);
      expect(bench.chosen.map(({ value }) => value)).toEqual([3]);
    });

    it("is asked for by name once its hex is clicked, and at another hex anew", async () => {
      const nations = ["British", "French"];
      const unlike = land.first.map((one) => ({ ...one, title: `${nations[one.value % 2]} ${one.title}` }));
      const other = { ...land, first: unlike };
      const { bench } = await open({ legal: [...cannedState.legal, other] as Moment["legal"] });
      bench.pickKind("land");
      await settle();
      expect(bench.pickHexAnew(22)).toBe(false); // nothing is begun at a hex yet
      expect(bench.pickHex(21)).toBe(true);
      expect(bench.listing).toBe(true);
      expect(bench.targets.listed.map(({ choice }) => choice.value)).toEqual([1, 2]);
      expect(bench.pickHexAnew(99)).toBe(false);
      expect(bench.pickHexAnew(22)).toBe(true);
      expect(bench.targets.listed.map(({ choice }) => choice.value)).toEqual([3, 4]);
    });
  });

  it("offers nothing while somebody else decides, or while looking back", async () => {
    const waiting = await open({ legal: [], waiting: [1] });
    expect(waiting.bench.targets.units.size).toBe(0);
    const { session, bench } = await open();
    await session.lookBack(0);
    bench.sync();
    expect(session.myTurn).toBe(false);
    expect(bench.targets.units.size).toBe(0);
    await session.lookBack(null);
    bench.sync();
    expect(bench.targets.units.size).toBeGreaterThan(0);
  });

  it("asks for the odds of an attack that is pointed at, and no longer once something has happened", async () => {
    const attack = {
      verb: "strike",
      title: "Strike",
      fields: [{ name: "hex", kind: "hex", many: false, optional: false }],
      units: [],
      first: [{ value: 21, token: "21", title: "21", tint: "attack" }],
      count: 1,
    };
    const { session, bench } = await open({ legal: [...cannedState.legal, attack] as Moment["legal"] });
    bench.pointing.at({ hex: 21, unit: null });
    expect(session.forecastWanted).toEqual({ verb: "strike", chosen: [21] });
    await session.give("strike", [21]);
    await settle();
    bench.sync();
    expect(session.forecastWanted).toBeNull();
  });

  it("gives nothing up on a click: only the button of that order begins it", async () => {
    const move = cannedState.legal.find((kind) => kind.verb === "move")!;
    const [own, other] = [move.units[0]!, move.units[1]!];
    const only = (unit: number) => ({ ...move, units: [unit], count: 1 });
    const disband = { ...only(own), verb: "disband", fields: [move.fields[0]!], gives_up: true };
    const { session, bench } = await open({ legal: [only(other), disband] });
    expect(bench.unitsToAct).not.toContain(own);
    expect(bench.pickUnit(own)).toBe(false);
    bench.pickKind("disband");
    await settle();
    expect([...bench.targets.units.keys()]).toEqual([own]);
    bench.back();
    expect(bench.targets.units.has(own)).toBe(false);
    bench.pickUnit(other);
    await settle();
    bench.reset();
    bench.pickKind("disband");
    await settle();
    expect(bench.pickUnit(own)).toBe(true);
    await settle();
    expect(session.events.at(-1)?.text).toBe("Order: disband");
  });

  it("shows what stands against an order, and begins anew", async () => {
    const { session, bench } = await open();
    await session.give("fly", []);
    expect(session.notices.at(-1)).toMatchObject({ tone: "bad", case: "3.2" });
    expect(bench.begun).toBe(false);
  });
});

describe("hot seats", () => {
  beforeEach(() => {
    sessionStorage.clear();
  });

  it("hides everything before the curtain rises for the next seat", async () => {
    const { session } = await open({ waiting: [1], legal: [], eyes: [0, 1] }, null);
    expect(session.handover).toBe(1);
    session.drawCurtain();
    expect(session.state).toBeNull();
    expect(session.events).toEqual([]);
    expect(session.curtain).toEqual({ from: 0, to: 1 });
    await settle();
    expect(session.state).toBeNull();
    await session.raiseCurtain();
    await settle();
    expect(session.state).not.toBeNull();
  });

  it("are not handed over where everything is open, or when only one seat is played here", async () => {
    expect((await open({ waiting: [1], legal: [], open: true }, null)).session.handover).toBeNull();
    expect((await open({ waiting: [1], legal: [] }, 0)).session.handover).toBeNull();
  });
});
