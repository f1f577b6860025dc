import type { GameAbout, Prospectus, ScenarioAbout } from "../wire";

/** How many of three marks a difficulty has. */
export const RANK: Readonly<Record<Prospectus["difficulty"], number>> = { easy: 1, medium: 2, hard: 3 };

/** How well a scenario plays alone, in words. */
export const ALONE: Readonly<Record<Prospectus["alone"], string>> = {
  well: "plays well",
  fair: "plays fairly well",
  poor: "loses much",
};

/** `6 turns · half an hour · 13 units`: how many hexes a map has says little of how much of it is fought over. */
export function inBrief(prospectus: Prospectus): string {
  const [units = ""] = prospectus.size.split(" on ");
  return [prospectus.length, prospectus.time, units].join(" · ");
}

/** Scenarios, or what they are the `part` of, as they are offered: first the one recommended to begin with. */
export function inOrder<T>(offered: readonly T[], part: (one: T) => ScenarioAbout): T[] {
  const isFirst = (one: T): boolean => part(one).prospectus?.first === true;
  return [...offered].sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
}

/** The seat with which to begin a scenario: who attacks has the initiative, and learns faster. */
export function attackerOf(game: GameAbout, scenario: ScenarioAbout | undefined): number | null {
  const seat = game.seats.indexOf(scenario?.prospectus?.attacker ?? "");
  return seat < 0 ? null : seat;
}

/** The scenario with which to begin a game: the one recommended, or the first in its list. */
export function beginWith(game: GameAbout): ScenarioAbout | undefined {
  return inOrder(game.scenarios, (scenario) => scenario)[0];
}
