import { describe, expect, it } from "vitest";
import { foremost, journeysOf, type Journey } from "../src/story/journeys";
import type { Battle } from "../src/story/battles";
import type { Way } from "../src/story/recap";

function way(unit: number, hexes: number[], plain = true): Way {
  return { entry: unit, unit, hexes, text: "", plain };
}

/** A battle at a hex, in which these units are named. */
function battle(hex: number, units: number[] = []): Battle {
  const told = { entry: 9, kind: "x", text: "", case: "", seat: 1, units };
  return { key: "", hex, contest: "", first: 9, last: 9, events: [told] };
}

const side = (unit: number): number => (unit < 10 ? 0 : 1);

describe("the arrows of a turn", () => {
  it("are one for all that a unit went step by step", () => {
    const found = journeysOf([way(1, [1, 2]), way(2, [7, 8]), way(1, [2, 3, 4])], side);
    expect(found.map(({ hexes, units }) => [units, hexes])).toEqual([
      [[1], [1, 2, 3, 4]],
      [[2], [7, 8]],
    ]);
  });

  it("are one for all of a side that went from one hex to another, by the shortest of their ways", () => {
    const ways = [way(1, [1, 5, 6, 3]), way(2, [1, 2, 3]), way(11, [1, 2, 3]), way(3, [2, 3])];
    expect(journeysOf(ways, side)).toEqual([
      { hexes: [1, 2, 3], side: 0, units: [1, 2], counts: false },
      { hexes: [1, 2, 3], side: 1, units: [11], counts: false },
      { hexes: [2, 3], side: 0, units: [3], counts: false },
    ]);
  });

  it("keep retreats apart from marches, and have none for who came back to where he was", () => {
    const ways = [way(1, [1, 2]), way(1, [2, 1]), way(2, [4, 5]), way(2, [5, 6], false), way(2, [6, 7])];
    expect(journeysOf(ways, side).map(({ hexes, counts }) => [hexes, counts])).toEqual([
      [[4, 5], false],
      [[5, 6], true],
      [[6, 7], false],
    ]);
  });

  it("are those of fights and the longest, where there are more than can be told apart", () => {
    const march = (unit: number, length: number): Way =>
      way(
        unit,
        Array.from({ length }, (_, step) => unit * 100 + step),
      );
    const ways = [march(1, 2), march(2, 9), march(3, 2), march(4, 5), way(5, [1, 2], false)];
    const all = journeysOf(ways, side, [battle(301)]);
    const units = (journeys: Journey[]): number[][] => journeys.map((one) => one.units);
    expect(units(foremost(all, 5))).toEqual([[1], [2], [3], [4], [5]]);
    expect(units(foremost(all, 4))).toEqual([[1], [2], [3], [4], [5]]); // one alone is not left out
    expect(units(foremost(all, 3))).toEqual([[2], [3], [5]]);
    expect(units(foremost(all, 1))).toEqual([[3]]);
    const fighter = journeysOf(ways, side, [battle(77, [1])]);
    expect(units(foremost(fighter, 2))).toEqual([[1], [5]]);
  });
});
