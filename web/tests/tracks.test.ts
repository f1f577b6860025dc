import { describe, expect, it } from "vitest";
import { ownFirst } from "../src/app/tracks";

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
