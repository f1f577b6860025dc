import type { MatchEvent } from "../wire";

/** A battle, or another contest of dice, as it was told: the events of one procedure, in order. */
export interface Battle {
  /** Tells battles apart. */
  key: string;
  /** Where it was fought; null for a contest that is fought nowhere, or on the way. */
  hex: number | null;
  /** What a contest is called; empty for a battle. */
  contest: string;
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

/** The battles and contests among events in order: those that follow one another at the same place, each with its dice.
 *
 * Dice that a table reads fall once in a battle; where they fall again, another attack has begun, with what was told
 * before them in the same order. A contest may be decided without dice.
 */
export function battlesOf(events: readonly MatchEvent[]): Battle[] {
  const found: Battle[] = [];
  let current: Battle | null = null;
  let read = false;
  for (const event of events) {
    const [hex, contest] = [event.battle ?? null, event.battle == null ? (event.contest ?? "") : ""];
    if (hex === null && !contest) {
      // What a battle brings about elsewhere within the same order does not end it.
      if (current && event.entry !== current.last) current = null;
      continue;
    }
    const table = byTable(event);
    const elsewhere = current === null || current.hex !== hex || current.contest !== contest;
    if (!current || elsewhere || (table && read)) {
      // The last order of a battle may go on to the dice of another one: what it did there stays with the first.
      const before: MatchEvent[] = elsewhere ? [] : introduction(current, event);
      current = { key: "", hex, contest, first: event.entry, last: event.entry, events: before };
      read = false;
      found.push(current);
    }
    read ||= table;
    current.events.push(event);
    current.last = event.entry;
  }
  return found
    .filter((battle) => battle.events.some((event) => event.draw ?? event.kind === VERDICT))
    .map((battle) => ({
      ...battle,
      last: battle.events.at(-1)?.entry ?? battle.last,
      key: `${battle.first}.${battle.hex ?? battle.contest}`,
    }));
}

/** The kind of event that says how a contest has come out, with or without dice. */
export const VERDICT = "verdict";

/** What a battle was told last belongs to the dice of the same order that come next: it is taken out, and returned. */
function introduction(battle: Battle | null, dice: MatchEvent): MatchEvent[] {
  const own = battle?.events.filter((event) => event.entry === dice.entry) ?? [];
  if (!battle || own.length === battle.events.length || own.some((event) => event.draw)) return [];
  battle.events = battle.events.filter((event) => event.entry !== dice.entry);
  return own;
}

/** Whether the dice of an event are read off a table. */
function byTable(event: MatchEvent): boolean {
  return event.draw !== undefined && event.draw !== null && !event.lit?.length;
}

/** The event with the dice of a battle that a table reads; null for one in which dice hit by themselves. */
export function rollOf(battle: Battle): MatchEvent | null {
  return battle.events.find(byTable) ?? null;
}

/** What came of dice that a table reads, without what they were rolled for where that stands beside them already. */
export function resultText(result: string, purpose: string): string {
  return result.startsWith(`${purpose}: `) ? result.slice(purpose.length + 2) : result;
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

/** What dice hit on: `hits on 6`, `hits on 5 and 6`, `hits on 4 to 6`; "" where they do not hit by themselves. */
export function hittingOn(lit: readonly number[] | undefined): string {
  const on = [...(lit ?? [])].sort((one, other) => one - other);
  const [least, most] = [on[0], on.at(-1)];
  if (least === undefined || most === undefined) return "";
  const row = most - least === on.length - 1;
  if (on.length > 2 && row) return `hits on ${least} to ${most}`;
  return `hits on ${[on.slice(0, -1).join(", "), most].filter((part) => part !== "").join(" and ")}`;
}

/** The dice of a battle, in order; those for the same purpose that follow one another lie together. */
export function throwsOf(battle: Battle): MatchEvent[] {
  const found: MatchEvent[] = [];
  for (const event of battle.events) {
    if (!event.draw) continue;
    const last = found.at(-1);
    if (last?.draw && alike(last, event))
      found[found.length - 1] = {
        ...last,
        draw: { ...last.draw, values: [...last.draw.values, ...event.draw.values] },
      };
    else found.push(event);
  }
  return found;
}

function alike(one: MatchEvent, other: MatchEvent): boolean {
  const of = ({ draw, by, lit, entry }: MatchEvent): string =>
    JSON.stringify([entry, draw?.purpose, draw?.sides, by, lit]);
  return of(one) === of(other);
}

/** What came before the dice, in order. */
export function preludeOf(battle: Battle): MatchEvent[] {
  const from = battle.events.findIndex((event) => event.draw);
  return battle.events.slice(0, Math.max(from, 0));
}

/** What came of the dice, in order. */
export function aftermathOf(battle: Battle): MatchEvent[] {
  const from = battle.events.findIndex((event) => event.draw);
  return battle.events.filter((event, index) => index > from && !event.draw);
}

/** The units that have fallen in the last battle at a hex, up to an entry. */
export function fallenAt(events: readonly MatchEvent[], hex: number, entry: number): number[] {
  const last = battlesOf(events).findLast((battle) => battle.hex === hex && battle.first <= entry);
  return (last?.events ?? [])
    .filter((event) => event.kind === "eliminated" && event.entry <= entry)
    .flatMap((event) => event.units ?? []);
}

/** The battle as it stood after an entry; null before its first die. */
export function upTo(battle: Battle, entry: number): Battle | null {
  const events = battle.events.filter((event) => event.entry <= entry);
  if (!events.some((event) => event.draw ?? event.kind === VERDICT)) return null;
  return { ...battle, events, last: Math.min(battle.last, entry) };
}
