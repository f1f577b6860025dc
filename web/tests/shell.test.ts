import { describe, expect, it, vi } from "vitest";
import { shell } from "../src/state/shell.svelte";

vi.mock("../src/panels", () => ({
  panels: [
    { key: "log", place: "dock" },
    { key: "rules", place: "drawer" },
  ],
}));

describe("what is open over and beside the map", () => {
  it("does not carry on into the next match", () => {
    shell.open("log");
    shell.open("rules");
    shell.overlay = "supply";
    expect(shell.dock).toBe("log");
    expect(shell.anyOpen).toBe(true);
    shell.leave();
    expect(shell.anyOpen).toBe(false);
    expect(shell.overlay).toBeNull();
  });
});
