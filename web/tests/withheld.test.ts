import { beforeEach, describe, expect, it } from "vitest";
import { cannedState, fakeService } from "../src/fake";
import { begin } from "../src/orders/desk";
import { expected, Withheld } from "../src/orders/withheld.svelte";
import { Session } from "../src/state/session.svelte";
import type { OrderKind } from "../src/wire";

function kind(verb: string, count: number, more: Partial<OrderKind> = {}): OrderKind {
  const field = (name: string, sort: string) => ({ name, kind: sort, prompt: `${name}?` });
  const fields = [field("unit", "unit"), field("to", "hex")];
  const flags = { passes: false, gives_up: false, adds: false, yields: false };
  const plain = { help: "", case: "7.1", units: [1], first: [], ...flags, idle: [] };
  return { verb, title: verb, fields, count, ...plain, ...more };
}

const LEGAL = [
  kind("move", 50),
  kind("sail", 40),
  kind("enter", 4),
  kind("disband", 50, { gives_up: true }),
  kind("done", 0, { fields: [], passes: true }),
];

/** A unit that stands on the map, and can neither move nor sail. */
const STANDING = 2;

describe("what a unit cannot be given although others can", () => {
  beforeEach(() => {
    sessionStorage.clear();
  });

  it("is what most can do, not what gives up or is for a few", () => {
    const desk = begin(LEGAL, String);
    const moves = desk.branches.filter((branch) => branch.kind.verb === "move");
    expect(expected(7, LEGAL, moves).map(({ verb }) => verb)).toEqual(["sail"]);
    expect(expected(7, LEGAL, desk.branches)).toEqual([]);
    expect(expected(1, LEGAL, moves)).toEqual([]); // by its button, one kind was chosen of what it can do
  });

  it("is not for those on the map to come onto it, nor for those who come onto it to do as if they were there", () => {
    const legal = [kind("move", 50, { units: [1, 2] }), kind("enter", 40, { units: [8, 9] })];
    const isOnMap = (unit: number): boolean => unit < 8;
    const told = (unit: number): string[] => expected(unit, legal, [], isOnMap).map(({ verb }) => verb);
    expect(told(3)).toEqual(["move"]);
    expect(told(10)).toEqual(["enter"]);
  });

  it("is told with its case, and no more once something else is chosen", async () => {
    const session = new Session(fakeService({ legal: LEGAL }), "fake", 0);
    await session.open();
    await new Promise((done) => setTimeout(done, 0));
    expect(session.state?.entry).toBe(cannedState.entry);
    const withheld = new Withheld(session);
    const moves = begin(LEGAL, String).branches.filter((branch) => branch.kind.verb === "move");
    await withheld.heed(STANDING, moves);
    expect(withheld.reasons).toEqual([
      { verb: "sail", title: "sail", case: "6.1", text: "it lies beyond the reach of this unit" },
    ]);
    const late = withheld.heed(STANDING, moves);
    await withheld.heed(null, moves);
    await late;
    expect(withheld.reasons).toEqual([]);
  });
});
