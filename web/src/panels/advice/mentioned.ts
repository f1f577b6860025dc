import type { GridHex } from "../../wire";

type Named = Pick<GridHex, "id" | "label">;

/** Hexes by the words of their labels, and how many words the longest has. */
interface Labels {
  ids: ReadonlyMap<string, number>;
  longest: number;
}

const known = new WeakMap<readonly Named[], Labels>();

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

function labelsOf(hexes: readonly Named[]): Labels {
  const before = known.get(hexes);
  if (before) return before;
  const words = hexes.map(({ id, label }) => ({ id, words: wordsOf(label) }));
  const labels = {
    ids: new Map(words.map((each) => [each.words.join(" "), each.id])),
    longest: Math.max(0, ...words.map((each) => each.words.length)),
  };
  known.set(hexes, labels);
  return labels;
}

/**
 * The hexes that a text names by their labels, in its order and each once: `Attack Flushing (4317) from 4417` names two by
 * their numbers, `15 AG is sent to Naples W1` one by its name, which is not Naples.
 */
export function mentioned(text: string, hexes: readonly Named[]): number[] {
  const { ids, longest } = labelsOf(hexes);
  const words = wordsOf(text);
  const found = new Set<number>();
  for (let at = 0; at < words.length; at++) {
    for (let count = Math.min(longest, words.length - at); count > 0; count--) {
      const id = ids.get(words.slice(at, at + count).join(" "));
      if (id === undefined) continue;
      found.add(id);
      at += count - 1;
      break;
    }
  }
  return [...found];
}
