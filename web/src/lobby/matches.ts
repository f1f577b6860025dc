import type { GameAbout, Summary } from "../wire";

/** What a match is doing, in a few words: who is to decide, against computers that it is one's own turn, or how it ended. */
export function standing(match: Summary, game: GameAbout | undefined): string {
  const name = (seat: number): string => game?.seats[seat] ?? `Seat ${seat + 1}`;
  if (match.damaged) return "Damaged: put a copy of the database back";
  if (match.lacks) return "Needs its data pack";
  if (match.outcome) {
    const { winner, level } = match.outcome;
    if (winner === null) return level ? `Drawn: ${level}` : "Drawn";
    return level ? `${name(winner)} has won: ${level}` : `${name(winner)} has won`;
  }
  if (match.waiting.length === 0) return "Under way";
  const people = match.players.flatMap(({ kind }, seat) => (kind === "human" ? [seat] : []));
  if (people.length === 1 && match.waiting.some((seat) => people.includes(seat))) return "Your turn";
  return `${match.waiting.map(name).join(" and ")} to decide`;
}

/** How long ago something was, roughly. */
export function ago(time: string, now: number = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000);
  if (Number.isNaN(seconds)) return "";
  if (seconds < 90) return "just now";
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return hours === 1 ? "an hour ago" : `${hours} hours ago`;
  const days = Math.round(hours / 24);
  if (days < 60) return days === 1 ? "yesterday" : `${days} days ago`;
  return new Date(time).toISOString().slice(0, 10);
}

/** Matches that go on before those that are over, the latest first. */
export function sorted(matches: readonly Summary[]): Summary[] {
  return [...matches].sort(
    (a, b) => Number(a.outcome !== null) - Number(b.outcome !== null) || b.changed.localeCompare(a.changed),
  );
}

/** The matches in which all words occur, in what a list shows of them. */
export function found(matches: readonly Summary[], wanted: string, games: readonly GameAbout[]): Summary[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return matches.filter((match) => {
    const game = games.find((one) => one.key === match.game);
    const said =
      `${match.title} ${game?.title ?? ""} ${match.where.join(" ")} ${standing(match, game)}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
}
