/** The same tracks, those of the other sides after what is before them of one's own or of nobody; all in the order that they had
 * otherwise. Whoever has no seat, or every one, sees them as they come. */
export function ownFirst<T extends { side?: number | null }>(tracks: readonly T[], seat: number | null): T[] {
  if (seat === null) return [...tracks];
  const isOther = ({ side }: T): boolean => side != null && side !== seat;
  return [...tracks.filter((one) => !isOther(one)), ...tracks.filter(isOther)];
}
