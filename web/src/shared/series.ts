import type { Session } from "../state/session.svelte";
import type { Series } from "../wire";
import { placeNamed } from "./text";

/** Series whose moments are called as places in the sequence of play are: `Turn 2 › German turn › German supply`. */
export function named(series: readonly Series[], seats: readonly string[]): Series[] {
  return series.map((one) => ({
    ...one,
    labels: one.labels.map((label) => (label ? placeNamed(label.split(" / "), seats).join(" › ") : "")),
  }));
}

/** The lines of the charts of a match. */
export async function seriesOf(session: Session): Promise<Series[]> {
  return named((await session.ask("series", {})).series, session.game?.seats ?? []);
}
