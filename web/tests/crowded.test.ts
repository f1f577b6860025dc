import { describe, expect, it } from "vitest";
import { isCrowded, twoRows } from "../src/orders/crowded";

const kind = (title: string, passes = false) => ({ title, passes, fields: passes ? [] : [{}] });
const MOVES = [
  kind("Move a unit"),
  kind("Make a forced march"),
  kind("Overrun an enemy"),
  kind("Repair a railway"),
  kind("Prepare an airborne unit"),
  kind("Destroy a mobile supply unit"),
  kind("Done", true),
];
const LEFT = ["54 units can still move", "7 units can overrun"];

describe("orders that have no room in one row", () => {
  const many = { legal: MOVES, prompt: "Move your units", left: LEFT };
  const few = { legal: MOVES.slice(-3), prompt: "Move your units", left: LEFT };
  it("lie in two", () => {
    expect(isCrowded(many, "Rail movement", 1280, 1)).toBe(true);
    expect(isCrowded(many, "Rail movement", 1440, 1)).toBe(true);
    expect(isCrowded(many, "Rail movement", 1920, 1)).toBe(false);
    expect(isCrowded(few, "Rail movement", 1280, 1)).toBe(false);
  });
  it("are more in larger text, and beside more that is told", () => {
    expect(isCrowded(few, "Rail movement", 1280, 1.5)).toBe(true);
    const told = Array.from({ length: 12 }, (_, index) => `${index} units can still move`);
    expect(isCrowded({ ...few, left: told }, "Rail movement", 1280, 1)).toBe(true);
  });
  it("leave room for the button that gives one for all at once", () => {
    const joins = { ...kind("Add a unit to the attack"), count: 7 };
    expect(twoRows([{ ...joins, adds: true }])).toBeGreaterThan(twoRows([{ ...joins, adds: false }]));
    expect(twoRows([{ ...joins, adds: true, count: 1 }])).toBe(twoRows([{ ...joins, adds: false }]));
  });
  it("are as wide as it takes for two rows, where the longest order would make a third", () => {
    const trucks = [kind("Place a truck"), kind("Take a truck off the map"), kind("Repair a port")];
    const [first, second, third] = trucks.map((one) => twoRows([one]));
    // What stands in one row with the longest is its wider neighbour at most.
    expect(twoRows(trucks)).toBeGreaterThanOrEqual(Math.min(first! + second!, second! + third!) - 1);
    expect(twoRows([])).toBe(0);
  });
  it("are together as wide as half of them, and some", () => {
    expect(twoRows(MOVES)).toBeGreaterThan(500);
    expect(twoRows(MOVES)).toBeLessThan(800);
  });
});
