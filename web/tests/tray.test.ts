import { describe, expect, it } from "vitest";
import type { Option } from "../src/orders/desk";
import { gathered, headingOf, isSearched, sharedHint, tellsOrder } from "../src/orders/tray";
import type { OrderKind } from "../src/wire";

const asks = { fields: [{ name: "of", kind: "word", prompt: "which?" }] } as unknown as OrderKind;
const done = { fields: [] } as unknown as OrderKind;

function options(verb: string, ...titles: string[]): Option[] {
  return titles.map((title) => ({
    branch: { kind: { ...asks, verb }, chosen: [], next: null },
    choice: { value: title, token: title, title },
  }));
}

describe("choices below the map", () => {
  it("say which order they give, unless none but that one asks for anything", () => {
    const countries = options("declare-war", "Spain", "Portugal");
    expect(tellsOrder(countries, [asks, asks, done], false)).toBe(true);
    expect(tellsOrder(countries, [asks, done], false)).toBe(false);
    expect(tellsOrder(countries, [asks, asks, done], true)).toBe(false);
  });

  it("say it where several orders are mixed; numbers, which say nothing, have a heading", () => {
    expect(tellsOrder([...options("a", "x"), ...options("b", "x")], [asks, asks], true)).toBe(true);
    const numbers = options("set", "1", "2");
    numbers.forEach((one) => (one.branch.kind.title = "Stockpile supplies"));
    for (const legal of [[asks], [asks, done], [asks, asks]]) {
      expect(tellsOrder(numbers, legal, false)).toBe(false);
      expect(headingOf(numbers, legal, false)).toBe("Stockpile supplies: which?");
      expect(headingOf(numbers, legal, true)).toBe("");
    }
  });

  it("have a heading where they do not say it and another order may be given instead", () => {
    const turns = options("plan", "Turn 3", "Turn 4");
    turns.forEach((one) => (one.branch.kind.title = "Plan a second invasion"));
    expect(headingOf(turns, [asks, done], false)).toBe("Plan a second invasion: which?");
    expect(headingOf(turns, [asks], false)).toBe("");
    expect(headingOf(turns, [asks, done], true)).toBe("");
    expect(headingOf(turns, [asks, asks], false)).toBe("");
    expect(headingOf([], [asks, done], false)).toBe("");
  });

  it("say once what all of many numbers say", () => {
    const numbers = options("commit", "1", "2", "3");
    numbers.forEach((one) => (one.choice.hint = "of 24"));
    expect(sharedHint(numbers)).toBe("of 24");
    expect(sharedHint(numbers.slice(0, 2))).toBe("");
    numbers[1]!.choice.hint = "of 12";
    expect(sharedHint(numbers)).toBe("");
    const trucks = options("truck", "Truck 1", "Truck 2", "Truck 3");
    trucks.forEach((one) => (one.choice.hint = "in the pool"));
    expect(sharedHint(trucks)).toBe("");
  });

  it("are one where they differ by nothing but a number at the same place", () => {
    const trucks = options("truck", "Truck 1", "Truck 2", "Truck 3", "Truck 4");
    const [pool, away] = ["in the pool", "at Caen"];
    trucks.forEach((one, index) => (one.choice.hint = index < 3 ? pool : away));
    const branch = trucks[0]!.branch;
    const found = gathered(trucks.map((one) => ({ ...one, branch })));
    expect(found.map(({ option, title }) => [option.choice.token, title])).toEqual([
      ["Truck 1", "Truck ×3"],
      ["Truck 4", "Truck 4"],
    ]);
    const levels = options("level", "Level 1", "Level 2").map((one) => ({ ...one, branch }));
    expect(gathered(levels).map(({ title }) => title)).toEqual(["Level 1", "Level 2"]);
  });

  it("are called as people do, without the names that only typed orders use", () => {
    const titles = ["1st Airborne (ground mode) (B1A_g)", "4th Division (us-004)", "V Corps (US5)"];
    expect(gathered(options("land", ...titles)).map(({ title }) => title)).toEqual([
      "1st Airborne (ground mode)",
      "4th Division",
      "V Corps (US5)",
    ]);
  });

  it("are looked through when there are many, but not numbers", () => {
    const many = Array.from({ length: 24 }, (_, index) => index + 1);
    expect(isSearched(options("commit", ...many.map(String)))).toBe(false);
    expect(isSearched(options("call", ...many.map((number) => `U${number}`)))).toBe(true);
    expect(isSearched(options("call", "U1", "U2"))).toBe(false);
  });
});
