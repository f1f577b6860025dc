import type { MatchEvent, NewMatch, Outcome, Summary, Throw } from "../../wire";
import { CHANCE, type ChartData } from "../charts/chart";
import { battlesOf } from "../../story/battles";
import type { Mark } from "../replay/timeline";
import { sentence } from "../../shared/text";

/** The same match from its beginning; `swap` exchanges the players. */
export function anew(summary: Summary, swap: boolean): NewMatch {
  const { game, scenario, options, open, pace, players } = summary;
  const title = swap ? {} : { title: summary.title };
  const packs = summary.packs ? { packs: summary.packs.map((pack) => pack.fingerprint) } : {};
  const sat = swap ? [...players].reverse() : players;
  return { game, scenario, options, open, pace, players: sat, ...title, ...packs };
}

/** What is told of the verdict on a puzzle below the verdict itself, as `Still to do: Tilly is Blue's.` */
export function verdict({ level, reason }: Pick<Outcome, "level" | "reason">): string {
  return level && reason.startsWith(level) ? reason.slice(level.length).replace(/^[;:,]\s*/, "") : reason;
}

/** How far a number of a chart swung from the end of one phase to the next. */
export interface Swing {
  entry: number;
  /** The end of the phase before. */
  since: number;
  label: string;
  title: string;
  from: number;
  to: number;
  /** What the numbers are in, as it is written behind them. */
  unit: string;
  /** How large it is beside all that the number ever was. */
  weight: number;
}

/** Charts of what matches are won by, the foremost first. */
const SCORES = ["points", "cities", "ports", "hexes"];

/** Chances that have moved by fewer per cent in all before the last moment, when all is known, tell nothing of the course. */
const MUTE = 10;

/** Whether a side's chances of victory moved before the match was over. */
function foretells({ lines }: ChartData): boolean {
  return lines.some(({ values }) => {
    const before = values.slice(0, -1).filter((value) => value !== null);
    return before.length < 2 || Math.max(...before) - Math.min(...before) >= MUTE;
  });
}

/**
 * The charts that tell what was decisive: the chances of victory where they are known and foretold anything, else what matches
 * are won by, and the chances behind it, else whatever was counted.
 */
export function decidedBy(charts: readonly ChartData[]): readonly ChartData[] {
  const chances = charts.filter((chart) => chart.key === CHANCE);
  if (chances.some(foretells)) return chances;
  const scores = SCORES.flatMap((key) => charts.filter((chart) => chart.key === key));
  const found = [...scores, ...chances];
  return found.length > 0 ? found : charts;
}

/** The chart that shows the course of a match: the foremost that moves more than once, as victory points counted at the end do not. */
export function courseOf(charts: readonly ChartData[]): ChartData | undefined {
  const moves = ({ values }: ChartData["lines"][number]): number =>
    values.filter((value, index) => index > 0 && value !== values[index - 1]).length;
  return charts.find((chart) => chart.lines.some((line) => moves(line) > 1)) ?? charts[0];
}

/** A chance of victory that moves by fewer per cent has decided nothing. */
const LEAST_CHANCE = 4;

/** The largest swings of all charts, one at a moment, in the order in which they came. */
export function swings(charts: readonly ChartData[], most: number): Swing[] {
  const found = charts.flatMap((chart) =>
    chart.lines.flatMap((line) => {
      const known = line.values.filter((value) => value !== null);
      const range = Math.max(...known) - Math.min(...known);
      return line.values.flatMap((to, index) => {
        const from = line.values[index - 1];
        if (to === null || from == null || to === from) return [];
        if (chart.key === CHANCE && Math.abs(to - from) < LEAST_CHANCE) return [];
        const title = chart.lines.length > 1 ? `${line.title} ${chart.title.toLowerCase()}` : chart.title;
        const unit = chart.key === CHANCE ? "%" : "";
        const [entry, label] = [chart.entries[index] ?? 0, chart.labels[index] ?? ""];
        const since = chart.entries[index - 1] ?? 0;
        return [{ entry, since, label, title, from, to, unit, weight: Math.abs(to - from) / range }];
      });
    }),
  );
  const heaviest = new Map<number, Swing>();
  for (const one of found.sort((a, b) => b.weight - a.weight)) {
    if (!heaviest.has(one.entry)) heaviest.set(one.entry, one);
  }
  return [...heaviest.values()].slice(0, most).sort((a, b) => a.entry - b.entry);
}

