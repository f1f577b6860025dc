import { describe, expect, it } from "vitest";
import { follow, lineUp, met, type Course } from "../src/story/board";
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

describe("the course of a battle", () => {
  const stand = (entry: number, steps: number) => ({ entry, there: [block(0, 1, steps)] });
  const looking: Course = { begun: false, ended: null };

  it("ends as it stood then: steps that hunger takes later are not lost in it", () => {
    const on = follow(looking, true, stand(4, 3));
    const over = follow(on, false, stand(5, 2));
    expect(over.ended).toEqual(stand(5, 2));
    expect(follow(over, false, stand(9, 1))).toEqual(over);
  });
  it("goes on when one looks back, or another round is fought", () => {
    const over = follow(follow(looking, true, stand(4, 3)), false, stand(5, 2));
    expect(follow(over, true, stand(6, 2)).ended).toBeNull();
  });
  it("has no end for who comes when it is over", () => {
    expect(follow(looking, false, stand(9, 1)).ended).toBeNull();
  });
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
  it("lie face down again when the round is over, and are not taken for gone", () => {
    const first = [block(0, 1, 4), block(1, 8, 3), block(1, 9, 2)];
    const hurt = met(met([], first), [block(0, 1, 4), block(1, 8, 2), block(1, 9, 2)]);
    const now = [block(0, 1, 4), block(1, null, 0)];
    const [, other] = lineUp(met(hurt, now), now, 2, new Set([9]));
    expect(other?.blocks.map(({ piece, lost, gone, hidden }) => [piece.unit, lost, gone, hidden])).toEqual([
      [8, 1, false, true],
      [9, 0, true, false],
    ]);
  });
  it("are gone where nobody is left, and who came unseen besides is counted", () => {
    const known = met([], [block(0, 1, 4), block(1, 8, 3)]);
    const empty = [block(0, 1, 4)];
    expect(lineUp(met(known, empty), empty, 2)[1]?.blocks.map(({ gone }) => gone)).toEqual([true]);
    const more = [block(0, 1, 4), block(1, null, 0), block(1, null, 0)];
    expect(
      lineUp(met(known, more), more, 2)[1]?.blocks.map(({ piece, hidden }) => [piece.unit, hidden]),
    ).toEqual([
      [8, true],
      [null, false],
    ]);
  });
});
