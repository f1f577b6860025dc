import { beforeEach, describe, expect, it } from "vitest";
import { rememberedPassed, rememberPassed } from "../src/state/remembered";

/** The matches of which this browser keeps orders given unasked. */
function kept(): string[] {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
  const first = "phaseline.passed.";
  return keys.filter((key) => key.startsWith(first)).map((key) => key.slice(first.length));
}

describe("orders that were given unasked", () => {
  beforeEach(() => {
    localStorage.clear();
  });

  it("are remembered match by match", () => {
    rememberPassed("a", new Set([3, 1]));
    rememberPassed("b", new Set([2]));
    expect([...rememberedPassed("a")]).toEqual([1, 3]);
    expect([...rememberedPassed("b")]).toEqual([2]);
    expect([...rememberedPassed("c")]).toEqual([]);
  });

  it("are forgotten of the matches that were played longest ago", () => {
    for (let match = 0; match < 40; match++) rememberPassed(`m${match}`, new Set([match]));
    rememberPassed("m0", new Set([0, 7])); // it is played on
    rememberPassed("new", new Set([1]));
    expect(kept()).toHaveLength(40);
    expect([...rememberedPassed("m0")]).toEqual([0, 7]);
    expect([...rememberedPassed("m1")]).toEqual([]);
    expect([...rememberedPassed("m2")]).toEqual([2]);
  });

  it("go first where it is not known when they were given, as those of earlier versions", () => {
    for (let match = 0; match < 60; match++) localStorage.setItem(`phaseline.passed.old${match}`, "[1]");
    localStorage.setItem("phaseline.passed", "no list");
    localStorage.setItem("phaseline.settings", "{}");
    rememberPassed("a", new Set([1]));
    expect(kept()).toHaveLength(40);
    expect(kept()).toContain("a");
    for (let match = 0; match < 39; match++) rememberPassed(`m${match}`, new Set([match]));
    expect(kept().filter((match) => match.startsWith("old"))).toEqual([]);
    expect(localStorage.getItem("phaseline.settings")).toBe("{}");
  });
});
