import type { Overlay, OverlayOffer } from "../wire";

/**
 * Which of an overlay's areas hold a hex, as it is told of that hex: `Supply: Allied supply, Allied units isolated`; "" if none.
 * What is `said` of it already, as `in Allied supply`, is not said again.
 */
export function inAreas(
  offer: OverlayOffer | undefined,
  overlay: Pick<Overlay, "areas" | "guessed"> | null,
  hex: number,
  said: readonly string[] = [],
): string {
  const titles = (overlay?.areas ?? [])
    .flatMap(({ title, hexes }) => (hexes.includes(hex) ? [title] : []))
    .filter((title) => !said.some((text) => text.toLowerCase().endsWith(title.toLowerCase())));
  if (!offer || titles.length === 0) return "";
  return `${offer.title}: ${[...new Set(titles)].join(", ")}${overlay?.guessed ? " (partly guessed)" : ""}`;
}
