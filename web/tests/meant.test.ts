import { describe, expect, it } from "vitest";
import { shinesThrough } from "../src/map/meant";
import type { Placed } from "../src/map/stacks";
import type { Bench } from "../src/orders/bench.svelte";
import type { Option } from "../src/orders/desk";

/** A bench with an order under way that may go on with these units and hexes. */
function bench(units: number[], hexes: number[], begun = true): Bench {
  const options = (numbers: number[]): Map<number, Option[]> => new Map(numbers.map((one) => [one, []]));
  const targets = { units: options(units), hexes: options(hexes), listed: [] };
  return { targets, begun, selected: new Set<number>([7]) } as unknown as Bench;
}

function over(unit: number): { hex: number; placed: Placed } {
  return { hex: 10, placed: { piece: { unit, title: `unit ${unit}` } } as unknown as Placed };
}

describe("a hex below a stack that is fanned out", () => {
  it("is clicked where it lights up, through pieces that cannot be chosen", () => {
    expect(shinesThrough(bench([], [20]), over(3), 20, [])).toBe(true);
    expect(shinesThrough(bench([], [20]), over(3), 21, [])).toBe(false);
    expect(shinesThrough(bench([], [10]), over(3), 10, [])).toBe(false);
  });

  it("is not reached through pieces that may be chosen, or are", () => {
    expect(shinesThrough(bench([3], [20]), over(3), 20, [])).toBe(false);
    expect(shinesThrough(bench([], [20]), over(7), 20, [])).toBe(false);
  });

  it("is clicked for its units only while an order needs them", () => {
    expect(shinesThrough(bench([5], []), over(3), 20, [5])).toBe(true);
    expect(shinesThrough(bench([5], [20], false), over(3), 20, [5])).toBe(false);
    expect(shinesThrough(bench([5], [20], false), over(3), 20, [])).toBe(true);
  });
});
