import { describe, expect, it } from "vitest";
import { merged, resultOf } from "../../src/panels/odds/merge";

describe("merged", () => {
  it("adds up the exact chances of rows that mean the same, the likeliest first", () => {
    const rows = [
      { label: "1", text: "attacker loses 1", chance: "1/6", percent: 100 / 6 },
      { label: "2", text: "no effect", chance: "1/6", percent: 100 / 6 },
      { label: "3", text: "no effect", chance: "1/6", percent: 100 / 6 },
      { label: "4-6", text: "defender retreats", chance: "1/2", percent: 50 },
    ];
    expect(merged(rows).map(({ label, chance }) => [label, chance])).toEqual([
      ["defender retreats", "1/2"],
      ["no effect", "1/3"],
      ["attacker loses 1", "1/6"],
    ]);
  });
  it("makes up no fraction where one is missing", () => {
    const rows = [
      { label: "a", text: "same", percent: 20, chance: "1/5" },
      { label: "b", text: "same", percent: 30 },
    ];
    expect(merged(rows)).toEqual([{ label: "same", chance: "", percent: 50, highlight: false }]);
  });
});

describe("resultOf", () => {
  const rows = [
    { label: "1-3", text: "no effect", chance: "1/2", percent: 50, totals: [1, 2, 3] },
    { label: "4", text: "attackers 2 steps", chance: "1/6", percent: 100 / 6, totals: [4] },
    { label: "5", text: "attackers 2 steps", chance: "1/6", percent: 100 / 6, totals: [5] },
    { label: "6", chance: "1/6", percent: 100 / 6, totals: [6] },
  ];

  it("gives the dice the chance of all that bring the same result", () => {
    expect(resultOf(rows, 5)).toMatchObject({ label: "attackers 2 steps", chance: "1/3" });
    expect(resultOf(rows, 6)).toMatchObject({ label: "6", chance: "1/6" });
  });

  it("knows no result of dice that have not fallen, or that the rows do not have", () => {
    expect(resultOf(rows, null)).toBeNull();
    expect(resultOf(rows, 7)).toBeNull();
    expect(resultOf([], 4)).toBeNull();
  });
});
