import { expect, test } from "vitest";
import { markText } from "../src/map/marktext";
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
