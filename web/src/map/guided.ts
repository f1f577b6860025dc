import { scene } from "../panels/tour/guides";
import { tour } from "../panels/tour/tour.svelte";
import type { Session } from "../state/session.svelte";

/** The hexes that the guide which is on speaks of; null without one. */
export function guidedHexes(session: Session): number[] | null {
  const progress = tour.of(session.id);
  if (!progress) return null;
  const names = scene(progress.guide, progress.step);
  const hexes = session.map?.grid.hexes ?? [];
  return hexes.filter((hex) => hex.name != null && names.includes(hex.name)).map((hex) => hex.id);
}
