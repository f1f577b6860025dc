import { expect, test } from "vitest";
import { isTold, markText } from "../src/map/marktext";
import type { Mark } from "../src/wire";

test("a mark is told with whose it is, once", () => {
  const told = (text: string, kind: Mark["kind"] = "supply", side: number | null = 0): string =>
    markText({ text, kind, side }, "Allied");
  expect(told("truck")).toBe("Truck (Allied)");
  expect(told("Allied depot")).toBe("Allied depot");
  expect(told("in Allied hands, level 15", "port")).toBe("In Allied hands, level 15");
  expect(told("landing", "beachhead")).toBe("Landing");
  expect(told("bridge blown", "bridge", null)).toBe("Bridge blown");
});

test("a mark is not told where the words about the ground say the same", () => {
  const lines = [
    { text: "German control", case: "3.4" },
    { text: "objective, held by Blue", value: "2 a turn", case: "12.1" },
    { text: "German supply reaches it", case: "7.5" },
  ];
  const told = (text: string, kind: Mark["kind"], owner: string): boolean =>
    isTold({ text, kind, side: 0 }, owner, lines);
  expect(told("control", "control", "German")).toBe(true);
  expect(told("control", "control", "Allied")).toBe(false);
  expect(told("2 a turn", "objective", "Blue")).toBe(true);
  expect(told("supply", "supply", "German")).toBe(false);
});
