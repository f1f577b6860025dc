import { describe, expect, it } from "vitest";
import {
  begin,
  choose,
  chosenOf,
  clickable,
  fieldKind,
  forced,
  hasNothingToGain,
  hexesOf,
  keyOf,
  learned,
  meantBy,
  nameOf,
  only,
  primary,
  questions,
  ready,
  settled,
  standIns,
  targetsOf,
  unitsToAct,
  unknown,
  valuesOf,
  type Desk,
} from "../src/orders/desk";
import type { Choice, OrderKind, Piece } from "../src/wire";

function kind(
  verb: string,
  fields: string[],
  first: Choice[] = [],
  more: Partial<OrderKind> = {},
): OrderKind {
  return {
    verb,
    title: verb,
    help: "",
    case: "1",
    fields: fields.map((name) => ({ name, kind: name, prompt: `${name}?` })),
    units: [],
    first,
    count: first.length,
    passes: false,
    gives_up: false,
    adds: false,
    yields: false,
    idle: [],
    ...more,
  };
}

function choice(value: Choice["value"], more: Partial<Choice> = {}): Choice {
  return { value, token: String(value), title: String(value), ...more };
}

const MOVE = kind("move", ["unit", "hex"], [choice(1), choice(2)]);
const ATTACK = kind("attack", ["unit", "hex"], [choice(2)]);
const REBUILD = kind("rebuild", ["unit"], [choice(2), choice(7)]);
const DONE = kind("done", [], [], { passes: true });
const MAP = new Set([1, 2]);

function start(legal: readonly OrderKind[]): Desk {
  return begin(legal, (unit) => `unit ${unit}`);
}

/** Choose a unit as a click does. */
function clickUnit(desk: Desk, unit: number): Desk {
  return choose(targetsOf(desk, MAP).units.get(unit) ?? []);
}

