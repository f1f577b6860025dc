/** The same tracks, those of the other sides after what is before them of one's own or of nobody; all in the order that they had
 * otherwise. Whoever has no seat, or every one, sees them as they come. */
export function ownFirst<T extends { side?: number | null }>(tracks: readonly T[], seat: number | null): T[] {
  if (seat === null) return [...tracks];
  const isOther = ({ side }: T): boolean => side != null && side !== seat;
  return [...tracks.filter((one) => !isOther(one)), ...tracks.filter(isOther)];
}

/** A track of more letters than these, as a list of units, has no room in the bar: it is told with those that are folded away. */
const LONG = 44;

export function isLong({ name, text }: { name: string; text: string }): boolean {
  return Math.max(name.length, text.length) > LONG;
}

/** So many letters of a title are shown whole. */
const TITLE = 44;

/** A title with no more parts than have room, so that none is cut: `War in Europe: Overlord 1944` without what follows. */
export function shortTitle(title: string): string {
  if (title.length <= TITLE) return title;
  const ends = [...title.matchAll(/[:,;] /g)].map(({ index }) => index).filter((end) => end <= TITLE);
  return title.slice(0, ends.at(-1) ?? title.length);
}