/** So many names are told one by one. */
const NAMED = 3;

/** A list of names, the last of a long one only counted. */
function listed(names: readonly string[]): string {
  const more = names.length - NAMED;
  return `${names.slice(0, NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/**
 * What happened while a number swung, in words: why the match ended then, if it did (`ending`), where it was fought, places
 * that decide first, and who was lost; without any of it, what was told of those places, or last.
 */
export function happened(
  swing: Pick<Swing, "since" | "entry">,
  events: readonly MatchEvent[],
  decide: ReadonlySet<number>,
  names: { hex(hex: number): string; unit(unit: number): string },
  ending = "",
): string {
  const within = events.filter((event) => event.entry > swing.since && event.entry <= swing.entry);
  const fought = [...new Set(battlesOf(within).flatMap((battle) => battle.hex ?? []))];
  fought.sort((a, b) => Number(decide.has(b)) - Number(decide.has(a)));
  const gone = within.filter((event) => event.kind === "eliminated" || event.kind === "surrender");
  const lost = [...new Set(gone.flatMap((event) => event.units ?? []))].map((unit) => names.unit(unit));
  const told = [
    ending ? sentence(ending) : "",
    fought.length > 0 ? `Fought at ${listed(fought.map((hex) => names.hex(hex)))}.` : "",
    lost.length > 0 ? `Lost: ${listed(lost)}.` : "",
  ].filter((text) => text);
  if (told.length > 0) return told.join(" ");
  const plain = within.filter((event) => event.kind !== "phase" && !event.draw);
  const about = plain.filter((event) => event.hexes?.some((hex) => decide.has(hex)));
  return [...new Set((about.length > 0 ? about : plain).slice(-2).map((event) => sentence(event.text)))].join(
    " ",
  );
}

/** How often units of each side were reduced or eliminated in a turn. */
export interface TurnLosses {
  turn: string;
  counts: Record<number, number>;
}

export function lossesByTurn(
  events: readonly MatchEvent[],
  marks: readonly Mark[],
  side: (unit: number) => number | null,
): TurnLosses[] {
  const turns = new Map<string, Record<number, number>>();
  for (const event of events) {
    if (event.kind !== "loss" && event.kind !== "eliminated") continue;
    const label = marks.find((mark) => mark.entry >= event.entry)?.label ?? marks.at(-1)?.label ?? "";
    const turn = label.split(/ [/›] /)[0] ?? "";
    const counts = turns.get(turn) ?? {};
    for (const unit of event.units ?? []) {
      const whose = side(unit);
      if (whose !== null) counts[whose] = (counts[whose] ?? 0) + 1;
    }
    turns.set(turn, counts);
  }
  return [...turns].map(([turn, counts]) => ({ turn, counts }));
}

/** What all dice of a side gave together, against what was to be expected. */
export interface SideLuck {
  side: number;
  unit: "hits" | "steps" | "points";
  given: number;
  expected: number;
}

/** So many hits, or the steps or points that the other side lost beyond one's own, which have a sign. */
export function amount(value: number, unit: SideLuck["unit"]): string {
  const text = value.toFixed(1).replace(/\.0$/, "");
  return value > 0 && unit !== "hits" ? `+${text}` : text;
}

/** What is counted, one of it as one: `1 hit`, but `2 hits`. */
export function counted({ given, unit }: SideLuck): string {
  return Math.abs(given) === 1 ? unit.replace(/s$/, "") : unit;
}

/** Whether the dice were kind to a side, and by how much. */
export function fortune({ given, expected }: SideLuck): string {
  const by = Math.abs(given - expected)
    .toFixed(1)
    .replace(/\.0$/, "");
  return by === "0" ? "as was to be expected" : `${given > expected ? "lucky" : "unlucky"} by ${by}`;
}

export function luckOf(throws: readonly Throw[]): { throws: Throw[]; sides: SideLuck[] } {
  const sides = new Map<string, SideLuck>();
  for (const { side, unit, given, expected } of throws) {
    const key = `${side} ${unit}`;
    const known = sides.get(key) ?? { side, unit, given: 0, expected: 0 };
    known.given += given;
    known.expected += expected;
    sides.set(key, known);
  }
  return { throws: [...throws], sides: [...sides.values()].sort((a, b) => a.side - b.side) };
}
