import type { About, GameAbout, NewMatch, Player, ScenarioAbout } from "../../wire";
import { agentsFor, usual } from "../../lobby/form";
import { EISENHOWER } from "./eisenhower";
import { FRANCE } from "./france";
import { HUSKY } from "./husky";
import { ITALY } from "./italy";
import { STEPS, type TourStep } from "./steps";

/** A guided first match: its steps, and the match it is for. The player has the first seat, if nothing else is said. */
export interface Guide {
  game: string;
  scenario: string;
  title: string;
  steps: readonly TourStep[];
  /** The player's seat. */
  seat?: number;
}

export const GUIDES: Readonly<Record<string, Guide>> = {
  ford: { game: "skirmish", scenario: "ford", title: "The tour: The Ford", steps: STEPS },
  husky: { game: "westfront", scenario: "husky", title: "Guided: Husky", steps: HUSKY },
  normandy: {
    game: "eisenhower",
    scenario: "historical",
    title: "Guided: the first turn",
    steps: EISENHOWER,
  },
  beachhead: { game: "france44", scenario: "beachhead", title: "Guided: the first week", steps: FRANCE },
  salerno: {
    game: "war_in_europe",
    scenario: "italy_1943",
    title: "Guided: the landing in Italy",
    steps: ITALY,
    seat: 1,
  },
};

/** Names of the places that the map shows at a step of a guide: those of the last step before it that has any. */
export function scene(guide: string, step: number): readonly string[] {
  const steps = GUIDES[guide]?.steps ?? [];
  return steps.slice(0, step + 1).findLast((one) => one.places)?.places ?? [];
}

/** The key of the guide through a game's first match; null when it has none. */
export function guideOf(game: string): string | null {
  return Object.keys(GUIDES).find((key) => GUIDES[key]?.game === game) ?? null;
}

/** The scenario that a game's guide leads through; null when there is none. */
export function guidedScenario(game: GameAbout): ScenarioAbout | null {
  const guide = GUIDES[guideOf(game.key) ?? ""];
  return game.scenarios.find((one) => one.key === guide?.scenario) ?? null;
}

/** The match of a guide, against the computer a newcomer meets; null when it cannot be played here. */
export function guidedMatch(key: string, about: About): NewMatch | null {
  const guide = GUIDES[key];
  const game = about.games.find((one) => one.key === guide?.game);
  const other = game && usual(agentsFor(about, game));
  if (!guide || !game || !other) return null;
  const computer: Player = { kind: "agent", agent: other.key };
  const players: Player[] = [{ kind: "human" }, computer];
  return {
    game: game.key,
    scenario: guide.scenario,
    players: guide.seat === 1 ? players.reverse() : players,
    title: guide.title,
    pace: 1,
  };
}
