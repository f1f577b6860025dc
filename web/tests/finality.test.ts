import { beforeEach, describe, expect, it } from "vitest";
import { cannedState, fakeService } from "../src/fake";
import type { Moment, OrderKind } from "../src/wire";
import { opened, settle } from "./opened";

async function open(changes: Partial<Moment> = {}, seat: number | null = 0) {
  const { session, bench } = await opened(fakeService(changes), seat);
  return { session, bench };
}

describe("an order that cannot be taken back", () => {
  beforeEach(() => {
    sessionStorage.clear();
  });

  const strike: OrderKind = {
    ...cannedState.legal[0]!,
    verb: "strike",
    title: "Strike",
    fields: [{ name: "hex", kind: "hex", prompt: "where?" }],
    units: [],
    first: [{ value: 21, token: "21", title: "21", tint: "attack" }],
    count: 1,
  };
  const roll = { verb: "roll", title: "Roll", fields: [], units: [], first: [], count: 0 };
  const legal = [...cannedState.legal, strike, roll] as Moment["legal"];

  it("is known before it is given", async () => {
    const { session, bench } = await open({ legal });
    const before = session.state?.entry;
    expect(bench.finality.isFinal("roll", [])).toBe(true);
    expect(bench.finality.isFinal("done", [])).toBe(false);
    bench.pickKind("strike");
    await settle();
    const options = bench.targets.hexes.get(21)!;
    expect(await bench.finality.heed(options)).toBe(true);
    expect(bench.finality.isFinalChoice(options)).toBe(true);
    expect(session.state?.entry).toBe(before);
  });

  it("says so to a finger first, which gives it by a second touch", async () => {
    const { session, bench } = await open({ legal });
    const before = session.state?.entry;
    bench.pickKind("strike");
    await settle();
    const options = bench.targets.hexes.get(21)!;
    const touch = async (): Promise<void> => {
      bench.finality.touched(options, () => bench.pickHex(21));
      await settle();
    };
    await touch();
    expect(bench.finality.isArmed(options)).toBe(true);
    expect(session.state?.entry).toBe(before);
    await touch();
    expect(session.state?.entry).toBe((before ?? 0) + 1);
    expect(bench.finality.isArmed(options)).toBe(false);
  });

  it("is only shown where the next battle's dice would fall with it, and given by its button", async () => {
    const advance = { ...strike, verb: "advance", title: "Advance" };
    const { session, bench } = await open({ legal: [advance] as Moment["legal"], battle: 36 });
    const before = session.state?.entry;
    const options = bench.targets.hexes.get(21)!;
    bench.finality.touched(options, () => bench.pickHex(21), true);
    await settle();
    const [ready] = bench.finished;
    expect(bench.finished).toHaveLength(1);
    expect(bench.finality.onward("advance", [21])).toBe("battle at 0403");
    expect(session.state?.entry).toBe(before);
    bench.finish(ready!);
    await settle();
    expect(session.state?.entry).toBe((before ?? 0) + 1);
  });

  it("is given at once from a list, which has said so", async () => {
    const advance = { ...strike, verb: "advance", title: "Advance" };
    const { session, bench } = await open({ legal: [advance] as Moment["legal"], battle: 36 });
    const before = session.state?.entry ?? 0;
    bench.pickOption(bench.targets.hexes.get(21)![0]!);
    await settle();
    expect(session.state?.entry).toBe(before + 1);
  });

  it("is not said of what is only shown, or can be taken back", async () => {
    const { session, bench } = await open({ legal });
    expect(await bench.finality.heed(bench.targets.hexes.get(21)!)).toBe(false);
    bench.pickUnit(bench.unitsToAct[0]!);
    await settle();
    const [hex, options] = [...bench.targets.hexes][0]!;
    bench.finality.touched(options, () => bench.pickHex(hex));
    await settle();
    expect(session.events.at(-1)?.text).toBe("Order: move");
  });
});
