import { describe, expect, it } from "vitest";
import { reasons } from "../../src/orders/leaving";
import { parted, placed, untold } from "../../src/panels/aims/levels";
import { knownIn, urgent } from "../../src/panels/aims/standing.svelte";
import type { Stake } from "../../src/wire";

const stake = (title: string, level: Stake["level"]): Stake => ({
  title,
  text: "",
  case: "1",
  side: 0,
  level,
});

describe("asking before a step is ended", () => {
  const done = { passes: true };
  const lost = [stake("Ports", "red"), stake("Cities", "amber")];

  it("asks when something would be lost, and says what", () => {
    expect(
      reasons(done, {
        when: "matters",
        stakes: lost,
        left: ["7 units can move"],
        hasMore: false,
        unspent: [],
      }),
    ).toEqual({
      stakes: [lost[0]],
      unspent: [],
      left: ["7 units can move"],
    });
    expect(
      reasons(done, {
        when: "matters",
        stakes: [stake("Cities", "amber")],
        left: ["7 units can move"],
        hasMore: false,
        unspent: [],
      }),
    ).toBeNull();
    expect(
      reasons(done, {
        when: "matters",
        stakes: lost,
        left: ["7 units can move"],
        hasMore: true,
        unspent: [],
      }),
    ).toBeNull();
  });

  it("asks when something is left that does not keep, whoever decides next", () => {
    const unspent = [{ text: "69 production points will be lost unless spent now", case: "11.3" }];
    expect(reasons(done, { when: "matters", stakes: lost, left: [], hasMore: true, unspent })).toEqual({
      stakes: [],
      unspent,
      left: [],
    });
    expect(reasons(done, { when: "never", stakes: [], left: [], hasMore: true, unspent })).toBeNull();
    expect(
      reasons({ passes: false }, { when: "matters", stakes: [], left: [], hasMore: true, unspent }),
    ).toBeNull();
  });

  it("asks whoever always wants it while anything is left to do", () => {
    expect(
      reasons(done, { when: "always", stakes: [], left: ["7 units can move"], hasMore: true, unspent: [] }),
    ).toEqual({
      stakes: [],
      unspent: [],
      left: ["7 units can move"],
    });
    expect(reasons(done, { when: "always", stakes: [], left: [], hasMore: true, unspent: [] })).toBeNull();
  });

  it("never asks whoever does not want it, nor before orders that do something", () => {
    expect(reasons(done, { when: "never", stakes: lost, left: [], hasMore: false, unspent: [] })).toBeNull();
    expect(
      reasons(
        { passes: false },
        { when: "always", stakes: lost, left: ["7 units can move"], hasMore: false, unspent: [] },
      ),
    ).toBeNull();
  });
});

describe("where play goes after a step", () => {
  it("stays known through the orders of the step, and is not taken for that of the next", () => {
    const known = { follows: "combat", step: "movement" };
    expect(knownIn("movement", known)).toBe("combat");
    expect(knownIn("combat", known)).toBe("");
    expect(knownIn("movement", null)).toBe("");
  });
});

describe("stakes", () => {
  it("come with the most urgent first, alike ones in their order", () => {
    const stakes = [
      stake("a", "green"),
      stake("b", "amber"),
      stake("c", "red"),
      stake("d", ""),
      stake("e", "red"),
    ];
    expect(urgent(stakes).map(({ title }) => title)).toEqual(["c", "e", "b", "a", "d"]);
  });
});

describe("what would come of it now", () => {
  it("stands once: what is told above is not told again with the points", () => {
    const now = [{ text: "if it ended now: Allied decisive, 0 Axis points", case: "4.3" }];
    const points = { ...stake("Axis points", "amber"), text: "0 of 18; if it ended now: Allied decisive" };
    expect(untold(points, now).text).toBe("0 of 18");
    expect(untold(points, []).text).toBe(points.text);
    const whole = { ...points, text: "if it ended now: Allied decisive" };
    expect(untold(whole, now)).toEqual(whole);
  });
});

describe("places that decide", () => {
  const names = ["Tilly", "Le Gué", "Dieppe", "Calais", "Nice"];
  const nameOf = (hex: number): string => names[hex] ?? "";

  it("are named, with what they count for", () => {
    expect(placed({ title: "2 points a turn", hexes: [0, 1] }, nameOf)).toBe(
      "Tilly, Le Gué: 2 points a turn",
    );
  });

  it("are not named again where their title does so", () => {
    expect(placed({ title: "Nice: a point", hexes: [4] }, nameOf)).toBe("Nice: a point");
    expect(placed({ title: "Dieppe and Calais: a point each", hexes: [2, 3] }, nameOf)).toBe(
      "Dieppe and Calais: a point each",
    );
  });

  it("keep the names of their title where a hex is called otherwise", () => {
    expect(placed({ title: "Sedan: 2 points", hexes: [0] }, () => "Mézières")).toBe("Sedan: 2 points");
    const title = "Sedan, 's-Hertogenbosch and Écija: 2 points each";
    expect(placed({ title, hexes: [0, 1, 4] }, nameOf)).toBe(title);
    expect(placed({ title: "ports: a point each", hexes: [3] }, nameOf)).toBe("Calais: ports: a point each");
  });

  it("are counted where they are many", () => {
    expect(placed({ title: "ports", hexes: [0, 1, 2, 3, 4] }, nameOf)).toBe("ports (5)");
  });
});

describe("places that count", () => {
  const place = (title: string, text = "2 points"): Stake => ({ ...stake(title, ""), text, hexes: [7] });
  const score = { ...stake("Points", "amber"), text: "0 of 44" };

  it("stand side by side where there are many, apart from what needs a line", () => {
    const many = ["Rome", "Florence", "Bologna", "Rimini", "Pisa"].map((name) => place(name));
    const long = place("Ruhr", "held, wins for the Allies through Turn 6");
    const { lines, places } = parted([score, ...many, long]);
    expect(places.map(({ title }) => title)).toEqual(["Rome", "Florence", "Bologna", "Rimini", "Pisa"]);
    expect(lines).toEqual([score, long]);
  });

  it("have a line each where they are few", () => {
    const few = [score, place("Rome"), place("Pisa")];
    expect(parted(few)).toEqual({ lines: few, places: [] });
  });
});
