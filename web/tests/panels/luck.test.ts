import { expect, test } from "vitest";
import { amount, counted, fortune, verdict, type SideLuck } from "../../src/panels/end/end";

const luck = (unit: SideLuck["unit"], given: number, expected: number): SideLuck => ({
  side: 0,
  unit,
  given,
  expected,
});

test("hits are counted, what the other side lost beyond one's own has a sign", () => {
  expect(amount(5, "hits")).toBe("5");
  expect(amount(4.83, "hits")).toBe("4.8");
  expect(amount(5, "steps")).toBe("+5");
  expect(amount(-1.5, "points")).toBe("-1.5");
});

test("one of what is counted is one", () => {
  expect(counted(luck("hits", 1, 1))).toBe("hit");
  expect(counted(luck("steps", -1, 0))).toBe("step");
  expect(counted(luck("points", 2, 1))).toBe("points");
});

test("luck is told by how much it is, and no luck as none", () => {
  expect(fortune(luck("hits", 5, 4.8))).toBe("lucky by 0.2");
  expect(fortune(luck("steps", -2, 1))).toBe("unlucky by 3");
  expect(fortune(luck("hits", 2, 2.02))).toBe("as was to be expected");
});

test("the verdict on a puzzle is not told twice", () => {
  expect(verdict({ level: "not solved", reason: "not solved; still to do: Tilly is Blue's" })).toBe(
    "still to do: Tilly is Blue's",
  );
  expect(verdict({ level: "solved", reason: "solved: Tilly is Blue's" })).toBe("Tilly is Blue's");
});
