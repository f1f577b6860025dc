import { describe, expect, it } from "vitest";
import { front } from "../src/map/front";

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
