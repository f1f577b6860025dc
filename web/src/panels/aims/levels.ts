import type { Objective, Stake } from "../../wire";

/** Places of one kind are named up to this number; of more it is told how many they are. */
const NAMED = 4;

/** How something stands, in words for those who do not see colours. */
export function inWords(level: Stake["level"]): string {
  switch (level) {
    case "green":
      return "safe";
    case "amber":
      return "in danger";
    case "red":
      return "lost if nothing changes";
    default:
      return "open";
  }
}

/** Places that decide in words: which they are, and for what they count. */
export function placed({ title, hexes }: Objective, nameOf: (hex: number) => string): string {
  const names = hexes.length > NAMED ? [] : hexes.map(nameOf).filter((name) => !title.includes(name));
  if (names.length > 0) return `${names.join(", ")}: ${title}`;
  return hexes.length > 1 ? `${title} (${hexes.length})` : title;
}
