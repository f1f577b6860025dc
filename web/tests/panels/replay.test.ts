import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ReplayPlayer } from "../../src/panels/replay/player.svelte";
import { markAfter, markBefore, marksOf, phaseAt, placeOf, thinned } from "../../src/panels/replay/timeline";
import type { Series } from "../../src/wire";

const SERIES: Series[] = [
  {
    key: "points",
    title: "Blue points",
    side: 0,
    points: [
      [3, 0],
      [9, 0],
      [14, 4],
      [20, 4],
    ],
    labels: ["Turn 1 / Blue turn", "Turn 1 / Red turn", "Turn 1 / points", "Turn 2 / Blue turn"],
  },
];

describe("marks", () => {
  const marks = marksOf(SERIES);
  it("are the ends of phases, the ends of turns standing out", () => {
    expect(marks.map((mark) => [mark.entry, mark.major])).toEqual([
      [3, false],
      [9, false],
      [14, true],
      [20, false],
    ]);
  });
  it("lead from one to the next, from the beginning to the present", () => {
    expect(markBefore(marks, 9)).toBe(3);
    expect(markBefore(marks, 3)).toBe(0);
    expect(markAfter(marks, 9, 25)).toBe(14);
    expect(markAfter(marks, 20, 25)).toBe(25);
  });
  it("name the phase a moment lies in", () => {
    expect(phaseAt(marks, 5)).toBe("Turn 1 / Red turn");
    expect(phaseAt(marks, 24)).toBe("");
  });
  it("are thinned out, but turns stay", () => {
    const crowd = [1, 2, 3, 4].map((entry) => ({ entry, label: "", major: entry === 3 }));
    expect(thinned(crowd, 1000).map((mark) => mark.entry)).toEqual([3]);
    expect(placeOf(5, 0)).toBe(0);
    expect(placeOf(5, 20)).toBe(25);
  });
});

describe("ReplayPlayer", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function table(last: number) {
    const shown: (number | null)[] = [];
    let now = last;
    const player = new ReplayPlayer(
      () => now,
      () => last,
      async (entry) => {
        await Promise.resolve();
        shown.push(entry);
        now = entry ?? last;
      },
    );
    return { player, shown };
  }

  it("begins anew at the end, plays to the present and stops", async () => {
    const { player, shown } = table(3);
    player.play();
    await vi.advanceTimersByTimeAsync(5000);
    expect(shown).toEqual([0, 1, 2, null]);
    expect(player.playing).toBe(false);
  });

  it("goes straight to the newest wish while one is being fetched", async () => {
    const { player, shown } = table(50);
    await Promise.all([player.go(10), player.go(11), player.go(12), player.go(-4)]);
    expect(shown).toEqual([10, 0]);
  });

  it("takes every step that was asked for, also while one is being fetched", async () => {
    const { player, shown } = table(50);
    await Promise.all([player.step(-1), player.step(-1), player.step(-1)]);
    expect(shown.at(-1)).toBe(47);
    await player.step(1);
    expect(shown.at(-1)).toBe(48);
  });

  it("stops when it is told to", async () => {
    const { player, shown } = table(10);
    player.play();
    await vi.advanceTimersByTimeAsync(600);
    player.pause();
    const before = shown.length;
    await vi.advanceTimersByTimeAsync(5000);
    expect(shown).toHaveLength(before);
  });
  it("waits at the newest entry of a match that is being played, and goes on with the next", async () => {
    const shown: (number | null)[] = [];
    let [now, last] = [3, 3];
    const player = new ReplayPlayer(
      () => now,
      () => last,
      async (entry) => {
        await Promise.resolve();
        shown.push(entry);
        now = entry ?? last;
      },
    );
    player.follow();
    await vi.advanceTimersByTimeAsync(2000);
    expect(player.playing).toBe(true);
    expect(shown).toEqual([]);
    last = 5;
    await vi.advanceTimersByTimeAsync(1100);
    expect(shown).toEqual([4, null]);
    player.pause();
    last = 7;
    await vi.advanceTimersByTimeAsync(2000);
    expect(now).toBe(5);
    await player.step(1);
    expect(shown.at(-1)).toBe(6);
    player.follow();
    await vi.advanceTimersByTimeAsync(1100);
    expect(shown.at(-1)).toBeNull();
    expect(player.playing).toBe(true);
  });
});
