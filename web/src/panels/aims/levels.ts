import type { Line, Objective, Stake } from "../../wire";

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

/** Whether a title begins with a name for each of its places, as `Sedan and Amiens: 2 points each` does: a hex may be called otherwise. */
function isNaming({ title, hexes }: Objective): boolean {
  const [head = "", ...worth] = title.split(": ");
  const names = head.split(/,? and |, /);
  return worth.length > 0 && names.length === hexes.length && names.every((name) => /^[\p{Lu}']/u.test(name));
}

/** Places that decide in words: which they are, and for what they count. */
export function placed(objective: Objective, nameOf: (hex: number) => string): string {
  const { title, hexes } = objective;
  if (isNaming(objective)) return title;
  const names = hexes.length > NAMED ? [] : hexes.map(nameOf).filter((name) => !title.includes(name));
  if (names.length > 0) return `${names.join(", ")}: ${title}`;
  return hexes.length > 1 ? `${title} (${hexes.length})` : title;
}

/** What is told of how something stands, without those parts of it that one of these lines begins with: `0 of 18; if it ended now:
 * Allied decisive` is `0 of 18` where it is told above how it ended now. */
export function untold(stake: Stake, lines: readonly Line[]): Stake {
  const parts = stake.text.split("; ");
  const text = parts.filter((part) => !lines.some((line) => line.text.startsWith(part))).join("; ");
  return { ...stake, text: text || stake.text };
}

/** From so many on, places are told side by side. */
const MANY = 5;
/** Letters that fit beside the name of a place in a column. */
const BRIEF = 16;

/** What decides the match, with what is worth a line of its own apart from single places that only say what they are worth. */
export function parted(stakes: readonly Stake[]): { lines: readonly Stake[]; places: readonly Stake[] } {
  const isPlace = ({ hexes, text }: Stake): boolean => hexes?.length === 1 && text.length <= BRIEF;
  const places = stakes.filter(isPlace);
  if (places.length < MANY) return { lines: stakes, places: [] };
  return { lines: stakes.filter((stake) => !isPlace(stake)), places };
}
