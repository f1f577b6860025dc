import type { Binding } from "../../keys/registry";

/** A line of the keyboard map: what a key does. */
export interface KeyLine {
  title: string;
  keys: string[];
}

/** Every binding under its heading, each title once with all its keys. */
export function keyMap(bindings: readonly Binding[]): { group: Binding["group"]; lines: KeyLine[] }[] {
  const order: Binding["group"][] = ["Orders", "Map", "Match", "Panels"];
  return order
    .map((group) => ({
      group,
      lines: lines(bindings.filter((one) => one.group === group && one.keys.length > 0 && offered(one))),
    }))
    .filter((part) => part.lines.length > 0);
}

/** Panels that a match does not have are left out; other keys may only rest just now. */
function offered(one: Binding): boolean {
  return one.group !== "Panels" || (one.when?.() ?? true);
}

function lines(bindings: readonly Binding[]): KeyLine[] {
  const found = new Map<string, Set<string>>();
  for (const one of bindings) {
    const keys = found.get(one.title) ?? new Set();
    one.keys.forEach((key) => keys.add(key));
    found.set(one.title, keys);
  }
  return [...found].map(([title, keys]) => ({ title, keys: condensed([...keys]) }));
}

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

/** All four arrows, with the same keys held, as one. */
function condensed(keys: string[]): string[] {
  for (const held of ["", "Shift+", "Ctrl+", "Alt+"]) {
    const four = ARROWS.map((arrow) => held + arrow);
    if (four.every((key) => keys.includes(key))) {
      return [`${held}Arrows`, ...keys.filter((key) => !four.includes(key))];
    }
  }
  return keys;
}

const SIGNS: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Arrows: "← ↑ ↓ →",
  Escape: "Esc",
  Enter: "Enter",
  Space: "Space",
};

/** The caps to press together for a key as bindings write it. */
export function caps(key: string): string[] {
  if (key === "+") return ["+"];
  return key.split(/\+(?=.)/).map((part) => SIGNS[part] ?? part);
}