describe("putting an order together", () => {
  it("begins with every kind of order that has something to choose", () => {
    const desk = start([MOVE, ATTACK, DONE]);
    expect(desk.branches.map((branch) => branch.kind.verb)).toEqual(["move", "attack"]);
    expect([...targetsOf(desk, MAP).units.keys()]).toEqual([1, 2]);
  });

  it("keeps all kinds open that a unit can do, until a hex settles which", () => {
    let desk = clickUnit(start([MOVE, ATTACK]), 2);
    expect(desk.branches.map((branch) => branch.kind.verb)).toEqual(["move", "attack"]);
    expect(ready(desk)).toBeNull();
    for (const branch of unknown(desk)) {
      desk = learned(desk, branch, branch.kind.verb === "move" ? [choice(30), choice(31)] : [choice(40)]);
    }
    const { hexes } = targetsOf(desk, MAP);
    expect([...hexes.keys()].sort()).toEqual([30, 31, 40]);
    const order = ready(choose(hexes.get(40) ?? []));
    expect(order?.kind.verb).toBe("attack");
    expect(order && valuesOf(order)).toEqual([2, 40]);
  });

  it("is ready at once where one click is all", () => {
    const order = ready(clickUnit(start([REBUILD]), 2));
    expect(order && valuesOf(order)).toEqual([2]);
  });

  it("lets a unit stand out only for an order by which it gains something", () => {
    const march = kind("march", ["unit", "hex"], [choice(1), choice(2)], { idle: [1] });
    const move = kind("move", ["unit", "hex"], [choice(1), choice(2)], { idle: [1, 2] });
    const { units } = targetsOf(start([march, move]), MAP);
    expect(
      [...units].filter(([unit, options]) => hasNothingToGain(unit, options)).map(([unit]) => unit),
    ).toEqual([1]);
    const { units: all } = targetsOf(start([march, MOVE]), MAP);
    expect([...all].some(([unit, options]) => hasNothingToGain(unit, options))).toBe(false);
  });

  it("lists units that are not on the map", () => {
    const targets = targetsOf(start([REBUILD]), MAP);
    expect(targets.listed.map((option) => option.choice.value)).toEqual([7]);
  });

  it("calls pieces of one hex by what they are and how many", () => {
    const trucks = ["Truck 3", "Truck 8"].map((title, value) => choice(value, { title, hexes: [5] }));
    const there = targetsOf(start([kind("truck", ["truck"], trucks), kind("lift", ["truck"], trucks)]), MAP);
    const [haul, haulOther, lift] = there.hexes.get(5) ?? [];
    if (!haul || !haulOther || !lift) throw new Error("trucks are chosen by their hex");
    expect(nameOf([haul, lift])).toBe("Truck");
    expect(nameOf([haul, haulOther, lift])).toBe("Truck ×2");
    expect(nameOf([])).toBe("");
  });

  it("shows values that are neither units nor hexes where the service says they lie", () => {
    const strike = kind("strike", ["sea"], [choice("north", { hexes: [5, 6] })]);
    expect([...targetsOf(start([strike]), MAP).hexes.keys()]).toEqual([5, 6]);
  });

  it("chooses a way over several hexes by its last one", () => {
    const retreat = kind("retreat", ["unit", "hex"], [choice(1)]);
    const [branch] = clickUnit(start([retreat]), 1).branches;
    expect(branch && hexesOf(branch, choice([8, 9, 12]))).toEqual([12]);
    expect(branch && fieldKind(branch)).toBe("hex");
  });

  it("lists ways that all end in one hex, where a click could not tell them apart", () => {
    const advance = kind("advance", ["unit", "hex"], [choice(1)]);
    const asked = clickUnit(start([advance]), 1);
    const among = (...ways: number[][]): Desk => ({
      branches: asked.branches.map((branch) => ({ ...branch, next: ways.map((way) => choice(way)) })),
    });
    const alike = targetsOf(among([12], [9, 12], [8, 12]), MAP);
    expect([alike.listed.length, alike.hexes.size]).toEqual([3, 0]);
    const apart = targetsOf(among([12], [9, 13]), MAP);
    expect([apart.listed.length, [...apart.hexes.keys()]]).toEqual([0, [12, 13]]);
    expect(targetsOf(among([12]), MAP).listed).toEqual([]);
  });

  it("asks for the first values when there were too many to send", () => {
    const many = kind("move", ["unit"], [], { count: 900 });
    expect(unknown(start([many])).length).toBe(1);
  });

  it("begins with units on the map as with other values, by the names that are known when they are shown", () => {
    const names = new Map<number, string>();
    const desk = begin([kind("move", ["unit"], [choice(7)], { units: [1, 2], count: 3 })], (unit) =>
      String(names.get(unit)),
    );
    names.set(1, "3rd Foot");
    const { units, listed } = targetsOf(desk, MAP);
    expect([...units.keys()]).toEqual([1, 2]);
    expect(units.get(1)?.[0]?.choice.title).toBe("3rd Foot");
    expect(listed.map((option) => option.choice.value)).toEqual([7]);
  });

  it("narrows to one kind of order", () => {
    expect(only(start([MOVE, ATTACK]), "attack").branches.length).toBe(1);
  });

  it("drops a branch that leads nowhere", () => {
    const desk = clickUnit(start([MOVE, ATTACK]), 2);
    const [first] = desk.branches;
    expect(first && learned(desk, first, []).branches.map((branch) => branch.kind.verb)).toEqual(["attack"]);
  });
});

