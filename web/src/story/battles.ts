import type { MatchEvent } from "../wire";

/** A battle as it was told: the events of one procedure, in order. */
export interface Battle {
  /** Tells battles apart. */
  key: string;
  hex: number;
  first: number;
  last: number;
  events: MatchEvent[];
}

/** What dice that hit by themselves gave a side. */
export interface Hits {
  side: number;
  dice: number;
  hits: number;
}

/** The battles among events in order: those that follow one another at the same place, each with its dice.
 *
 * Dice that a table reads fall once in a battle; where they fall again, another attack has begun.
 */
export function battlesOf(events: readonly MatchEvent[]): Battle[] {
  const found: Battle[] = [];
  let current: Battle | null = null;
  let read = false;
  for (const event of events) {
    if (event.battle == null) {
      // What a battle brings about elsewhere within the same order does not end it.
      if (current && event.entry !== current.last) current = null;
      continue;
    }
    const table = byTable(event);
    if (!current || current.hex !== event.battle || (table && read)) {
      current = { key: "", hex: event.battle, first: event.entry, last: event.entry, events: [] };
      read = false;
      found.push(current);
    }
    read ||= table;
    current.events.push(event);
    current.last = event.entry;
  }
  return found
    .filter((battle) => battle.events.some((event) => event.draw))
    .map((battle) => ({ ...battle, key: `${battle.first}.${battle.hex}` }));
}

/** Whether the dice of an event are read off a table. */
export function byTable(event: MatchEvent): boolean {
  return event.draw !== undefined && event.draw !== null && !event.lit?.length;
}

/** The event with the dice of a battle that a table reads; null for one in which dice hit by themselves. */
export function rollOf(battle: Battle): MatchEvent | null {
  return battle.events.find(byTable) ?? null;
}

/** How many dice each side rolled that hit by themselves, and how many did. */
export function hitsOf(battle: Battle): Hits[] {
  const sides = new Map<number, Hits>();
  for (const { draw, lit, by } of battle.events) {
    if (!draw || !lit?.length || by == null) continue;
    const known = sides.get(by) ?? { side: by, dice: 0, hits: 0 };
    known.dice += draw.values.length;
    known.hits += draw.values.filter((value) => lit.includes(value)).length;
    sides.set(by, known);
  }
  return [...sides.values()].sort((one, other) => one.side - other.side);
}

/** What came before the dice, in order. */
export function preludeOf(battle: Battle): MatchEvent[] {
  const from = battle.events.findIndex((event) => event.draw);
  return battle.events.slice(0, from);
}

/** What came of the dice, in order. */
export function aftermathOf(battle: Battle): MatchEvent[] {
  const from = battle.events.findIndex((event) => event.draw);
  return battle.events.filter((event, index) => index > from && !event.draw);
}

/** The battle as it stood after an entry; null before its first die. */
export function upTo(battle: Battle, entry: number): Battle | null {
  const events = battle.events.filter((event) => event.entry <= entry);
  if (!events.some((event) => event.draw)) return null;
  return { ...battle, events, last: Math.min(battle.last, entry) };
}
