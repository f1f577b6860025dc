import { beforeEach, describe, expect, it } from "vitest";
import { fakeService } from "../src/fake";
import { accentsOf, onTop, reachOf } from "../src/map/drawing.svelte";
import { Muster } from "../src/orders/muster.svelte";
import { opened, settle } from "./opened";

async function open() {
  const { session, bench } = await opened(fakeService());
  const stand = new Map((session.state?.sheet.pieces ?? []).map(({ unit, hex }) => [unit, hex]));
  return { bench, stand, muster: new Muster(session, bench) };
}

describe("what may be chosen", () => {
  beforeEach(() => {
    sessionStorage.clear();
  });

  it("is seen of units before an order is begun, and their hexes are not marked as well", async () => {
    const { bench, stand, muster } = await open();
    const accents = accentsOf(bench, muster, null);
    const [unit] = bench.unitsToAct;
    expect(unit !== undefined && accents.get(unit)).toBe("selectable");
    const held = new Set([...bench.targets.units.keys()].map((one) => stand.get(one)));
    expect(reachOf(bench, stand, [], String).filter(({ hex }) => held.has(hex))).toEqual([]);
  });

  it("is where a unit may go once it is chosen, itself told apart", async () => {
    const { bench, stand, muster } = await open();
    const unit = bench.unitsToAct[0]!;
    expect([...onTop(bench, stand)]).toEqual([]);
    bench.pickUnit(unit);
    await settle();
    expect(accentsOf(bench, muster, null).get(unit)).toBe("selected");
    expect([...onTop(bench, stand)]).toEqual([unit]); // of its stack
    const reach = reachOf(bench, stand, [], String).map(({ hex }) => hex);
    expect(reach.length).toBeGreaterThan(3);
    expect(new Set(reach)).toEqual(new Set(bench.targets.hexes.keys()));
  });
});
