import { describe, expect, it } from "vitest";
import { around, bubblePlace } from "../../src/panels/tour/place";
import { onward, skipped, STEPS, type Seen } from "../../src/panels/tour/steps";

const BEGUN: Seen = {
  entry: 0,
  step: "stances",
  path: ["Turn 1", "stances"],
  asked: true,
  verbs: ["stance"],
  mine: [],
  dock: null,
  drawer: null,
  over: false,
};
const index = (key: string): number => STEPS.findIndex((step) => step.key === key);

describe("the tour", () => {
  it("goes on when the player has done what it asks, and not before", () => {
    const at = index("move");
    const start: Seen = {
      ...BEGUN,
      entry: 4,
      step: "movement",
      verbs: ["move", "done"],
      mine: [{ entry: 3, kind: "move" }],
    };
    expect(onward(at, start, start)).toBe(at);
    const moved = { ...start, entry: 5, mine: [...start.mine, { entry: 5, kind: "move" }] };
    expect(onward(at, moved, start)).toBe(at + 1);
  });
  it("waits for the reader where there is nothing to do", () => {
    expect(onward(0, { ...BEGUN, entry: 9 }, BEGUN)).toBe(0);
  });
  it("leaves out what makes no sense any more", () => {
    const moving: Seen = { ...BEGUN, entry: 3, step: "movement", verbs: ["move", "done"] };
    expect(skipped(index("stance"), moving)).toBe(index("move"));
    expect(skipped(index("stance"), BEGUN)).toBe(index("stance"));
  });
  it("leaves nothing out while the other side decides, for nobody knows what comes", () => {
    const at = index("stance");
    const theirs: Seen = { ...BEGUN, asked: false, step: "movement", verbs: [] };
    expect(skipped(at, theirs)).toBe(at);
    expect(onward(at, theirs, theirs)).toBe(at);
    expect(onward(at, BEGUN, theirs)).toBe(at);
    const moving: Seen = { ...BEGUN, entry: 3, step: "movement", verbs: ["move", "done"] };
    expect(onward(at, moving, moving)).toBe(index("move"));
  });
  it("stays at what the player has gone back to", () => {
    const moving: Seen = { ...BEGUN, entry: 3, step: "movement", verbs: ["move", "done"] };
    expect(onward(index("stance"), moving, moving, STEPS, true)).toBe(index("stance"));
  });
  it("follows what is open on the page", () => {
    const at = index("log");
    expect(onward(at, { ...BEGUN, dock: "units" }, BEGUN)).toBe(at);
    expect(onward(at, { ...BEGUN, dock: "log" }, BEGUN)).toBe(at + 1);
  });
  it("goes on from the rules once they are closed, so that the map is seen again", () => {
    const reading: Seen = { ...BEGUN, entry: 4, step: "movement", verbs: ["move", "done"], drawer: "rules" };
    expect(onward(index("rules"), reading, { ...reading, drawer: null })).toBe(index("book"));
    expect(onward(index("book"), reading, reading)).toBe(index("book"));
    expect(onward(index("book"), { ...reading, drawer: null }, reading)).toBe(index("done"));
    expect(skipped(index("book"), { ...reading, drawer: null })).toBe(index("done"));
  });
  it("is not done with movement while a screen reacts", () => {
    const at = index("done");
    const moving: Seen = { ...BEGUN, step: "movement" };
    expect(onward(at, { ...BEGUN, step: "reaction" }, moving)).toBe(at);
    expect(onward(at, { ...BEGUN, step: "combat", verbs: ["attack"] }, moving)).toBe(index("attack"));
  });
  it("shows the odds and the roll of an attack that is planned, and leaves them out without one", () => {
    const fighting: Seen = { ...BEGUN, entry: 8, step: "combat", verbs: ["attack", "done"] };
    const planned = { ...fighting, entry: 10, step: "plan", verbs: ["join", "roll", "call-off"] };
    const declared = { ...planned, entry: 9, verbs: ["join", "call-off"] };
    const rolled = { ...planned, entry: 11, verbs: ["attack", "done"], step: "combat" };
    expect(onward(index("attack"), declared, fighting)).toBe(index("attack"));
    expect(onward(index("attack"), planned, fighting)).toBe(index("odds"));
    expect(onward(index("odds"), planned, planned)).toBe(index("odds"));
    expect(onward(index("roll"), planned, planned)).toBe(index("roll"));
    const mine = [{ entry: 11, kind: "roll" }];
    expect(onward(index("roll"), { ...rolled, mine }, planned)).toBe(index("result"));
    expect(onward(index("roll"), rolled, planned)).toBe(index("log"));
    expect(onward(index("attack"), { ...BEGUN, step: "movement" }, fighting)).toBe(index("log"));
  });
  it("waits for an enemy next door before it tells of attacks", () => {
    const moving: Seen = { ...BEGUN, entry: 4, step: "movement", verbs: ["move", "done"] };
    const next: Seen = { ...BEGUN, entry: 9, step: "stances", verbs: ["stance"] };
    const at = index("approach");
    expect(onward(index("done"), next, moving)).toBe(at);
    expect(onward(at, { ...moving, entry: 12 }, next)).toBe(at);
    expect(onward(at, { ...next, entry: 15, step: "combat", verbs: ["attack", "done"] }, next)).toBe(
      index("attack"),
    );
  });
  it("does not count what was so before a step made sense", () => {
    expect(onward(index("done"), BEGUN, BEGUN)).toBe(index("done"));
  });
});

describe("bubblePlace", () => {
  const room = { width: 1000, height: 700 };
  const bubble = { width: 300, height: 150 };
  it("leaves the middle free without a target", () => {
    const bubble = { width: 300, height: 150 };
    expect(bubblePlace(null, bubble, { width: 1280, height: 800 })).toEqual({ left: 14, top: 60 });
    const narrow = bubblePlace(null, bubble, { width: 390, height: 844 });
    expect(narrow.top).toBeGreaterThan(422);
    expect(narrow.left + bubble.width).toBeLessThanOrEqual(390);
  });
  it("goes below what is at the top and above what is at the bottom, within the window", () => {
    expect(bubblePlace({ left: 960, top: 0, width: 36, height: 36 }, bubble, room)).toEqual({
      left: 686,
      top: 50,
    });
    expect(bubblePlace({ left: 0, top: 650, width: 900, height: 50 }, bubble, room)).toEqual({
      left: 300,
      top: 486,
    });
  });
  it("points at several things together", () => {
    const boxes = [
      { left: 10, top: 50, width: 100, height: 20 },
      { left: 60, top: 80, width: 100, height: 20 },
    ];
    expect(around(boxes)).toEqual({ left: 10, top: 50, width: 150, height: 50 });
    expect(around([])).toBeNull();
  });
  it("keeps to a corner of what fills the window", () => {
    expect(bubblePlace({ left: 0, top: 46, width: 700, height: 640 }, bubble, room)).toEqual({
      left: 386,
      top: 522,
    });
  });
});
