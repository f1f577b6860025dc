import type { Area, Piece } from "../wire";

/** Inks of a counter: its face, the frame of its symbol, and what is printed on it. */
export interface Inks {
  face: string;
  edge: string;
  field: string;
  ink: string;
}

export type PaletteName = "standard" | "colour-blind";

function inks(face: string, field: string, ink = "#1b1a17"): Inks {
  return { face, field, ink, edge: darker(face, 0.62) };
}

const ALLIED = inks("#8fa38b", "#e2eadf");
const GERMAN = inks("#9aa09a", "#e3e6e0");

const NATIONS: Record<string, Inks> = {
  us: inks("#8d9c62", "#dfe5c4"),
  american: inks("#8d9c62", "#dfe5c4"),
  british: inks("#cfae72", "#f4e6c6"),
  canadian: inks("#c48f62", "#f3dcc4"),
  french: inks("#7f9fc9", "#dbe6f4"),
  "free french": inks("#7f9fc9", "#dbe6f4"),
  polish: inks("#cf8f92", "#f6dfe0"),
  allied: ALLIED,
  airborne: inks("#a7a164", "#eae7c7"),
  yugoslav: inks("#b77f77", "#f0d9d5"),
  german: GERMAN,
  ss: inks("#34363a", "#d9dadb", "#f3f1ea"),
  luftwaffe: inks("#8fa9bd", "#dfe9ef"),
  italian: inks("#b7a2c0", "#ece3f0"),
  spanish: inks("#d8bb63", "#f7ecc6"),
  portuguese: inks("#b6a06b", "#efe4c3"),
};

/** By the name of the seat, for pieces of no nation. */
const SEATS: Record<string, Inks> = {
  blue: inks("#8fb0d6", "#e2ecf7"),
  red: inks("#d39083", "#f8e1db"),
  allied: ALLIED,
  axis: GERMAN,
  german: GERMAN,
};

const NOBODY = inks("#cbbf9f", "#f3ecd9");
/** Each side in one hue, and its nations apart by brightness. */
type Tone = "middle" | "pale" | "deep";
const COLOUR_BLIND: readonly Record<Tone, Inks>[] = [
  {
    middle: inks("#86bdf0", "#e0f0ff"),
    pale: inks("#dcebfa", "#ffffff"),
    deep: inks("#4f8cc9", "#bcdcf8"),
  },
  {
    middle: inks("#f2ad5c", "#fff0db"),
    pale: inks("#fbe3c3", "#ffffff"),
    deep: inks("#c9802f", "#f8d9b0"),
  },
];
/** Nations that do not have the middle tone of their side. */
const TONES: Record<string, Tone> = {
  british: "pale",
  canadian: "pale",
  polish: "pale",
  french: "deep",
  "free french": "deep",
  italian: "pale",
  luftwaffe: "pale",
  ss: "deep",
};

/** How a piece is coloured: by nation if it tells one, else by the seat it belongs to. */
export function inksOf(piece: Piece, seats: readonly string[], palette: PaletteName): Inks {
  const { side } = piece;
  if (palette === "colour-blind") {
    const tones = side === null ? undefined : COLOUR_BLIND[side % 2];
    const tone = nationWords(piece).find((word) => word in TONES);
    return tones?.[TONES[tone ?? ""] ?? "middle"] ?? NOBODY;
  }
  for (const word of nationWords(piece)) {
    const found = NATIONS[word];
    if (found) return found;
  }
  return (side !== null && SEATS[(seats[side] ?? "").toLowerCase()]) || NOBODY;
}

/** How strongly an area of an overlay is drawn, in the map and in its key: shades next to each other are told apart. */
export function shade({ level, levels }: Pick<Area, "level" | "levels">): number {
  if (!levels) return 1;
  return Math.min(1, 0.1 + 0.9 * (((level ?? 0) + 1) / levels) ** 1.5);
}

/** Colour of a whole side, for areas and arrows on the map. */
export function sideColour(
  side: number | null | undefined,
  seats: readonly string[],
  palette: PaletteName,
): string {
  if (side === null || side === undefined) return "#6d5f49";
  if (palette === "colour-blind") return side % 2 === 0 ? "#0f5fa8" : "#b85a00";
  const name = (seats[side] ?? "").toLowerCase();
  return (
    { blue: "#2f5f9e", red: "#a8382a", allied: "#3f6b39", axis: "#4b5057", german: "#4b5057" }[name] ??
    "#6d5f49"
  );
}

/** The rim of friend or foe: told apart by brightness, too. */
export function rimColour(friend: boolean, palette: PaletteName): string {
  if (palette === "colour-blind") return friend ? "#0b3f73" : "#f0a030";
  return friend ? "#1d4f8f" : "#d8402c";
}

/** What of a group could name its colours, most telling first: all of it, then its last word, which sets it apart. */
function nationWords(piece: Piece): string[] {
  const group = (piece.group ?? "").toLowerCase();
  return [group, ...group.split(/[\s-]+/).reverse()];
}

export function darker(colour: string, by: number): string {
  const value = Number.parseInt(colour.slice(1), 16);
  const part = (shift: number): string =>
    Math.round(((value >> shift) & 255) * by)
      .toString(16)
      .padStart(2, "0");
  return `#${part(16)}${part(8)}${part(0)}`;
}
