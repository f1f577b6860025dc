import { describe, expect, it } from "vitest";
import { called, unseen } from "../../src/panels/odds/columns";

const NAMES = ["1-2", "1-1", "2-1", "3-1", "4-1"];
/** Five columns of 30 pixels after one of 40. */
const COLUMNS = NAMES.map((_, index) => ({ from: 40 + 30 * index, to: 70 + 30 * index }));

describe("the columns of a table that is wider than its panel", () => {
  it("are not spoken of while all are seen", () => {
    expect(unseen(COLUMNS, { from: 40, to: 189.4 })).toEqual({ before: null, after: null });
  });

  it("are told on the side where they go on, with those that are cut", () => {
    expect(unseen(COLUMNS, { from: 40, to: 120 })).toEqual({ before: null, after: [2, 4] });
    expect(unseen(COLUMNS, { from: 80, to: 170 })).toEqual({ before: [0, 1], after: [4, 4] });
  });

  it("are called by the first and the last", () => {
    expect(called([2, 4], NAMES)).toBe("2-1 to 4-1");
    expect(called([4, 4], NAMES)).toBe("4-1");
  });
});
