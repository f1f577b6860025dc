import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const KEY = "phaseline.tour";

/** A page that is opened now: it reads what the browser keeps. */
async function opened() {
  vi.resetModules();
  return (await import("../../src/panels/tour/tour.svelte")).tour;
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

  it("go on in a page that is opened later, each with its match", async () => {
    const before = await opened();
    before.begin("one");
    before.begin("two", "husky");
    before.go("one", 4);
    before.end("two");
    const tour = await opened();
    expect(tour.of("one")).toEqual({ match: "one", step: 4, guide: "ford" });
    expect(tour.of("two")).toBeNull();
  });

  it("are those of all pages, whichever took the last step", async () => {
    const tour = await opened();
    tour.begin("here");
    const here = { match: "here", step: 0, guide: "ford" };
    changed(JSON.stringify([{ match: "there", step: 2, guide: "husky" }, here]));
    expect(tour.of("there")?.step).toBe(2);
    tour.go("here", 1);
    const later = await opened();
    expect([later.of("there")?.step, later.of("here")?.step]).toEqual([2, 1]);
    // And one that was ended elsewhere does not come back.
    changed(JSON.stringify([{ ...here, step: 1 }]));
    tour.go("here", 3);
    expect((await opened()).of("there")).toBeNull();
  });

  it("lead through a match though nothing can be kept, or what is kept is nonsense", async () => {
    localStorage.setItem(KEY, '[{"match": 1}, null, {"match": "kept", "step": 3, "guide": "ford"}]');
    const tour = await opened();
    expect(tour.of("kept")?.step).toBe(3);
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    tour.begin("full");
    tour.go("full", 2);
    expect(tour.of("full")?.step).toBe(2);
  });
});
