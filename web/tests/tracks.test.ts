import { describe, expect, it } from "vitest";
import { isLong, ownFirst, shortTitle } from "../src/app/tracks";

const tracks = [
  { name: "Turn", side: null },
  { name: "Axis air", side: 0 },
  { name: "Allied air", side: 1 },
  { name: "Weather" },
  { name: "Axis arrives", side: 0 },
];

const names = (seat: number | null): string[] => ownFirst(tracks, seat).map(({ name }) => name);

describe("the order of the tracks", () => {
  it("has one's own, and nobody's, before those of the other side", () => {
    expect(names(1)).toEqual(["Turn", "Allied air", "Weather", "Axis air", "Axis arrives"]);
    expect(names(0)).toEqual(["Turn", "Axis air", "Weather", "Axis arrives", "Allied air"]);
  });

  it("stays as it is for whoever has no seat", () => {
    expect(names(null)).toEqual(tracks.map(({ name }) => name));
  });
});

describe("what has no room in the bar", () => {
  it("is a list, which is told below", () => {
    expect(
      isLong({ name: "Allied air, west", text: "25 available, 11 superiority, 5 air transport, 2 more" }),
    ).toBe(true);
    expect(isLong({ name: "Allied air, west", text: "19 available, 6 ground" })).toBe(false);
  });
  it("is the end of a long title", () => {
    const long = "War in Europe: Overlord 1944: from Normandy to the Rhine, 6 June - 31 December 1944";
    expect(shortTitle(long)).toBe("War in Europe: Overlord 1944");
    expect(shortTitle("Skirmish: The Ford")).toBe("Skirmish: The Ford");
    expect(shortTitle("x".repeat(60))).toBe("x".repeat(60));
  });
});
