import { describe, expect, test } from "vitest";
import { hasBegun } from "../src/state/turns";

describe("the beginning of one's turn", () => {
  test("is not when the match is opened", () => {
    expect(hasBegun(null, { mine: true, entry: 7 })).toBe(false);
  });

  test("is when the other side has ordered, even if it was never seen to", () => {
    expect(hasBegun({ mine: false, entry: 7 }, { mine: true, entry: 8 })).toBe(true);
    expect(hasBegun({ mine: true, entry: 7 }, { mine: true, entry: 11 })).toBe(true);
  });

  test("is not after an order of one's own, or when one is taken back", () => {
    expect(hasBegun({ mine: true, entry: 7 }, { mine: true, entry: 8 })).toBe(false);
    expect(hasBegun({ mine: true, entry: 7 }, { mine: true, entry: 5 })).toBe(false);
    expect(hasBegun({ mine: true, entry: 7 }, { mine: false, entry: 11 })).toBe(false);
  });
});
