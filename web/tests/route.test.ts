import { describe, expect, it } from "vitest";
import { readRoute, writeRoute, type Route } from "../src/state/route.svelte";

describe("the address of a place in the page", () => {
  it("is read back as it was written", () => {
    const routes: Route[] = [
      { at: "lobby" },
      { at: "lobby", puzzles: "france44" },
      { at: "match", id: "a b/c", seat: null },
      { at: "match", id: "x1", seat: 1 },
    ];
    for (const route of routes) expect(readRoute(writeRoute(route))).toEqual(route);
  });

  it("leads to the lobby when it makes no sense", () => {
    expect(readRoute("#/nowhere/1")).toEqual({ at: "lobby" });
    expect(readRoute("#/puzzles")).toEqual({ at: "lobby" });
    expect(readRoute("#/match/x?seat=two")).toEqual({ at: "match", id: "x", seat: null });
  });
});
