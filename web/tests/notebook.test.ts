import { describe, expect, it } from "vitest";
import { sightings } from "../src/state/notebook.svelte";
import { soundOf } from "../src/state/sound";
import type { MatchEvent, Piece, RosterUnit } from "../src/wire";

const roster: RosterUnit[] = [
  { unit: 1, title: "Ours", side: 0 },
  { unit: 2, title: "21st Panzer", side: 1 },
];
const hidden: Piece = { side: 1, label: "?", title: "A hidden block", hex: 40, unit: null, face_down: true };
const told = (entry: number, hexes: number[], units: number[], text: string): MatchEvent => ({
  entry,
  kind: "revealed",
  text,
  case: "",
  hexes,
  units,
});
const events = [told(3, [40], [1, 2], "21st Panzer fights with 3 steps"), told(5, [40], [1], "Ours leaves")];

describe("what was last seen of hidden enemies", () => {
  it("is told where a hidden piece stands in the hex in which they were last seen", () => {
    expect(sightings(40, 0, [hidden], events, roster)).toEqual([
      { unit: 2, title: "21st Panzer", text: "21st Panzer fights with 3 steps", entry: 3 },
    ]);
  });

  it("is not told of an empty hex, of one's own, of who is in sight, or of who was seen elsewhere since", () => {
    expect(sightings(40, 0, [], events, roster)).toEqual([]);
    expect(sightings(40, 1, [{ ...hidden, side: 0 }], events, roster).map((one) => one.unit)).toEqual([1]);
    expect(sightings(40, 0, [hidden, { ...hidden, hex: 7, unit: 2 }], events, roster)).toEqual([]);
    expect(sightings(40, 0, [hidden], [...events, told(8, [41], [2], "again")], roster)).toEqual([]);
    expect(sightings(40, null, [hidden], events, roster)).toEqual([]);
  });

  it("is not told of who is gone, nor where only what is known by name is no unit, as an air unit", () => {
    const lost = { ...told(8, [], [2], "21st Panzer is eliminated"), kind: "eliminated" };
    expect(sightings(40, 0, [hidden], [...events, lost], roster)).toEqual([]);
    expect(sightings(40, 0, [hidden], [...events, lost, told(9, [40], [2], "is back")], roster)).toHaveLength(
      1,
    );
    expect(sightings(40, 0, [{ ...hidden, face_down: false }], events, roster)).toEqual([]);
  });
});

describe("sounds", () => {
  const dice = { sides: 6, values: [4] } as unknown as NonNullable<MatchEvent["draw"]>;

  it("are guns for dice of a battle, dice otherwise, marching for moves, and nothing else", () => {
    expect(soundOf({ draw: dice, battle: 40 })).toBe("guns");
    expect(soundOf({ draw: dice })).toBe("dice");
    expect(soundOf({ hexes: [1, 2], units: [1] })).toBe("march");
    expect(soundOf({ hexes: [1] })).toBeNull();
  });
});
