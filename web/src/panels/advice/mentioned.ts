import type { GridHex } from "../../wire";

/** The hexes that a text names by their labels, as `Attack Flushing (4317) from 4417` does, in its order and each once. */
export function mentioned(text: string, hexes: readonly Pick<GridHex, "id" | "label">[]): number[] {
  const byLabel = new Map(hexes.map(({ id, label }) => [label, id]));
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => /\d/.test(word));
  return [...new Set(words.flatMap((word) => byLabel.get(word) ?? []))];
}
