import type { Point, Rect, Size } from "./camera";

/** How large a remark is in one of its forms, and in how many lines. */
export interface Form extends Size {
  lines: number;
}

/** A remark to be written in a hex: the middle of the hex, and its forms, the longest first. */
export interface Remark {
  at: Point;
  forms: readonly Form[];
}

/** Where remarks are written: which of their forms all of them have, and the middle of each (null: left out). */
export interface Written {
  form: number;
  places: (Point | null)[];
}

/** Characters in a line of a remark at most. */
const LONGEST = 24;
/** Scene units from the middle of a hex to where remarks end: below, above, and below if there is no other way. */
const EDGES = [45, -45, 57];
/** The same of what takes two lines: it keeps clear of what is printed on counters, as far as that goes. */
const TALL_EDGES = [61, -61, 50];
/** Remarks stay so far apart. */
const GAP = 2;
/** How far from the middle of its hex a remark ends that is written towards a corner, and how far it must be moved for that
 * to be worth it. */
const ASIDE = 44;
const LEAST_ASIDE = 8;
/** No remark is larger. */
const CELL = 260;

/** What a hint says on the map: there it need not tell where it is, as `at 2118 Winchester` does of hex 2118. */
export function remarkAt(hint: string, label: string): string {
  const [where = "", ...rest] = hint.split(", ");
  return where === `at ${label}` || where.startsWith(`at ${label} `) ? rest.join(", ") : hint;
}

/** A number of something, as `16 hexes`. */
const COUNT = /^(\d+) \p{L}+$/u;
/** A part of a number, as `2 of 6`. */
const SHARE = /^(\d+) of (\d+)$/;

/**
 * How a remark may be written: in one line (one that is too long for it, in two), in two, and only its beginning. It is
 * cut only where two lines do not hold it. Of a number of something the number is enough.
 */
export function formsOf(text: string): string[] {
  const short = shortest(text);
  if (short !== text) return [text, short, short];
  const two = inTwo(text).map(cut).join("\n");
  const comma = text.indexOf(", ");
  const [one, least] = text.length > LONGEST ? [two, cut(text)] : [text, two];
  return [one, two, comma > 0 ? cut(shortest(text.slice(0, comma))) : least];
}

/** The number of a number of something, and a part of a number with a stroke; what is neither stays as it is. */
function shortest(text: string): string {
  return text.replace(COUNT, "$1").replace(SHARE, "$1/$2");
}

/** A text in the two lines that it breaks into best: after its comma if both have room then, else as evenly as it goes. */
function inTwo(text: string): string[] {
  const at = (space: number): string[] => [text.slice(0, space), text.slice(space + 1)];
  const longer = (lines: readonly string[]): number => Math.max(...lines.map((line) => line.length));
  const comma = text.indexOf(", ");
  if (comma > 0 && longer(at(comma + 1)) <= LONGEST) return at(comma + 1);
  const ways = [...text.matchAll(/ /g)].map(({ index }) => at(index));
  return ways.sort((a, b) => longer(a) - longer(b))[0] ?? [text];
}

/** The beginning of a line that is too long. */
function cut(line: string): string {
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).trimEnd()}…` : line;
}

/**
 * Write remarks so that none covers another: all in the first form in which each has room, at the lower or the upper
 * edge of its hex. If there is none, those that have no room even in their last form are left out. They get out of the way
 * of the printed `names` of places as far as that goes.
 */
export function write(remarks: readonly Remark[], names: readonly Rect[] = []): Written {
  const most = Math.max(1, ...remarks.map(({ forms }) => forms.length));
  const printed = new Printed(names);
  let written: Written = { form: 0, places: [] };
  for (let form = 0; form < most; form++) {
    written = { form, places: inForm(remarks, form, printed) };
    if (!written.places.includes(null)) break;
  }
  return written;
}

function inForm(remarks: readonly Remark[], form: number, names: Printed): (Point | null)[] {
  const taken = new Map<string, { at: Point; size: Size }[]>();
  const near = (at: Point): { at: Point; size: Size }[] => around(at).flatMap((key) => taken.get(key) ?? []);
  return remarks.map(({ at, forms }) => {
    const size = forms[Math.min(form, forms.length - 1)];
    if (!size) return null;
    let best: { place: Point; covers: number } | null = null;
    for (const place of placesFor(at, size)) {
      if (near(place).some((other) => overlap(other, { at: place, size }))) continue;
      const covers = names.covered(place, size);
      if (!best || covers < best.covers) best = { place, covers };
      if (covers === 0) break;
    }
    if (!best) return null;
    const key = cellOf(best.place);
    taken.set(key, [...(taken.get(key) ?? []), { at: best.place, size }]);
    return best.place;
  });
}

/** Where a remark may be written, the best place first: in the middle of an edge of its hex, else towards a corner. */
function placesFor(at: Point, size: Form): Point[] {
  const edges = size.lines > 1 ? TALL_EDGES : EDGES;
  const places = edges.map((edge) => ({ x: at.x, y: at.y + edge - (Math.sign(edge) * size.height) / 2 }));
  const aside = ASIDE - size.width / 2;
  const corners = aside < LEAST_ASIDE ? [] : places.slice(0, 2);
  return [...places, ...corners.flatMap(({ x, y }) => [aside, -aside].map((by) => ({ x: x + by, y })))];
}

/** The names of places as they are printed, by where they are. */
class Printed {
  private readonly cells = new Map<string, Rect[]>();

  constructor(names: readonly Rect[]) {
    for (const name of names) {
      // A long name lies in several cells.
      for (let x = name.x; ; x = Math.min(x + CELL, name.x + name.width)) {
        const key = cellOf({ x, y: name.y + name.height / 2 });
        const there = this.cells.get(key) ?? [];
        if (!there.includes(name)) this.cells.set(key, [...there, name]);
        if (x >= name.x + name.width) break;
      }
    }
  }

  /** How much of them a remark would cover. */
  covered(at: Point, { width, height }: Size): number {
    const found = new Set(around(at).flatMap((key) => this.cells.get(key) ?? []));
    let sum = 0;
    for (const name of found) {
      const across =
        Math.min(at.x + width / 2, name.x + name.width) - Math.max(at.x - width / 2, name.x) + GAP;
      const down =
        Math.min(at.y + height / 2, name.y + name.height) - Math.max(at.y - height / 2, name.y) + GAP;
      if (across > 0 && down > 0) sum += across * down;
    }
    return sum;
  }
}

function cellOf({ x, y }: Point): string {
  return `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`;
}

/** The cell of a point, and those around it. */
function around({ x, y }: Point): string[] {
  return [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => cellOf({ x: x + dx * CELL, y: y + dy * CELL })));
}

function overlap(one: { at: Point; size: Size }, other: { at: Point; size: Size }): boolean {
  return (
    Math.abs(one.at.x - other.at.x) < (one.size.width + other.size.width) / 2 + GAP &&
    Math.abs(one.at.y - other.at.y) < (one.size.height + other.size.height) / 2 + GAP
  );
}
