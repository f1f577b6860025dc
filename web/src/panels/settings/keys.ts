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
      lines: lines(bindings.filter((one) => one.group === group && one.keys.length > 0)),
    }))
    .filter((part) => part.lines.length > 0);
}

function lines(bindings: readonly Binding[]): KeyLine[] {
  const found = new Map<string, Set<string>>();
  for (const one of bindings) {
    const keys = found.get(one.title) ?? new Set();
    one.keys.forEach((key) => keys.add(key));
    found.set(one.title, keys);
  }
  return [...found].map(([title, keys]) => ({ title, keys: [...keys] }));
}

const SIGNS: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Enter: "Enter",
  Space: "Space",
};

/** The caps to press together for a key as bindings write it. */
export function caps(key: string): string[] {
  if (key === "+") return ["+"];
  return key.split(/\+(?=.)/).map((part) => SIGNS[part] ?? part);
}
