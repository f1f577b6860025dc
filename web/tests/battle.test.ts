import { describe, expect, it } from "vitest";
import { lineUp, met } from "../src/story/board";
import type { Piece } from "../src/wire";

const block = (side: number, unit: number | null, steps: number): Piece => ({
  side,
  unit,
  steps,
  label: "x",
  title: `${side} ${unit}`,
  shape: "block",
  hex: 7,
});

describe("blocks in a battle", () => {
  it("keep what they came with: steps lost, and who is gone", () => {
    const first = [block(0, 1, 4), block(0, 2, 3), block(1, 9, 2)];
    const known = met([], first);
    const now = [block(0, 1, 2), block(1, 9, 2)];
    const [own, other] = lineUp(met(known, now), now, 2);
    expect(own?.blocks.map(({ piece, lost, gone }) => [piece.unit, piece.steps, lost, gone])).toEqual([
      [1, 2, 2, false],
      [2, 3, 0, true],
    ]);
    expect(other?.blocks.map(({ lost, gone }) => [lost, gone])).toEqual([[0, false]]);
  });
  it("are no longer unseen once they lie face up, and reinforcements join them", () => {
    const known = met([], [block(0, 1, 4), block(1, null, 0), block(1, null, 0)]);
    expect(known).toHaveLength(3);
    const shown = [block(0, 1, 4), block(1, 8, 3), block(1, 9, 2), block(0, 5, 1)];
    const [own, other] = lineUp(met(known, shown), shown, 2);
    expect(own?.blocks.map(({ piece }) => piece.unit)).toEqual([1, 5]);
    expect(other?.blocks.map(({ piece, gone }) => [piece.unit, gone])).toEqual([
      [8, false],
      [9, false],
    ]);
  });
});
