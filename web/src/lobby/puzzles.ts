import type { About, GameAbout, NewMatch, PuzzleAbout, Summary } from "../wire";
import { agentsFor, offered } from "./form";

/** Begins the key of a scenario that is a puzzle. */
const PREFIX = "puzzle-";

/** Whether a match is a puzzle, by the key of its scenario. */
export function isPuzzle(scenario: string): boolean {
  return scenario.startsWith(PREFIX);
}

/** The games that have puzzles, the one to learn on first. */
export function withPuzzles(about: About): GameAbout[] {
  return offered(about).filter((game) => game.puzzles.length > 0);
}

/** The keys of a game's puzzles that were solved in one of these matches. */
export function solvedOf(game: GameAbout, matches: readonly Summary[]): Set<string> {
  return new Set(
    matches
      .filter(
        (match) => match.game === game.key && isPuzzle(match.scenario) && match.outcome?.level === "solved",
      )
      .map((match) => match.scenario),
  );
}

/** The match in which a puzzle is tried: the person has its seat, the strongest computer the others. */
export function puzzleMatch(about: About, game: GameAbout, puzzle: PuzzleAbout): NewMatch {
  const others = agentsFor(about, game);
  const agent = (others.find((one) => one.key === "staff") ?? others.at(-1))?.key ?? "random";
  return {
    game: game.key,
    scenario: puzzle.key,
    players: game.seats.map((_, seat) =>
      seat === puzzle.seat ? { kind: "human" } : { kind: "agent", agent },
    ),
    title: `${game.title}, puzzle: ${puzzle.title}`,
    pace: 0.5,
  };
}
