import { describe, expect, it } from "vitest";
import { front, withFewCuts } from "../src/map/front";

const at = (side: number | null, x: number, y: number) => ({ at: { x, y }, side });
const SPAN = { width: 400, height: 400 };

describe("front", () => {
  it("is where the sides meet, not where most pieces stand", () => {
    const rear = Array.from({ length: 9 }, (_, index) => at(1, 2000 + index, 2000));
    expect(front([...rear, at(1, 100, 0), at(0, 0, 50)], SPAN)).toEqual({
      x: 0,
      y: 0,
      width: 100,
      height: 50,
    });
  });

  it("is where most pieces stand when nobody meets", () => {
    const pieces = [at(0, 0, 0), at(1, 3000, 0), at(1, 3100, 20)];
    expect(front(pieces, SPAN)).toEqual({ x: 3000, y: 0, width: 100, height: 20 });
  });

  it("is nowhere on an empty map", () => {
    expect(front([], SPAN)).toBeNull();
  });
});

describe("a box to frame", () => {
  const box = { x: 100, y: 100, width: 800, height: 400 };
  /** Shown with 50 scene units around it, the smaller the higher it is. */
  const frame = (one: typeof box) => ({
    scale: 400 / one.height,
    room: { x: one.x - 50, y: one.y - 50, width: one.width + 100, height: one.height + 100 },
  });

  it("grows where an edge of what is seen would cut counters", () => {
    const row = [200, 300, 400, 500].map((x) => ({ x, y: 40 }));
    const grown = withFewCuts(box, [...row, { x: 500, y: 300 }], frame);
    expect(grown).toEqual({ ...box, y: 40, height: 460 });
  });

  it("stays as it is where none is cut, and where much would have to be shown for it", () => {
    expect(withFewCuts(box, [{ x: 300, y: 300 }], frame)).toEqual(box);
    const all = Array.from({ length: 40 }, (_, row) => ({ x: 300, y: 40 - row * 20 }));
    expect(withFewCuts(box, all, frame)).toEqual(box);
  });
});
