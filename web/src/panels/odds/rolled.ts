import type { Forecast, Mark, MatchEvent } from "../../wire";

/** Odds as they were last told, and the last entry at that time. */
export interface Told {
  forecast: Forecast;
  entry: number;
}

/** The odds of the attack whose dice have fallen since they were told; null when it was called off, or nothing is known. */
export function rolled(told: Told | null, events: readonly MatchEvent[]): Forecast | null {
  if (!told) return null;
  const { forecast, entry } = told;
  const fell = events.some((one) => one.entry > entry && one.draw && one.battle === forecast.hex);
  return fell ? forecast : null;
}

/** The odds that were told of an attack that has been announced since, and waits for its dice; null when it was called off. */
export function announced(told: Told | null, marks: readonly Mark[]): Forecast | null {
  const hex = told?.forecast.hex ?? null;
  const isAimed = ({ kind, hex: at, to }: Mark): boolean =>
    (kind === "battle" && at === hex) || (kind === "attack" && (to ?? at) === hex);
  return told && hex !== null && marks.some(isAimed) ? told.forecast : null;
}
