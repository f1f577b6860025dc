import type { Bench } from "../orders/bench.svelte";
import { isCalled, type Option } from "../orders/desk";
import type { Placed } from "./stacks";

/** What lies at a point of the map: a hex, and the piece in it if there is one, fanned out or not. */
export interface Found {
  hex: number;
  placed: Placed | null;
  inFan: boolean;
}

/**
 * What is chosen by pointing at a hex and perhaps a unit in it; null when there is nothing, or first a fan.
 *
 * @param able the units of the hex that may be chosen now.
 */
export function aimedAt(
  { targets, begun }: Bench,
  { hex, unit, inFan }: { hex: number; unit: number | null; inFan: boolean },
  able: readonly number[],
): readonly Option[] | null {
  const own = unit === null ? undefined : targets.units.get(unit);
  if (own && (inFan || able.length === 1)) return own;
  if (inFan) return null;
  // Who points at a stack means its units, not an order for the hex they stand in: that is begun by its button.
  const meansUnits = able.length > 0 && !begun;
  const there = meansUnits ? undefined : targets.hexes.get(hex);
  const [sole] = able;
  return there ?? (able.length === 1 && sole !== undefined ? (targets.units.get(sole) ?? null) : null);
}

/** The unit that can be dragged to another hex from where something was found; null when there is none. */
export function draggableFrom(bench: Bench, found: Found, able: readonly number[]): number | null {
  const own = found.placed?.piece.unit ?? null;
  const [sole, ...more] = able;
  const unit =
    own !== null && (bench.targets.units.has(own) || bench.selected.has(own))
      ? own
      : more.length === 0 && !found.inFan
        ? (sole ?? null)
        : null;
  if (unit === null) return null;
  const goes = bench.selected.has(unit) ? bench.targets.hexes.size > 0 : bench.leadsOn(unit);
  return goes ? unit : null;
}

/**
 * Whether a hex lies open to a click although something of a fanned stack lies over it: a hex that lights up, or units that
 * the order under way still needs, go before pieces of the fan that cannot be chosen.
 *
 * @param over the piece of the fan, and the hex of its stack.
 * @param able the units of the hex below that may be chosen now.
 */
export function shinesThrough(
  { targets, begun, selected }: Bench,
  over: { hex: number; placed: Placed | null },
  below: number,
  able: readonly number[],
): boolean {
  const { unit, title } = over.placed?.piece ?? {};
  if (below === over.hex || over.placed === null) return false;
  if (unit != null && (targets.units.has(unit) || selected.has(unit))) return false;
  const options = unit == null ? (targets.hexes.get(over.hex) ?? []) : [];
  if (options.some(({ choice }) => isCalled(choice, title ?? ""))) return false;
  return able.length > 0 ? begun : targets.hexes.has(below);
}
