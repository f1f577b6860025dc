import { describe, expect, it } from "vitest";
import type { Binding } from "../../src/keys/registry";
import { caps, keyMap } from "../../src/panels/settings/keys";

function binding(group: Binding["group"], title: string, ...keys: string[]): Binding {
  return { group, title, keys, run: () => undefined };
}

describe("the keyboard map", () => {
  it("lists each action once with all its keys, under its heading", () => {
    const map = keyMap([
      binding("Panels", "Log", "L"),
      binding("Orders", "Take back", "Ctrl+Z"),
      binding("Orders", "Take back", "Ctrl+Backspace"),
      binding("Panels", "About"),
    ]);
    expect(map).toEqual([
      { group: "Orders", lines: [{ title: "Take back", keys: ["Ctrl+Z", "Ctrl+Backspace"] }] },
      { group: "Panels", lines: [{ title: "Log", keys: ["L"] }] },
    ]);
  });
  it("names the four arrows together", () => {
    const [part] = keyMap([
      binding(
        "Map",
        "Move the map",
        "Shift+ArrowLeft",
        "Shift+ArrowRight",
        "Shift+ArrowUp",
        "Shift+ArrowDown",
      ),
    ]);
    expect(part?.lines[0]?.keys).toEqual(["Shift+Arrows"]);
    expect(caps("Shift+Arrows")).toEqual(["Shift", "← ↑ ↓ →"]);
  });
  it("leaves out panels that the match does not have", () => {
    expect(keyMap([{ ...binding("Panels", "Mail", "F9"), when: () => false }])).toEqual([]);
    expect(keyMap([{ ...binding("Orders", "Back", "Escape"), when: () => false }])).toHaveLength(1);
  });
  it("splits keys into caps, also those that are a plus", () => {
    expect([caps("Ctrl+Shift+Z"), caps("+"), caps("Ctrl++"), caps("ArrowUp")]).toEqual([
      ["Ctrl", "Shift", "Z"],
      ["+"],
      ["Ctrl", "+"],
      ["↑"],
    ]);
  });
});
