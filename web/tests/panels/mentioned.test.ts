import { expect, test } from "vitest";
import { mentioned } from "../../src/panels/advice/mentioned";

const hexes = [
  { id: 7, label: "4317" },
  { id: 8, label: "4417" },
  { id: 9, label: "C2810" },
];
const named = [
  { id: 1, label: "Naples" },
  { id: 2, label: "Naples W1" },
  { id: 3, label: "Houck Mtn" },
];

test("a reason names hexes by their numbers, each once and in its order", () => {
  expect(
    mentioned("Attack Flushing (4317) at 3-1 with British 7th Armoured from 4417, 4317.", hexes),
  ).toEqual([7, 8]);
  expect(mentioned("Attack Mézières (C2810) at 3-1 with 1 Pz: it falls in 58% of cases.", hexes)).toEqual([
    9,
  ]);
});

test("where hexes are called by names they are found by them, the longest that fits", () => {
  expect(mentioned("15 AG is sent to Naples W1, 12 AG to Naples.", named)).toEqual([2, 1]);
  expect(mentioned("Houck Mtn: it can best spare a step.", named)).toEqual([3]);
  expect(mentioned("It is sent to Houck, W1.", named)).toEqual([]);
});

test("numbers that are none of a hex, and mere names, are no places", () => {
  expect(mentioned("30th Infantry holds 9999 men near Rome: 4 of 6.", hexes)).toEqual([]);
  expect(mentioned("", hexes)).toEqual([]);
});