describe("what shares a hex and is no unit", () => {
  const BASE = kind(
    "base",
    ["wing", "hex"],
    [choice(1, { hexes: [9] }), choice(2, { hexes: [9] }), choice(3, { hexes: [8] })],
  );

  it("is chosen from the list once the hex is clicked", () => {
    const clicked = choose(targetsOf(start([BASE]), MAP).hexes.get(9) ?? []);
    expect(ready(clicked)).toBeNull();
    const { hexes, listed } = targetsOf(clicked, MAP);
    expect(hexes.size).toBe(0);
    expect(listed.map(({ choice }) => choice.value)).toEqual([1, 2]);
    const one = choose(listed.slice(1));
    expect(one.branches.map(valuesOf)).toEqual([[2]]);
    const known = learned(one, one.branches[0]!, [choice(50), choice(51)]);
    const order = ready(choose(targetsOf(known, MAP).hexes.get(51) ?? []));
    expect(order && valuesOf(order)).toEqual([2, 51]);
  });

  it("is chosen at once where it is alone, beside what else the click fits", () => {
    const stores = kind("stores", ["hex"], [choice(9), choice(8)]);
    const { hexes } = targetsOf(start([BASE, stores]), MAP);
    expect(choose(hexes.get(8) ?? []).branches.map(valuesOf)).toEqual([[3], [8]]);
    expect(choose(hexes.get(9) ?? []).branches.map(valuesOf)).toEqual([[], [9]]);
  });

  it("has a key of its own in the list, whichever units and orders it belongs to", () => {
    const fly = kind("fly", ["wing", "hex"], BASE.first.slice());
    const first = targetsOf(start([BASE, fly]), MAP).hexes;
    const deeper = [...first.values()].flat().flatMap(({ branch, choice: wing }) => {
      const next = [choice(null, { token: "a" }), choice(null, { token: "b" })];
      const chosen = { ...branch, chosen: [wing] };
      return next.map((one) => ({ branch: chosen, choice: one }));
    });
    const all = [...[...first.values()].flat(), ...deeper];
    expect(new Set(all.map(keyOf)).size).toBe(all.length);
  });
});

describe("what nobody needs to be asked", () => {
  const rail = kind("rail", ["unit", "hex", "via"], [choice(1)]);

  it("is chosen by itself: the only way, or none at all", () => {
    let desk = clickUnit(start([rail]), 1);
    desk = learned(desk, desk.branches[0]!, [choice(50)]);
    desk = settled(desk);
    expect(ready(desk)).toBeNull(); // the only hex is still the player's to choose
    desk = choose(targetsOf(desk, MAP).hexes.get(50) ?? []);
    desk = settled(learned(desk, desk.branches[0]!, [choice(null)]));
    const order = ready(desk);
    expect(order && valuesOf(order)).toEqual([1, 50, null]);
  });

  it("is the one unit that is left, but not the one hex that would complete the order", () => {
    const invade = kind("invade", ["unit", "unit", "hex"], [choice(1)]);
    let desk = clickUnit(start([invade]), 1);
    desk = learned(desk, desk.branches[0]!, [choice(2)]);
    desk = forced(desk)!;
    expect(desk.branches.map(valuesOf)).toEqual([[1, 2]]);
    desk = learned(desk, desk.branches[0]!, [choice(50)]);
    expect(forced(desk)).toBeNull();
  });

  it("is nothing where there are two of it, or another order to become", () => {
    const invade = kind("invade", ["unit", "unit", "hex"], [choice(1)]);
    const two = clickUnit(start([invade]), 1);
    expect(forced(learned(two, two.branches[0]!, [choice(2), choice(3)]))).toBeNull();
    const other = clickUnit(start([invade, kind("move", ["unit", "hex"], [choice(1)])]), 1);
    expect(forced(learned(other, other.branches[0]!, [choice(2)]))).toBeNull();
  });

  it("never includes the first field", () => {
    const stance = kind("stance", ["str"], [choice("hold")]);
    const desk = start([stance]);
    expect(settled(desk)).toBe(desk);
  });
});

describe("a hex that two kinds of order lead to", () => {
  const both = [
    kind("march", ["unit", "hex"], [choice(1)], { yields: true }),
    kind("move", ["unit", "hex"], [choice(1)]),
  ];

  /** Unit 1 is chosen, and may march to 50 and 51, and move to 50. */
  function begun(): Desk {
    const desk = clickUnit(start(both), 1);
    const [march, move] = desk.branches;
    return learned(learned(desk, march!, [choice(50), choice(51)]), move!, [choice(50)]);
  }
  const verbs = (desk: Desk, hex: number): string[] =>
    meantBy(targetsOf(desk, MAP).hexes.get(hex) ?? []).map(({ branch }) => branch.kind.verb);

  it("is meant by a click for the one that yields to no other, without being asked", () => {
    expect(verbs(begun(), 50)).toEqual(["move"]);
    expect(verbs(begun(), 51)).toEqual(["march"]);
  });

  it("is meant for the other once that was chosen by its name", () => {
    expect(verbs(only(begun(), "march"), 50)).toEqual(["march"]);
  });
});

