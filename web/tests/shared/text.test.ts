import { describe, expect, it } from "vitest";
import { andNamed, placeNamed, several, unbroken } from "../../src/shared/text";

describe("a place in the sequence of play", () => {
  it("tells a phase once that is one decision of the same name", () => {
    expect(placeNamed(["Turn 1", "Allied turn", "Initial movement", "initial movement"], ["Axis"])).toEqual([
      "Turn 1",
      "Allied turn",
      "Initial movement",
    ]);
    expect(placeNamed(["Turn 1", "Combat", "retreat"], [])).toEqual(["Turn 1", "Combat", "retreat"]);
  });

  it("begins with a capital", () => {
    expect(placeNamed(["second invasion plan"], [])).toEqual(["Second invasion plan"]);
  });

  it("calls sides by their names", () => {
    expect(placeNamed(["Turn 1", "allied supply"], ["Axis", "Allied"])).toEqual(["Turn 1", "Allied supply"]);
  });
});

describe("a text in parts", () => {
  it("has odds and spans in every second one, and all of the text in all of them", () => {
    const text = "Two hexes at 7-1, or one at 3:1 by turn 12.";
    expect(unbroken(text).filter((_, index) => index % 2 === 1)).toEqual(["7-1", "3:1"]);
    expect(unbroken(text).join("")).toBe(text);
    expect(unbroken("Take the town.")).toEqual(["Take the town."]);
  });
});

describe("so many of something", () => {
  it("is one where it is one, and many where it is none", () => {
    expect([0, 1, 2].map((count) => several(count, "move"))).toEqual(["0 moves", "1 move", "2 moves"]);
  });

  it("takes the plural that is given", () => {
    expect([several(1, "hex", "hexes"), several(3, "hex", "hexes")]).toEqual(["1 hex", "3 hexes"]);
  });
});

describe("names one after the other", () => {
  it("have an and before the last", () => {
    expect([[], ["A"], ["A", "B"], ["A", "B", "C"]].map(andNamed)).toEqual([
      "",
      "A",
      "A and B",
      "A, B and C",
    ]);
  });
});
