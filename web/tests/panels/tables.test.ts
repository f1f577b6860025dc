import { describe, expect, it } from "vitest";
import { axisLabels, charts, commonTitle, telling } from "../../src/panels/charts/chart";
import { named } from "../../src/shared/series";
import { columnWidths, leads, narrowed, usedColumns } from "../../src/panels/tables/table";
import type { Series, Table } from "../../src/wire";

const TABLE: Table = {
  key: "order_of_battle",
  title: "Order of battle",
  columns: ["unit", "strength", "where"],
  sections: [
    {
      title: "Blue",
      rows: [{ cells: ["1st Armoured", "", "0504 Le Gué"], hex: 3 }, { cells: ["3rd Foot", "", ""] }],
    },
    { title: "Red", rows: [{ cells: ["8th Panzer", "", "0305"], unit: 0 }] },
  ],
};

describe("tables", () => {
  it("are narrowed down by words of a row or its section", () => {
    expect(narrowed(TABLE, "gué").map((section) => section.rows.length)).toEqual([1]);
    expect(narrowed(TABLE, "red panzer").map((section) => section.title)).toEqual(["Red"]);
    expect(narrowed(TABLE, "blue foot")[0]?.rows[0]?.cells[0]).toBe("3rd Foot");
    expect(narrowed(TABLE, "")).toBe(TABLE.sections);
  });
  it("leave out columns that say nothing", () => {
    expect(usedColumns(TABLE)).toEqual([0, 2]);
    expect(columnWidths(TABLE, [0, 2])).toEqual([11]);
  });
  it("know which rows lead to the map; unit and hex 0 count", () => {
    expect(TABLE.sections.flatMap((section) => section.rows).map(leads)).toEqual([true, false, true]);
  });
});

describe("charts", () => {
  const line = (title: string, side: number, points: [number, number][], labels: string[]): Series => ({
    key: "points",
    title,
    side,
    points,
    labels,
  });

  it("put lines of one key over common places", () => {
    const [chart] = charts([
      line(
        "Blue points",
        0,
        [
          [2, 1],
          [8, 4],
        ],
        ["Turn 1 / a", "Turn 2 / a"],
      ),
      line(
        "Red points",
        1,
        [
          [5, 3],
          [8, 6],
        ],
        ["Turn 1 / b", "Turn 2 / a"],
      ),
    ]);
    expect(chart?.title).toBe("Points");
    expect(chart?.lines.map((one) => one.title)).toEqual(["Blue", "Red"]);
    expect(chart?.entries).toEqual([2, 5, 8]);
    expect(chart?.labels).toEqual(["Turn 1 / a", "Turn 1 / b", "Turn 2 / a"]);
    expect(chart?.lines.map((one) => one.values)).toEqual([
      [1, null, 4],
      [null, 3, 6],
    ]);
  });
  it("are left out where there was never anything", () => {
    const nothing = charts([
      line(
        "Cities",
        0,
        [
          [1, 0],
          [2, 0],
        ],
        ["a", "b"],
      ),
    ]);
    expect(nothing.map((chart) => [chart.title, telling(chart)])).toEqual([["Cities", false]]);
  });
  it("name the turn once on the axis", () => {
    expect(axisLabels(["Turn 1 / a", "Turn 1 / b", "Turn 2 / a"], 9)).toEqual(["1", "", "2"]);
  });
  it("leave out a name on the axis that would run into the next", () => {
    const labels = ["Allied set-up", "Turn 1 › a", "Turn 1 › b", "Turn 2 › a"];
    expect(axisLabels(labels, 9)).toEqual(["Allied set-up", "1", "", "2"]);
    expect(axisLabels(labels, 2)).toEqual(["", "1", "", "2"]);
    const long = Array.from({ length: 12 }, (_, index) => `Turn ${index + 1} › a`);
    expect(axisLabels(long, 2).filter((name) => name)).toEqual([..."12345678", "10", "12"]);
  });
  it("call moments as places in the sequence of play are called", () => {
    const moments = [line("Points", 0, [[1, 0]], ["Turn 2 / German turn / german supply"])];
    expect(named(moments, ["Allied", "German"])[0]?.labels).toEqual(["Turn 2 › German turn › German supply"]);
  });
  it("are called by what their lines have in common", () => {
    expect(commonTitle(["Allied victory points", "Axis victory points"])).toBe("Victory points");
    expect(commonTitle(["supply"])).toBe("supply");
    expect(commonTitle(["a", "b"])).toBe("");
  });
});
