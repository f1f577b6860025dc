import { several } from "../shared/text";
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
  /** The units that were lost, in battles, too, each once; null for one that is not known by name. */
  lost: (number | null)[];
}

/** The entry after which whatever others did is news: that of one's last order on one's own account, and of the battle that it was given in. */
export function newsFrom(events: readonly MatchEvent[], begun: (event: MatchEvent) => boolean): number {
  const ordered = events.findLast((event) => begun(event))?.entry ?? 0;
  const answered = battlesOf(events).filter((one) => one.first <= ordered && ordered <= one.last);
  return Math.max(ordered, ...answered.map((one) => one.last));
}

/** The entry that what stirred since is told against: that of `newsFrom`, or the end of the set-up. */
export function seenAt(events: readonly MatchEvent[], from: number): number {
  return Math.max(from, (events.find((event) => event.turn != null)?.entry ?? 1) - 1);
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
  const from = newsFrom(events, begun);
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
  return { first: head.entry, last: tail.entry, ways, battles, others, lost: lostIn(since) };
}

/** A recap with those ways alone that came after the last order that was one's `own`, and be it an answer: before that one has
 * seen the others. */
export function unanswered(
  recap: Recap,
  events: readonly MatchEvent[],
  own: (event: MatchEvent) => boolean,
): Recap {
  const answered = events.findLast((event) => own(event))?.entry ?? -1;
  return { ...recap, ways: recap.ways.filter((way) => way.entry > answered) };
}

/** Who is gone in events, each once. */
function lostIn(events: readonly MatchEvent[]): (number | null)[] {
  const gone = events.filter((event) => event.kind === "eliminated");
  const named = new Set(gone.flatMap((event) => event.units ?? []));
  return [...named, ...gone.flatMap((event) => (event.units?.length ? [] : [null]))];
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

/** Who lost a unit, as `you` or `Axis`, and what it is called. */
export interface Losers {
  whose(unit: number | null): string;
  unit(unit: number): string;
}

/** Units lost are told by name up to this number. */
const BY_NAME = 2;

/** `3 moves, 1 battle, you lost 4th Foot and 2 steps, 2 other events`; `unseen` says that pieces moved that
 * are not known by name, `veiled` that some stand there of which it would not be seen. */
export function inShort(recap: Recap, losers: Losers, unseen = false, veiled = true): string {
  const count = (number: number, one: string): string[] => (number === 0 ? [] : [several(number, one)]);
  const gone = recap.others.filter((event) => event.kind === "eliminated").length;
  const blind = recap.others.filter((event) => isBlind(event)).length;
  // Steps lost in battles are told by their cards: these went elsewhere, as those of who starves.
  const reduced = recap.others.filter((event) => event.kind === "loss" && event.units?.length);
  const steps = reduced.flatMap((event) => event.units ?? []);
  const rest = recap.others.length - gone - blind - reduced.length;
  const found = [
    ...count(recap.ways.length, "move"),
    ...count(blind, "unseen move"),
    ...count(recap.battles.length, "battle"),
    // Who is gone counts more than whatever else was told.
    ...lossesOf(recap.lost, steps, losers),
  ];
  const isStill = recap.ways.length + blind + recap.battles.length === 0;
  if (unseen && blind === 0) found.unshift("moved unseen");
  else if (isStill && veiled) found.unshift("no move seen");
  found.push(...count(rest, found.length > 0 ? "other event" : "event"));
  return found.join(", ");
}

/** `you lost 4th Foot and 9th Horse`, `Axis lost 3 units and 1 step`: one for each side that lost any. */
function lossesOf(
  lost: readonly (number | null)[],
  steps: readonly number[],
  { whose, unit }: Losers,
): string[] {
  return [...new Set([...lost, ...steps].map(whose))].map((side) => {
    const units = lost.filter((one) => whose(one) === side);
    const names = units.flatMap((one) => (one === null ? [] : [unit(one)]));
    const named = names.length === units.length && names.length <= BY_NAME;
    const whole = named ? names : [several(units.length, "unit")];
    const parts = steps.filter((one) => whose(one) === side).length;
    return `${side} lost ${[...whole, ...(parts > 0 ? [several(parts, "step")] : [])].join(" and ")}`;
  });
}

/** Where pieces of others that are not known by name left, and where they came to, between two moments. */
export interface Stirring {
  left: number[];
  came: number[];
}

/** Where unseen pieces left and came to, as a sentence; `title` tells how a hex is called. */
export function unseenText({ left, came }: Stirring, title: (hex: number) => string): string {
  const places = (hexes: readonly number[]): string => hexes.map(title).join(", ");
  const parts = [left.length ? `left ${places(left)}` : "", came.length ? `came to ${places(came)}` : ""];
  return `Unseen pieces ${parts.filter((part) => part).join("; ")}.`;
}

/** Whether a piece of others shows only its back. */
export function isHidden({ unit, side, face_down }: Piece, own: number | null): boolean {
  return unit == null && side !== own && Boolean(face_down);
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
    for (const piece of pieces) {
      if (piece.hex == null || !isHidden(piece, own)) continue;
      counts.set(piece.hex, (counts.get(piece.hex) ?? 0) + by);
    }
  };
  count(before, -1);
  count(now, 1);
  const hexes = (sign: number): number[] =>
    [...counts].flatMap(([hex, by]) => (by * sign > 0 && !told.has(hex) ? [hex] : []));
  return { left: hexes(-1), came: hexes(1) };
}
