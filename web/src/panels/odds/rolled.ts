import type { Forecast, MatchEvent } from "../../wire";

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
