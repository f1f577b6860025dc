import type { Series } from "../../wire";

/** A moment worth stopping at: the end of a phase. */
export interface Mark {
  entry: number;
  label: string;
  /** Whether a larger part, such as a turn, ended with it. */
  major: boolean;
}

/** The ends of phases, as the series of the charts know them. */
export function marksOf(series: readonly Series[]): Mark[] {
  const labels = new Map<number, string>();
  for (const one of series) {
    one.points.forEach(([entry], index) => labels.set(entry, one.labels[index] ?? labels.get(entry) ?? ""));
  }
  const entries = [...labels].sort(([a], [b]) => a - b);
  return entries.map(([entry, label], index) => {
    const next = entries[index + 1]?.[1];
    return { entry, label, major: next !== undefined && outer(next) !== outer(label) };
  });
}

function outer(label: string): string {
  return label.split(/ [/›] /)[0] ?? "";
}

/** The nearest mark before an entry; the very beginning when there is none. */
export function markBefore(marks: readonly Mark[], entry: number): number {
  return marks.findLast((mark) => mark.entry < entry)?.entry ?? 0;
}

/** The nearest mark after an entry; the present when there is none. */
export function markAfter(marks: readonly Mark[], entry: number, last: number): number {
  return marks.find((mark) => mark.entry > entry)?.entry ?? last;
}

/** The phase in which an entry lies: what the first mark at or after it ends. */
export function phaseAt(marks: readonly Mark[], entry: number): string {
  return marks.find((mark) => mark.entry >= entry)?.label ?? "";
}

/** Where a moment lies on a line from the beginning to the present, in per cent. */
export function placeOf(entry: number, last: number): number {
  return last <= 0 ? 0 : Math.min(100, (entry / last) * 100);
}

/** Marks thinned out so that none are closer than `gap` per cent; larger parts are kept before smaller ones. */
export function thinned(marks: readonly Mark[], last: number, gap = 0.8): Mark[] {
  const kept: Mark[] = [];
  const fits = (mark: Mark): boolean =>
    kept.every((other) => Math.abs(placeOf(other.entry, last) - placeOf(mark.entry, last)) >= gap);
  for (const mark of [...marks].sort((a, b) => Number(b.major) - Number(a.major))) {
    if (mark.major || fits(mark)) kept.push(mark);
  }
  return kept.sort((a, b) => a.entry - b.entry);
}