describe("air units at their bases", () => {
  const unit = (number: number, hex: number): Choice => ({
    value: `air-${number}`,
    token: `air-${number}`,
    title: `Air unit ${number}`,
    hexes: [hex],
  });
  const counter = (number: number, hex: number): Piece => ({
    side: 0,
    label: "",
    title: `Air unit ${number} (air-${number})`,
    hex,
  });
  const corps: Piece = { side: 0, label: "", title: "Corps", unit: 1, hex: 30 };
  const base = kind("base", ["word", "hex"], [unit(5, 30), unit(6, 30), unit(7, 31)]);
  const there = targetsOf(begin([base], String), MAP).hexes.get(30) ?? [];
  const pieces = [counter(5, 30), counter(6, 30), counter(6, 31), corps];

  it("are chosen by a click on their stack from the top", () => {
    const meant = (...names: string[]): unknown[] => meantBy(there, names).map(({ choice }) => choice.value);
    expect(meant()).toEqual(["air-5"]);
    expect(meant("Headquarters", "Air unit 6 (air-6)", "Air unit 5 (air-5)")).toEqual(["air-6"]);
  });

  it("are stood for by their counters, in their hex alone", () => {
    expect(standIns(pieces, there)).toEqual([pieces[0], pieces[1]]);
    const chosen = choose(meantBy(there, [pieces[1]!.title]));
    expect(standIns(pieces, chosenOf(chosen.branches))).toEqual([pieces[1]]);
    expect(standIns([], there)).toEqual([]);
  });
});

describe("what gives up something one has", () => {
  const disband = kind("disband", ["unit"], [choice(1), choice(2)], { gives_up: true });

  it("is begun by no click as long as there is anything else to order", () => {
    expect(clickable([REBUILD, disband, DONE])).toEqual([REBUILD, DONE]);
    expect(clickable([disband, DONE])).toEqual([DONE]);
    expect(clickable([disband])).toEqual([disband]);
  });

  it("is given by no key either", () => {
    expect(primary([kind("surrender", [], [], { gives_up: true })])).toBeNull();
  });
});

describe("the order that Enter gives", () => {
  it("rolls rather than calls off", () => {
    expect(primary([kind("call-off", []), kind("roll", [])])?.verb).toBe("roll");
  });

  it("ends the step rather than starting something", () => {
    expect(primary([kind("auto", []), DONE])?.verb).toBe("done");
    expect(primary([kind("carpet", []), kind("close", [])])?.verb).toBe("close");
    expect(primary([MOVE])).toBeNull();
    // While an attack is put together, what enlarges it is no way on.
    expect(primary([kind("carpet", [])], true)).toBeNull();
    expect(primary([kind("carpet", []), kind("pass", [], [], { passes: true })], true)?.verb).toBe("pass");
    expect(primary([kind("call-off", []), MOVE])).toBeNull();
  });
});

describe("units that can still act", () => {
  it("are gone through by rows, from the left", () => {
    const piece = (unit: number, hex: number): Piece => ({ side: 0, label: "", title: "", unit, hex });
    const places = new Map([
      [10, { x: 200, y: 100 }],
      [11, { x: 100, y: 100 }],
      [12, { x: 0, y: 0 }],
    ]);
    const desk = start([kind("move", ["unit"], [choice(1), choice(2), choice(3)])]);
    const pieces = [piece(1, 10), piece(2, 11), piece(3, 12), piece(4, 12)];
    expect(unitsToAct(desk, pieces, (hex) => places.get(hex))).toEqual([3, 2, 1]);
  });
});

describe("what is asked about something that cannot be chosen", () => {
  it("asks about a hex as a hex, and as a way where ways are offered", () => {
    const [begun] = choose([
      { branch: { kind: MOVE, chosen: [], next: [choice(1)] }, choice: choice(1) },
    ]).branches;
    if (!begun) throw new Error("nothing was begun");
    const there = { hex: 9, unit: null };
    const places = { branches: [{ ...begun, next: [choice(5), choice(6)] }] };
    expect(questions(places, there).map(({ value }) => value)).toEqual([9]);
    const ways = { branches: [{ ...begun, next: [choice([4, 5]), choice([4, 6])] }] };
    expect(questions(ways, there).map(({ value }) => value)).toEqual([[9]]);
  });
});
