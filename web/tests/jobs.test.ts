import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Jobs } from "../src/map/jobs";

describe("what is drawn over several frames", () => {
  let now = 0;
  let asked = 0;
  let done: string[] = [];
  const make = (): Jobs =>
    new Jobs(
      () => (asked += 1),
      () => now,
    );
  const job = (name: string, takes: number) => (): void => {
    done.push(name);
    now += takes;
  };

  beforeEach(() => {
    now = asked = 0;
    done = [];
  });

  it("lets the frame go by in which it came, and then keeps the order", () => {
    const jobs = make();
    jobs.add("pieces", job("pieces", 0.1));
    jobs.add("marks", job("marks", 0.1));
    expect(asked).toBeGreaterThan(0);
    expect(jobs.run()).toBe(true);
    expect(done).toEqual([]);
    expect(jobs.run()).toBe(false);
    expect(done).toEqual(["pieces", "marks"]);
  });

  it("does no more in a frame than there is time for, and at least one thing", () => {
    const jobs = make();
    for (const name of ["a", "b", "c"]) jobs.add(name, job(name, 2));
    jobs.run();
    expect(jobs.run()).toBe(true);
    expect(done).toEqual(["a", "b"]);
    expect(jobs.run()).toBe(false);
    expect(done).toEqual(["a", "b", "c"]);
  });

  it("draws only the newest of the same name, behind what came before it", () => {
    const jobs = make();
    jobs.add("pieces", job("old", 0));
    jobs.add("marks", job("marks", 0));
    jobs.add("pieces", job("new", 0));
    jobs.run();
    jobs.run();
    expect(done).toEqual(["marks", "new"]);
  });

  it("is not put off by what keeps coming", () => {
    const jobs = make();
    jobs.add("pieces", job("one", 0));
    jobs.run();
    jobs.add("pieces", job("two", 0));
    jobs.run();
    expect(done).toEqual(["two"]);
  });
});

describe("what waits for frames", () => {
  let frames: (() => void)[] = [];
  let afterFrames: typeof import("../src/state/frames").afterFrames;
  let isWaiting: typeof import("../src/state/frames").isWaiting;
  const frame = (): void => {
    const all = frames;
    frames = [];
    for (const one of all) one();
  };

  beforeEach(async () => {
    vi.resetModules(); // nothing of other tests waits any more
    ({ afterFrames, isWaiting } = await import("../src/state/frames"));
    vi.useFakeTimers();
    frames = [];
    vi.stubGlobal("requestAnimationFrame", (step: () => void) => frames.push(step));
    vi.stubGlobal("cancelAnimationFrame", () => (frames = []));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is done after the last of them has been drawn", () => {
    const job = vi.fn();
    afterFrames(2, job);
    frame();
    vi.runAllTimers();
    expect(job).not.toHaveBeenCalled();
    frame();
    expect(job).not.toHaveBeenCalled();
    expect(isWaiting()).toBe(true);
    vi.runAllTimers();
    expect(job).toHaveBeenCalledOnce();
    expect(isWaiting()).toBe(false);
  });

  it("can be called off, once and again", () => {
    const job = vi.fn();
    const stop = afterFrames(1, job);
    stop();
    stop();
    frame();
    vi.runAllTimers();
    expect(job).not.toHaveBeenCalled();
    expect(isWaiting()).toBe(false);
  });
});
