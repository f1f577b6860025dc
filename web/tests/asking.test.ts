import { describe, expect, it } from "vitest";
import { askedAt } from "../src/orders/asking";
import { begin, choose, learned, targetsOf, type Desk } from "../src/orders/desk";
import type { Choice, OrderKind } from "../src/wire";

function kind(verb: string, fields: string[], first: Choice[]): OrderKind {
  return {
    verb,
    title: verb,
    help: "",
    case: "1",
    fields: fields.map((name) => ({ name, kind: name, prompt: "" })),
    units: [],
    first,
    count: first.length,
    passes: false,
    gives_up: false,
    adds: false,
    yields: false,
    idle: [],
  };
}

function choice(value: number, more: Partial<Choice> = {}): Choice {
  return { value, token: String(value), title: String(value), ...more };
}

const MAP = new Set([1]);

function clickHex(hex: number, ...kinds: OrderKind[]): Desk {
  return choose(targetsOf(begin(kinds, String), MAP).hexes.get(hex) ?? []);
}

describe("where it is asked which order is meant", () => {
  const gunfire = kind("gunfire", ["ship"], [choice(4, { hexes: [9] })]);
  const air = kind("air", ["wing"], [choice(5, { hexes: [9] }), choice(6, { hexes: [9] })]);

  it("is the list alone, where all of it stands there", () => {
    const { branches } = clickHex(9, gunfire, air);
    expect(askedAt(branches, true, 9, MAP)).toBe("tray");
  });

  it("is the menu beside what was clicked, and the bar if nothing was", () => {
    const move = kind("move", ["unit", "hex"], [choice(1)]);
    const dig = kind("dig", ["unit"], [choice(1)]);
    const begun = choose(targetsOf(begin([move, dig], String), MAP).units.get(1) ?? []);
    const { branches } = learned(begun, begun.branches[0]!, [choice(20), choice(21)]);
    expect(askedAt(branches, true, 9, MAP)).toBe("menu");
    expect(askedAt(branches, true, null, MAP)).toBe("bar");
  });

  it("is nowhere, where one order alone goes on", () => {
    const { branches } = clickHex(9, air);
    expect(askedAt(branches, false, 9, MAP)).toBeNull();
  });
});
