import type { Battle } from "./battles";
import type { Way } from "./recap";

/** Where units went in one turn, as it is drawn: one arrow for all that went the same way, from where they set off. */
export interface Journey {
  hexes: number[];
  side: number | null;
  units: number[];
  /** Whether it is more than a march: a retreat, an advance, or the way of somebody who fought. */
  counts: boolean;
}

/** So many arrows can be told apart on a map. */
export const LEGIBLE = 18;

/**
 * The ways of a turn in few arrows: what a unit went in several steps is one journey, and so is what several of a side went
 * from the same hex to the same hex. Who takes part in one of the battles, or goes to where it is fought, counts.
 */
export function journeysOf(
  ways: readonly Way[],
  sideOf: (unit: number) => number | null,
  battles: readonly Battle[] = [],
): Journey[] {
  const fought = new Set(battles.map(({ hex }) => hex));
  const fighting = new Set(battles.flatMap(({ events }) => events.flatMap(({ units }) => units ?? [])));
  const own = new Map<number, Journey[]>();
  for (const { unit, hexes, plain } of ways) {
    const there = own.get(unit) ?? [];
    own.set(unit, there);
    const last = there.at(-1);
    // A march goes on from where it ended; what is no march is told apart from it.
    if (last && plain && !last.counts && last.hexes.at(-1) === hexes[0]) last.hexes.push(...hexes.slice(1));
    else there.push({ hexes: [...hexes], side: sideOf(unit), units: [unit], counts: !plain });
  }
  const merged = new Map<string, Journey>();
  for (const journey of [...own.values()].flat()) {
    const [from, to] = [journey.hexes[0], journey.hexes.at(-1)];
    if (from === to && !journey.counts) continue; // there and back again
    journey.counts ||= journey.units.some((unit) => fighting.has(unit)) || fought.has(to ?? null);
    const key = `${journey.side} ${from} ${to} ${journey.counts}`;
    const same = merged.get(key);
    if (!same) merged.set(key, journey);
    else {
      same.units.push(...journey.units);
      if (journey.hexes.length < same.hexes.length) same.hexes = journey.hexes;
    }
  }
  return [...merged.values()];
}

/** So many times as many as can be told apart are shown all the same: to leave out one of twenty is no help. */
const LENIENT = 1.25;

/** Those that matter most, if there are more than can be told apart: what is more than a march, then the longest marches. */
export function foremost(journeys: readonly Journey[], most = LEGIBLE): Journey[] {
  if (journeys.length <= most * LENIENT) return [...journeys];
  const ranked = [...journeys].sort(
    (one, other) => Number(other.counts) - Number(one.counts) || other.hexes.length - one.hexes.length,
  );
  const shown = new Set(ranked.slice(0, most));
  return journeys.filter((journey) => shown.has(journey));
}
