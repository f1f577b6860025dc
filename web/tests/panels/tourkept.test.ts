import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Tour } from "../../src/panels/tour/tour.svelte";

const KEY = "phaseline.tour";

/** The guides of a page that is opened now: it reads what the browser keeps. */
function opened(): Tour {
  return new Tour();
}

/** What the browser keeps, as it tells the other pages of it when one has changed it. */
function changed(text: string): void {
  localStorage.setItem(KEY, text);
  dispatchEvent(new StorageEvent("storage", { key: KEY, newValue: text }));
}

describe("the guides that a browser keeps", () => {
  beforeEach(() => {
    localStorage.clear();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("go on in a page that is opened later, each with its match", () => {
    const before = opened();
    before.begin("one");
    before.begin("two", "husky");
    before.go("one", 4);
    before.end("two");
    const tour = opened();
    expect(tour.of("one")).toEqual({ match: "one", step: 4, guide: "ford" });
    expect(tour.of("two")).toBeNull();
  });

  it("are those of all pages, whichever took the last step", () => {
    const tour = opened();
    tour.begin("here");
    const here = { match: "here", step: 0, guide: "ford" };
    changed(JSON.stringify([{ match: "there", step: 2, guide: "husky" }, here]));
    expect(tour.of("there")?.step).toBe(2);
    tour.go("here", 1);
    const later = opened();
    expect([later.of("there")?.step, later.of("here")?.step]).toEqual([2, 1]);
    // And one that was ended elsewhere does not come back.
    changed(JSON.stringify([{ ...here, step: 1 }]));
    tour.go("here", 3);
    expect(opened().of("there")).toBeNull();
  });

  it("lead through a match though nothing can be kept, or what is kept is nonsense", () => {
    localStorage.setItem(KEY, '[{"match": 1}, null, {"match": "kept", "step": 3, "guide": "ford"}]');
    const tour = opened();
    expect(tour.of("kept")?.step).toBe(3);
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    tour.begin("full");
    tour.go("full", 2);
    expect(tour.of("full")?.step).toBe(2);
  });
});
