import { describe, expect, it } from "vitest";
import { filtered, grouped, told } from "../../src/panels/log/log";
import { sentence, sidesNamed, spoken } from "../../src/shared/text";
import type { MatchEvent } from "../../src/wire";

const EVENTS: MatchEvent[] = [
  {
    entry: 0,
    kind: "roll",
    text: "weather d6: 2",
    case: "4.1",
    seat: null,
    draw: { purpose: "weather", sides: 6, values: [2], seats: null },
  },
  { entry: 0, kind: "weather", text: "the weather is dry", case: "4.1", seat: null },
  { entry: 1, kind: "move", text: "1st Armoured moves to 0304", case: "6.1", seat: 0 },
  { entry: 2, kind: "move", text: "8th Panzer moves to 0305", case: "6.1", seat: 1 },
];

describe("filtered", () => {
  it("shows dice, a side, or what has all the words", () => {
    expect(filtered(EVENTS, { text: "", show: "all" })).toHaveLength(4);
    expect(filtered(EVENTS, { text: "", show: "dice" }).map((event) => event.kind)).toEqual(["roll"]);
    expect(filtered(EVENTS, { text: "", show: 1 }).map((event) => event.entry)).toEqual([2]);
    expect(filtered(EVENTS, { text: "moves ARMOURED", show: "all" }).map((event) => event.entry)).toEqual([
      1,
    ]);
    expect(filtered(EVENTS, { text: "6.1", show: "all" })).toHaveLength(2);
  });
});

describe("grouped", () => {
  it("puts together what one order brought about", () => {
    expect(grouped(EVENTS).map((group) => [group.entry, group.seat, group.events.length])).toEqual([
      [0, null, 2],
      [1, 0, 1],
      [2, 1, 1],
    ]);
  });
});

describe("sentence", () => {
  it("has a capital and one stop", () => {
    expect(sentence("the weather is dry")).toBe("The weather is dry.");
    expect(sentence("Done!")).toBe("Done!");
    expect(sentence("command:")).toBe("Command:");
    expect(sentence("  ")).toBe("");
  });
});

describe("the log as a whole", () => {
  const die = (entry: number, battle?: number): MatchEvent => ({
    entry,
    kind: "roll",
    text: "",
    case: "",
    draw: { purpose: "attack", sides: 6, values: [3], seats: null },
    ...(battle === undefined ? {} : { battle }),
  });
  const said = (entry: number, battle?: number): MatchEvent => ({
    entry,
    kind: "loss",
    text: `${entry}`,
    case: "",
    ...(battle === undefined ? {} : { battle }),
  });

  it("tells a battle in one piece where it began, and all else order by order", () => {
    const items = told([said(1), said(2, 7), die(2, 7), said(3, 7), said(4), said(5, 8), said(6)]);
    expect(
      items.map((item) => ("battle" in item ? `battle ${item.battle.hex}` : item.events.length)),
    ).toEqual([
      1,
      "battle 7",
      1,
      1, // nobody rolled for it: no battle to speak of
      1,
    ]);
  });
});

describe("the name of a step", () => {
  it("has its sides as they are called, and nothing else", () => {
    expect(sidesNamed("allied supply", ["Allied", "German"])).toBe("Allied supply");
    expect(sidesNamed("german set-up", ["Allied", "German"])).toBe("German set-up");
    expect(sidesNamed("bluecoats and blue", ["Blue", "Red"])).toBe("bluecoats and Blue");
    expect(sidesNamed("Turn 1", [])).toBe("Turn 1");
  });
});

it("tells a unit by its name, without the one that only typed orders use", () => {
  expect(spoken("4th Infantry Division (us-004)")).toBe("4th Infantry Division");
  expect(spoken("US V Corps (US5)")).toBe("US V Corps (US5)");
  expect(spoken("15 AG (British hq)")).toBe("15 AG (British hq)");
});
