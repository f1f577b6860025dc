import { beforeEach, describe, expect, it } from "vitest";
import { fakeService } from "../src/fake";
import { accentsOf, onTop, reachOf } from "../src/map/drawing.svelte";
import { pieceKey } from "../src/map/stacks";
import type { Bench } from "../src/orders/bench.svelte";
import { Muster } from "../src/orders/muster.svelte";
import type { OrderKind, Piece } from "../src/wire";
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
    const accents = accentsOf(bench, muster, null, []);
    const [unit] = bench.unitsToAct;
    expect(unit !== undefined && accents.get(`u${unit}`)).toBe("selectable");
    const held = new Set([...bench.targets.units.keys()].map((one) => stand.get(one)));
    expect(reachOf(bench, stand, [], String).filter(({ hex }) => held.has(hex))).toEqual([]);
  });

  it("is where a unit may go once it is chosen, itself told apart", async () => {
    const { bench, stand, muster } = await open();
    const unit = bench.unitsToAct[0]!;
    expect([...onTop(bench, stand, [])]).toEqual([]);
    bench.pickUnit(unit);
    await settle();
    expect(accentsOf(bench, muster, null, []).get(`u${unit}`)).toBe("selected");
    expect([...onTop(bench, stand, [])]).toEqual([`u${unit}`]); // of its stack
    const reach = reachOf(bench, stand, [], String).map(({ hex }) => hex);
    expect(reach.length).toBeGreaterThan(3);
    expect(new Set(reach)).toEqual(new Set(bench.targets.hexes.keys()));
  });
});

describe("counters that are no units", () => {
  const air = (number: number, hex = 30): Piece => ({
    side: 0,
    label: "",
    title: `Air unit ${number} (air-${number})`,
    hex,
  });
  const kind = {
    verb: "base",
    fields: [
      { name: "air", kind: "word" },
      { name: "to", kind: "hex" },
    ],
  } as unknown as OrderKind;
  const option = (number: number) => ({
    branch: { kind, chosen: [], next: null },
    choice: { value: number, token: `air-${number}`, title: `Air unit ${number}`, hexes: [30] },
  });
  const pieces = [air(5), air(6), air(6, 31)];
  const none = { selected: new Set(), branches: [] };
  const nobody = { units: [] } as unknown as Muster;

  it("have the ring of what may be chosen, or is, and lie on top then", () => {
    const targets = { units: new Map(), hexes: new Map([[30, [option(5), option(6)]]]), listed: [] };
    const asked = { ...none, targets, begun: false } as unknown as Bench;
    const [five, six] = pieces.map(pieceKey);
    expect([...accentsOf(asked, nobody, null, pieces)]).toEqual([
      [five, "selectable"],
      [six, "selectable"],
    ]);
    const { branch, choice } = option(5);
    const branches = [{ ...branch, chosen: [choice] }];
    const begun = {
      ...none,
      begun: true,
      targets: { units: new Map(), hexes: new Map(), listed: [] },
      branches,
    } as unknown as Bench;
    expect([...accentsOf(begun, nobody, null, pieces)]).toEqual([[five, "selected"]]);
    expect([...onTop(begun, new Map(), pieces)]).toEqual([five]);
  });
});
