import { describe, expect, it } from "vitest";
import { chapters, nearest, search, stretches, tellsMore } from "../../src/panels/rules/search";
import type { RuleCase } from "../../src/wire";

function rule(number: string, title: string, text: string): RuleCase {
  return { case: number, title, text, chapter: number.split(".")[0] ?? "" };
}

const RULES = [
  rule("6.0", "movement chapter", "Units move."),
  rule("6.1", "once", "A unit moves once (but see 8.1)."),
  rule("6.12", "rivers", "A river costs one more."),
  rule("8.1", "reaction", "A unit draws back over a river."),
  rule("8.1a", "reaction", "Once."),
  rule("err.1", "misprint", "Read 5 for 6."),
];

const numbers = (found: RuleCase[]): string[] => found.map((one) => one.case);

describe("search", () => {
  it("finds a number and what is below it, and no other that merely begins like it", () => {
    expect(numbers(search(RULES, "8.1"))).toEqual(["8.1", "8.1a"]);
    expect(numbers(search(RULES, "6.1"))).toEqual(["6.1"]);
    expect(numbers(search(RULES, "6"))).toEqual(["6.0", "6.1", "6.12"]);
  });
  it("wants all words, in the order of the rules", () => {
    expect(numbers(search(RULES, "river"))).toEqual(["6.12", "8.1"]);
    expect(numbers(search(RULES, "River draws"))).toEqual(["8.1"]);
    expect(numbers(search(RULES, ""))).toHaveLength(RULES.length);
  });
});

describe("chapters", () => {
  it("are named by their first case, by what all their cases share, or by what they are known as", () => {
    expect(chapters(RULES).map((part) => [part.chapter, part.title, part.cases.length])).toEqual([
      ["6", "Movement", 3],
      ["8", "Reaction", 2],
      ["err", "Misprint", 1],
    ]);
    expect(chapters([], RULES)).toEqual([]);
  });
  it("does not repeat its name in every case", () => {
    const telling = chapters(RULES).map((part) => part.cases.filter((one) => tellsMore(one, part)));
    expect(telling.map(numbers)).toEqual([["6.1", "6.12"], [], []]);
  });
});

describe("nearest", () => {
  it("opens the case above one that is not there", () => {
    expect(nearest(RULES, "8.1a")?.case).toBe("8.1a");
    expect(nearest(RULES, "8.1c")?.case).toBe("8.1");
    expect(nearest(RULES, "9.9")).toBeNull();
  });
});

describe("stretches", () => {
  it("links rulings, which can be looked up as cases are", () => {
    const known = new Set(["R3", "8.1"]);
    expect(stretches("No [see R3, R4].", known)).toEqual([
      { text: "No [see " },
      { text: "R3", rule: "R3" },
      { text: ", R4]." },
    ]);
    const rulings = ["R3", "R4"].map((one) => ({
      case: one,
      title: `${one}?`,
      text: "",
      chapter: "Rulings",
    }));
    expect(chapters(rulings)[0]?.title).toBe("Rulings");
  });
  it("links known cases and marks what was searched for", () => {
    const known = new Set(RULES.map((one) => one.case));
    expect(stretches("Moves once (see 8.1, 9.9).", known, ["once"])).toEqual([
      { text: "Moves " },
      { text: "once", mark: true },
      { text: " (see " },
      { text: "8.1", rule: "8.1" },
      { text: ", 9.9)." },
    ]);
  });
  it("takes what is searched for literally", () => {
    expect(stretches("a+b", new Set(), ["a+b"])).toEqual([{ text: "a+b", mark: true }]);
  });
});
