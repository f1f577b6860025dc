import { afterEach, describe, expect, it, vi } from "vitest";
import { bindKeys, dispatchKey, holdsText, keyName } from "../src/keys/registry";

function press(key: string, how: KeyboardEventInit = {}, target: HTMLElement = document.body): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...how });
  Object.defineProperty(event, "target", { value: target });
  return event;
}

describe("names of keys", () => {
  it("write modifiers first and letters in capitals", () => {
    expect(keyName(press("z", { ctrlKey: true, shiftKey: true }))).toBe("Ctrl+Shift+Z");
    expect(keyName(press("z", { metaKey: true }))).toBe("Ctrl+Z");
    expect(keyName(press("ArrowUp"))).toBe("ArrowUp");
    expect(keyName(press(" "))).toBe("Space");
    expect(keyName(press("?", { shiftKey: true }))).toBe("?");
  });
});

describe("the key registry", () => {
  let unbind: () => void = () => undefined;
  afterEach(() => {
    unbind();
  });

  it("runs the binding that was registered last and is in force", () => {
    const lower = vi.fn();
    const upper = vi.fn();
    let inForce = true;
    const base = { keys: ["N"], title: "next", group: "Orders" as const };
    const first = bindKeys({ ...base, run: lower });
    const second = bindKeys({ ...base, run: upper, when: () => inForce });
    unbind = () => {
      first();
      second();
    };
    expect(dispatchKey(press("n"))).toBe(true);
    inForce = false;
    dispatchKey(press("n"));
    expect([upper.mock.calls.length, lower.mock.calls.length]).toEqual([1, 1]);
  });

  it("leaves text fields and focused buttons alone", () => {
    const run = vi.fn();
    unbind = bindKeys({ keys: ["N", "Enter"], title: "next", group: "Orders", run });
    expect(dispatchKey(press("n", {}, document.createElement("input")))).toBe(false);
    expect(dispatchKey(press("Enter", {}, document.createElement("button")))).toBe(false);
    expect(run).not.toHaveBeenCalled();
  });

  it("takes function keys from text fields, too: no text is typed by them", () => {
    const run = vi.fn();
    unbind = bindKeys({ keys: ["F", "F2"], title: "tables", group: "Panels", run });
    expect(dispatchKey(press("F2", {}, document.createElement("input")))).toBe(true);
    expect(dispatchKey(press("f", {}, document.createElement("input")))).toBe(false);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it("leaves arrows to a slider and to choices that have the focus, and other keys to what they are bound to", () => {
    const run = vi.fn();
    unbind = bindKeys({ keys: ["ArrowRight", "N"], title: "on", group: "Map", run });
    for (const type of ["range", "radio"]) {
      const input = Object.assign(document.createElement("input"), { type });
      expect(dispatchKey(press("ArrowRight", {}, input))).toBe(false);
      expect(dispatchKey(press("n", {}, input))).toBe(true);
    }
    expect(dispatchKey(press("ArrowRight"))).toBe(true);
    expect(run).toHaveBeenCalledTimes(3);
  });
});

describe("what has been typed", () => {
  it("is in text fields only, not in switches, sliders and choices, which have a value of their own", () => {
    const filled = (type: string): HTMLInputElement =>
      Object.assign(document.createElement("input"), { type, value: "50" });
    expect(holdsText(filled("search"))).toBe(true);
    expect(holdsText(Object.assign(document.createElement("textarea"), { value: "a" }))).toBe(true);
    expect(holdsText(document.createElement("input"))).toBe(false);
    for (const type of ["checkbox", "range", "radio"]) expect(holdsText(filled(type))).toBe(false);
    const choice = document.createElement("select");
    choice.append(new Option("one", "1"));
    expect(choice.value).toBe("1");
    expect(holdsText(choice)).toBe(false);
    expect(holdsText(null)).toBe(false);
  });
});
