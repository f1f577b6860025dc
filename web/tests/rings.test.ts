import { describe, expect, it } from "vitest";
import { worn, type Accent } from "../src/map/rings";

const stack = ["u1", "u2", "u3", "u4"].map((key) => ({ key }));
const accents = new Map<string, Accent>([
  ["u1", "selectable"],
  ["u2", "selected"],
  ["u3", "selectable"],
]);
const rings = (there: readonly { key: string }[]): Accent[] =>
  stack.map(({ key }) => worn(key, there, accents));

describe("the rings of a stack", () => {
  it("are one, around the uppermost that may be chosen, besides those of who is chosen", () => {
    expect(rings(stack)).toEqual(["none", "selected", "selectable", "none"]);
  });

  it("are there for all that may be chosen as soon as it is fanned out", () => {
    expect(rings([])).toEqual(["selectable", "selected", "selectable", "none"]);
  });
});
