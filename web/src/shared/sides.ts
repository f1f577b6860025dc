import { sideColour, type PaletteName } from "../map/colours";

/**
 * The colours of the sides as custom properties, the same that areas have on the map: `--side-N` with its ink, and
 * `--chart-N` for lines.
 *
 * In the palette for colour-blind people, and for seats without a colour of their own, the style sheet's are right.
 */
export function sideTokens(
  seats: readonly string[],
  palette: PaletteName,
  dark: boolean,
): Record<string, string> {
  if (palette !== "standard") return {};
  const unknown = sideColour(null, seats, palette);
  const found: Record<string, string> = {};
  seats.forEach((_, seat) => {
    const colour = sideColour(seat, seats, palette);
    if (colour === unknown) return;
    const face = dark ? `color-mix(in srgb, ${colour} 58%, white)` : colour;
    found[`--side-${seat}`] = face;
    found[`--side-${seat}-ink`] = dark ? "#14130f" : "#ffffff";
    found[`--chart-${seat}`] = face;
  });
  return found;
}
