import { describe, expect, it } from "vitest";
import { whereabouts } from "../src/map/whereabouts";

describe("the label of a hex", () => {
  it("is put into words where it tells the way from a place", () => {
    expect(whereabouts("Palermo E1")).toBe("1 hex east of Palermo");
    expect(whereabouts("Bad Tolz SW3")).toBe("3 hexes south-west of Bad Tolz");
    expect(whereabouts("Malta E2 NE1")).toBe("2 hexes east, then 1 hex north-east of Malta");
  });

  it("says nothing where it is a number or a name alone", () => {
    for (const label of ["2118", "Palermo", "2118 Winchester", "Hill 112"])
      expect(whereabouts(label)).toBe("");
  });
});
