import { describe, expect, it } from "vitest";
import { complete, orderOf, wordsOf } from "../src/orders/completion";
import { cannedState, cannedValues } from "../src/fake";
import type { Choice, Value } from "../src/wire";

const { legal } = cannedState;
const HEXES: Choice[] = [
  { value: 22, token: "0302", title: "0302", hint: "1 of 4" },
  { value: 23, token: "0303", title: "0303" },
];

const values = (verb: string, chosen: Value[]): Promise<Choice[]> =>
  Promise.resolve(chosen.length === 1 ? HEXES : (cannedValues[JSON.stringify([verb])] ?? []));

describe("completing a typed order", () => {
  it("offers the kinds of order first", async () => {
    expect((await complete("", legal, values)).map((one) => one.line)).toEqual(["move ", "done"]);
    expect((await complete("do", legal, values))[0]).toMatchObject({ line: "done", whole: true });
  });

  it("offers the values of the field that is being typed, by token or by title", async () => {
    const units = await complete("move 3", legal, values);
    expect(units[0]?.line.startsWith("move 3")).toBe(true);
    expect((await complete("move decoy", legal, values)).map((one) => one.title)).toContain("Blue Decoy");
  });

  it("goes on with the values that the service allows after the unit", async () => {
    const [unit] = await complete("move 3", legal, values);
    const hexes = await complete(unit?.line ?? "", legal, values);
    expect(hexes.map((one) => one.whole)).toEqual([true, true]);
    expect(hexes[0]?.line).toBe(`${unit?.line.trim()} 0302`);
  });

  it("offers nothing after a word that means nothing", async () => {
    expect(await complete("fly ", legal, values)).toEqual([]);
    expect(await complete("move nobody ", legal, values)).toEqual([]);
  });

  it("knows the order that a line says once it is complete", async () => {
    const [unit] = await complete("move 3", legal, values);
    const begun = unit?.line ?? "";
    expect(await orderOf("done", legal, values)).toEqual({ verb: "done", values: [] });
    expect(await orderOf(begun, legal, values)).toBeNull();
    expect(await orderOf(`${begun}0309`, legal, values)).toBeNull();
    const order = await orderOf(`${begun}0302`, legal, values);
    expect(order?.verb).toBe("move");
    expect(order?.values.at(-1)).toBe(22);
  });

  it("keeps quoted words together", () => {
    expect(wordsOf(`move "84 Inf" 'Lyon SE1' x`)).toEqual(["move", "84 Inf", "Lyon SE1", "x"]);
  });
});
