import type { MatchEvent, Piece } from "../wire";
import { battlesOf, type Battle } from "./battles";

/** Somebody's way over the map, as it was told. */
export interface Way {
  entry: number;
  unit: number;
  hexes: number[];
  text: string;
  /** Whether that is all there is to it: a march, no retreat or advance. */
  plain: boolean;
}

/** What others did since one's own turn. */
export interface Recap {
  /** The first and the last entry of it. */
  first: number;
  last: number;
  ways: Way[];
  battles: Battle[];
  /** All else that was told: arrivals, production, points ... */
  others: MatchEvent[];
}

/**
 * What others did after the last order of one's own turn, and after the battle that it was given in: what others did to
 * answer it is no turn of theirs, and the card of the battle tells all of it. What one answers in their turn divides it not.
 * Null when that is nothing to speak of: no move, no battle, no part of a turn that ended with something to tell.
 *
 * @param mine says whether an order was one's own.
 * @param begun says whether it was given on one's own account, too, and answered nobody.
 */
export function recapOf(
  events: readonly MatchEvent[],
  mine: (event: MatchEvent) => boolean,
  begun = mine,
): Recap | null {
  const ordered = events.findLast((event) => begun(event))?.entry ?? 0;
  const answered = battlesOf(events).filter((one) => one.first <= ordered && ordered <= one.last);
  const from = Math.max(ordered, ...answered.map((one) => one.last));
  const since = events.filter((event) => event.entry > from && event.seat != null);
  const news = since.filter((event) => !mine(event));
  const [head, tail] = [news[0], news.at(-1)];
  if (!head || !tail) return null;
  const ways = news.flatMap((event) => wayOf(event) ?? []);
  const moving = new Set(ways.map((way) => way.text));
  const battles = battlesOf(since);
  const carded = new Set(battles.flatMap((battle) => battle.events));
  const others = news.filter(
    (event) =>
      event.battle == null &&
      !carded.has(event) &&
      !event.draw &&
      !moving.has(event.text) &&
      event.kind !== "phase",
  );
  // In the midst of a battle its card tells all there is.
  const ended = news.some((event) => event.kind === "phase") && others.length > 0;
  if (ways.length === 0 && !ended && !others.some((event) => event.units?.length)) return null;
  return { first: head.entry, last: tail.entry, ways, battles, others };
}

/** Whether somebody went from hex to hex who is not known by name. */
export function isBlind({ kind, units, hexes }: MatchEvent): boolean {
  return kind === "move" && !units?.length && (hexes?.length ?? 0) > 1;
}

/** The way that an event tells of: one unit, and at least two hexes. */
function wayOf(event: MatchEvent): Way | null {
  const [unit, more] = event.units ?? [];
  const hexes = event.hexes ?? [];
  if (unit === undefined || more !== undefined || hexes.length < 2 || event.draw) return null;
  return { entry: event.entry, unit, hexes: [...hexes], text: event.text, plain: event.kind === "move" };
}

/** `76th Panzer Corps: Pescara to Bologna`: a march without the hexes on its way, which the arrow on the map shows. */
export function marchText(way: Way, unit: (unit: number) => string, hex: (hex: number) => string): string {
  const [from, to] = [way.hexes[0], way.hexes.at(-1)];
  if (!way.plain || from === undefined || to === undefined) return way.text;
  return `${unit(way.unit)}: ${hex(from)} to ${hex(to)}`;
}

/** `3 moves, 1 battle, 1 unit lost, 2 other events`; `unseen` says that pieces moved that are not known by name. */
export function inShort(recap: Recap, unseen = false): string {
  const count = (number: number, one: string, many: string): string[] =>
    number === 0 ? [] : [`${number} ${number === 1 ? one : many}`];
  // Who is gone counts more than whatever else was told.
  const gone = recap.others.filter((event) => event.kind === "eliminated");
  const lost = new Set(gone.flatMap((event) => event.units ?? [])).size;
  const blind = recap.others.filter((event) => isBlind(event)).length;
  const rest = recap.others.length - gone.length - blind;
  const found = [
    ...count(recap.ways.length, "move", "moves"),
    ...count(blind, "unseen move", "unseen moves"),
    ...count(recap.battles.length, "battle", "battles"),
    ...count(lost, "unit lost", "units lost"),
    ...count(rest, "other event", "other events"),
  ];
  if (unseen) found.unshift("moved unseen");
  else if (recap.ways.length + blind + recap.battles.length === 0) found.unshift("no move seen");
  return found.join(", ");
}

/** Where pieces of others that are not known by name left, and where they came to, between two moments. */
export interface Stirring {
  left: number[];
  came: number[];
}

/** What stirred of what shows only its back; `told` are hexes of which something else tells already. */
export function stirring(
  before: readonly Piece[],
  now: readonly Piece[],
  own: number | null,
  told: ReadonlySet<number | null | undefined> = new Set(),
): Stirring {
  const counts = new Map<number, number>();
  const count = (pieces: readonly Piece[], by: number): void => {
    for (const { hex, unit, side, face_down } of pieces) {
      if (hex == null || unit != null || side === own || !face_down) continue;
      counts.set(hex, (counts.get(hex) ?? 0) + by);
    }
  };
  count(before, -1);
  count(now, 1);
  const hexes = (sign: number): number[] =>
    [...counts].flatMap(([hex, by]) => (by * sign > 0 && !told.has(hex) ? [hex] : []));
  return { left: hexes(-1), came: hexes(1) };
}
