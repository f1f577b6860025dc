import { describe, expect, it } from "vitest";
import { strokeOf, tipOf } from "../src/map/arrows";
import { COUNTER } from "../src/map/stacks";

describe("the arrows of moves", () => {
  it("end beside the counter that went there, so that it can be read", () => {
    const [before, end] = [
      { x: 0, y: 0 },
      { x: 92, y: 0 },
    ];
    const { x, y, angle } = tipOf(before, end);
    expect(end.x - x).toBeGreaterThan(COUNTER / 2);
    expect(end.x - x).toBeLessThan(46); // still in its hex
    expect([y, angle]).toEqual([0, 0]);
  });

  it("cover the less, the more of them there are", () => {
    const [few, some, many] = [strokeOf(3), strokeOf(18), strokeOf(60)];
    expect(few.size > some.size && some.size > many.size).toBe(true);
    expect(few.shade > some.shade && some.shade > many.shade).toBe(true);
  });
});
