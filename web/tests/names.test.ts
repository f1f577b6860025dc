import { describe, expect, it } from "vitest";
import { Names, type Occupied } from "../src/map/names";
import type { Scene, Text } from "../src/wire";

const name = (text: string, x: number, y: number, more: Partial<Text> = {}): Text => ({
  is: "text",
  text,
  x,
  y,
  lettering: "town",
  anchor: "start",
  ...more,
});

function scene(...items: Text[]): Scene {
  return {
    name: "",
    title: "",
    box: [0, 0, 1000, 1000],
    field: [0, 0, 1000, 1000],
    layers: [
      { name: "ground", items: [] },
      { name: "names", items },
    ],
    paints: {},
    letterings: { town: { face: "plain", size: 12, fill: "#000000" } },
    symbols: {},
    paths: {},
    ground: "#ffffff",
  };
}

/** A counter in the middle of a hex. */
const counter = (x: number, y: number): Occupied => ({
  at: { x, y },
  box: { x: x - 32, y: y - 32, width: 64, height: 64 },
});
/** Letters half as wide as high. */
const measure = (text: string): number => text.length * 6;

describe("names of places", () => {
  it("stay where they are printed while nothing lies on them", () => {
    const names = new Names(scene(name("Caen", 110, 104)), measure);
    expect(names.settle([counter(300, 300)])).toEqual([]);
    expect(names.moved).toEqual([]);
  });

  it("tell where they are printed, those that are shown at a scale", () => {
    const whole = scene(name("Caen", 110, 104), name("Bayeux", 300, 104));
    const far = { name: "names.far", items: [name("CAEN", 110, 104)], below: 0.4 };
    const near = { ...whole.layers[1]!, least: 0.4 };
    const names = new Names({ ...whole, layers: [whole.layers[0]!, near, far] }, measure);
    names.settle([counter(100, 100)]);
    expect(names.boxesAt(1).map(({ x, width }) => [x, width])).toEqual([
      [138, 24],
      [300, 36],
    ]);
    expect(names.boxesAt(0.2)).toHaveLength(1);
  });

  it("step beside the counters of their hex, and back when those are gone", () => {
    const names = new Names(scene(name("Caen", 110, 104)), measure);
    const painted = names.settle([counter(100, 100)]);
    expect(names.moved).toEqual([
      { layer: 1, item: 0, x: 138, y: expect.closeTo(103.6) as number, anchor: "start" },
    ]);
    // Both where it stood and where it stands now.
    expect(painted.map((one) => [one.layer.name, one.area.x])).toEqual([
      ["names", 110],
      ["names", 138],
    ]);
    expect(names.settle([counter(100, 100)])).toEqual([]);
    expect(names.settle([])).toHaveLength(2);
    expect(names.moved).toEqual([]);
  });

  it("go below where a neighbour stands beside them, and above where a name is below", () => {
    const around = [counter(100, 100), counter(200, 100)];
    const names = new Names(scene(name("Cherbourg", 110, 104)), measure);
    names.settle(around);
    expect(names.moved[0]).toMatchObject({ x: 100, anchor: "middle" });
    expect(names.moved[0]?.y).toBeGreaterThan(132);
    const crowded = new Names(scene(name("Cherbourg", 110, 104), name("Carentan", 90, 146)), measure);
    crowded.settle(around);
    expect(crowded.moved).toHaveLength(1);
    expect(crowded.moved[0]?.y).toBeLessThan(68);
  });

  it("keep clear of the symbol of the next place, which is seen with them", () => {
    const whole = scene(name("Lorient", 110, 104));
    const symbols = {
      name: "places",
      items: [{ is: "stamps" as const, symbol: "town", at: [185, 100], size: 0.14 }],
    };
    const names = new Names({ ...whole, layers: [...whole.layers, symbols] }, measure);
    names.settle([counter(100, 100)]);
    expect(names.moved[0]).toMatchObject({ x: 100, anchor: "middle" });
    // It is not in the way of names that are shown at other scales.
    const apart = new Names(
      { ...whole, layers: [...whole.layers, { ...symbols, name: "places.far" }] },
      measure,
    );
    apart.settle([counter(100, 100)]);
    expect(apart.moved[0]).toMatchObject({ x: 138, anchor: "start" });
  });

  it("find the gap below between the counters of the next hexes, though their own stack leans", () => {
    const leaning: Occupied = { at: { x: 100, y: 100 }, box: { x: 80, y: 68, width: 72, height: 72 } };
    const next = [counter(210, 100), counter(30, 100), counter(46, 184), counter(154, 184)];
    const above = [counter(46, 24), counter(154, 24)];
    const names = new Names(scene(name("Caen", 110, 104)), measure);
    names.settle([leaning, ...next, ...above]);
    const { x, y, anchor } = names.moved[0]!;
    expect([x, anchor]).toEqual([100, "middle"]);
    expect(Math.abs(y - 104)).toBeGreaterThan(30);
  });

  it("move away from counters of the next hex without changing their own", () => {
    const names = new Names(scene(name("Saint-Lo", 110, 104)), measure);
    names.settle([counter(200, 100)]);
    expect(names.moved).toEqual([]); // 48 wide: ends before the counter
    const long = new Names(scene(name("Saint-Lo-sur-Vire", 110, 104)), measure);
    long.settle([counter(200, 100)]);
    expect(Math.abs((long.moved[0]?.x ?? 0) - 110)).toBeLessThan(120);
    expect(long.moved).toHaveLength(1);
  });

  it("go to the other side of their symbol where a counter of the next hex lies on them", () => {
    const whole = scene(name("Coutances", 110, 104));
    const places = {
      name: "places",
      items: [{ is: "stamps" as const, symbol: "town", at: [100, 100, 300, 100], size: 0.14 }],
    };
    const names = new Names({ ...whole, layers: [...whole.layers, places] }, measure);
    names.settle([counter(180, 100)]);
    expect(names.moved[0]).toMatchObject({ x: 88, anchor: "end" });
    // Between two counters it goes below.
    names.settle([counter(180, 100), counter(20, 100)]);
    expect(names.moved[0]).toMatchObject({ x: 100, anchor: "middle" });
    expect(names.moved[0]?.y).toBeGreaterThan(112);
  });

  it("are left out where little of them would be seen anywhere, and come back", () => {
    const whole = scene(name("Freiburg", 110, 104));
    const far = { name: "names.far", items: [name("FREIBURG", 110, 104)], below: 0.4 };
    const names = new Names({ ...whole, layers: [...whole.layers, far] }, measure);
    const all = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((at) => counter(100 + 66 * at, 100 + 66 * row)));
    names.settle(all);
    expect(names.moved.map(({ hidden }) => hidden)).toEqual([true, true]);
    expect(names.boxesAt(1)).toEqual([]);
    expect(names.settle(all)).toEqual([]);
    expect(names.settle([counter(100, 100)]).length).toBeGreaterThan(0);
    expect(names.moved.map(({ hidden }) => hidden)).toEqual([undefined, undefined]);
  });

  it("that follow a river or a coast stay: only level ones step aside", () => {
    const names = new Names(scene(name("Orne", 110, 104, { turn: 40 })), measure);
    expect(names.settle([counter(100, 100)])).toEqual([]);
  });
});
