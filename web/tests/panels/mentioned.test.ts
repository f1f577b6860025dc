import { expect, test } from "vitest";
import { mentioned } from "../../src/panels/advice/mentioned";

const hexes = [
  { id: 7, label: "4317" },
  { id: 8, label: "4417" },
  { id: 9, label: "C2810" },
  { id: 10, label: "Rome" },
];

test("a reason names hexes by their numbers, each once and in its order", () => {
  expect(
    mentioned("Attack Flushing (4317) at 3-1 with British 7th Armoured from 4417, 4317.", hexes),
  ).toEqual([7, 8]);
  expect(mentioned("Attack Mézières (C2810) at 3-1 with 1 Pz: it falls in 58% of cases.", hexes)).toEqual([
    9,
  ]);
});

test("numbers that are none of a hex, and mere names, are no places", () => {
  expect(mentioned("30th Infantry holds 9999 men near Rome: 4 of 6.", hexes)).toEqual([]);
  expect(mentioned("", hexes)).toEqual([]);
});
