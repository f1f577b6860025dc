import { expect, test } from "vitest";
import { toldOf } from "../src/state/passed";

test("an order that was given unasked is told with its step", () => {
  expect(toldOf([{ title: "Done", step: "combat" }])).toBe(
    "Nothing to decide; given for you: Done (combat).",
  );
});

test("one kind of order is told once, with all its steps", () => {
  const losses = ["retreat", "attacker losses", "attacker losses"].map((step) => ({
    title: "Take a loss",
    step,
  }));
  expect(toldOf([...losses, { title: "Done", step: "combat" }])).toBe(
    "Nothing to decide; given for you: Take a loss (retreat, attacker losses), Done (combat).",
  );
});
