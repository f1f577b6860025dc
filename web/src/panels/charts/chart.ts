import type { Series } from "../../wire";
import { capital } from "../../shared/text";

/** Lines that belong in one chart, over common places on the x axis. */
export interface ChartData {
  key: string;
  title: string;
  /** Entries at which something is known. */
  entries: number[];
  /** What each of the entries is called, such as the phase that ended there. */
  labels: string[];
  lines: { title: string; side: number | null; values: (number | null)[] }[];
}

/** Series of equal keys side by side, in the order in which the keys first come. */
export function charts(series: readonly Series[]): ChartData[] {
  const keys = [...new Set(series.map((one) => one.key))];
  return keys.map((key) =>
    chart(
      key,
      series.filter((one) => one.key === key),
    ),
  );
}

function chart(key: string, series: Series[]): ChartData {
  const names = new Map<number, string>();
  for (const one of series) {
    one.points.forEach(([entry], index) => names.set(entry, names.get(entry) || (one.labels[index] ?? "")));
  }
  const entries = [...names.keys()].sort((a, b) => a - b);
  const common = series.length > 1 ? commonTitle(series.map((one) => one.title)) : "";
  return {
    key,
    title: common || capital(series.length === 1 ? (series[0]?.title ?? key) : key),
    entries,
    labels: entries.map((entry) => names.get(entry) ?? ""),
    lines: series.map((one) => {
      const values = new Map(one.points);
      return {
        title: own(one.title, common),
        side: one.side,
        values: entries.map((entry) => values.get(entry) ?? null),
      };
    }),
  };
}

/** What a title says besides what all have in common: of `Blue points` and `Red points`, `Blue`. */
function own(title: string, common: string): string {
  const rest =
    common && title.toLowerCase().endsWith(common.toLowerCase()) ? title.slice(0, -common.length).trim() : "";
  return rest || title;
}

/** Whether a chart has anything to show: something is not nothing, at more than one moment. */
export function telling(chart: ChartData): boolean {
  return (
    chart.entries.length > 1 &&
    chart.lines.some((line) => line.values.some((value) => value !== null && value !== 0))
  );
}

/** What titles have in common at their end: `Blue points` and `Red points` are about points. */
export function commonTitle(titles: readonly string[]): string {
  if (titles.length < 2) return titles[0] ?? "";
  const words = titles.map((title) => title.split(" ").reverse());
  const shared: string[] = [];
  for (
    let index = 0;
    words.every((one) => one[index] !== undefined && one[index] === words[0]?.[index]);
    index++
  ) {
    shared.unshift(words[0]?.[index] ?? "");
  }
  return capital(shared.join(" "));
}

/** The chart of how likely each side was to win, in per cent. */
export const CHANCE = "chance";

/** What the sides' chances of victory leave of 100 at each moment, which is a draw's; null where no draw was ever likely. */
export function drawShares(chart: ChartData): number[] | null {
  if (chart.key !== CHANCE || chart.lines.length < 2) return null;
  const shares = chart.entries.map((_, index) =>
    chart.lines.reduce((left, line) => left - (line.values[index] ?? 0), 100),
  );
  return shares.some((share) => share > 0) ? shares : null;
}

/**
 * The names of phases, cut down to what is needed to tell them apart: the outermost part alone where it changes.
 *
 * One that would run into the next is left out: so many letters have room between two moments.
 */
export function axisLabels(labels: readonly string[], letters: number): string[] {
  let last = "";
  const names = labels.map((label) => {
    const outer = label.split(/ [/›] /)[0] ?? "";
    const fresh = outer !== last;
    last = outer;
    return fresh ? outer.replace(/^turn /i, "") : "";
  });
  let next = Infinity;
  for (let index = names.length - 1; index >= 0; index--) {
    const half = (names[index]?.length ?? 0) / 2;
    if (half === 0) continue;
    // Each stands in the middle of its moment, a letter away from the next.
    if (index * letters + half + 1 > next) names[index] = "";
    else next = index * letters - half;
  }
  return names;
}
