import type { RuleCase } from "../../wire";
import { capital } from "../../shared/text";

/** A stretch of text: plain, marked because it was searched for, or the number of another case. */
export interface Stretch {
  text: string;
  mark?: boolean;
  rule?: string;
}

/**
 * The cases that a search is about, in the order of the rules; all of them for an empty search.
 *
 * A number finds the case and what is below it; words must all be there, in the title or the text.
 */
export function search(cases: readonly RuleCase[], wanted: string): RuleCase[] {
  const words = terms(wanted);
  if (words.length === 0) return [...cases];
  return cases.filter((rule) => words.every((word) => fits(rule, word)));
}

/** The words of a search. */
export function terms(wanted: string): string[] {
  return wanted.toLowerCase().split(/\s+/).filter(Boolean);
}

function fits(rule: RuleCase, word: string): boolean {
  if (/^\d+(\.\d+)*\.?$/.test(word)) return under(rule.case, word.replace(/\.$/, ""));
  return `${rule.title} ${rule.text} ${rule.case}`.toLowerCase().includes(word);
}

/** Whether a case is `number` itself or below it: 6.1 and 6.12.3 are below 6, 6.12 is not below 6.1. */
function under(rule: string, number: string): boolean {
  const own = rule.toLowerCase();
  return own === number || (own.startsWith(number) && !/^\d/.test(own.slice(number.length)));
}

/** Cases of one chapter, in order. `title` is "" for a chapter without a name. */
export interface Chapter {
  chapter: string;
  title: string;
  cases: RuleCase[];
}

/** What parts of a rulebook without a number are called. */
const PARTS: Record<string, string> = {
  intro: "Introduction",
  err: "Errata",
  side: "Sidebars",
  tbl: "Tables",
  fig: "Figures",
  ex: "Examples",
  mid: "Middle pages",
  Rulings: "Rulings",
};

/** Cases by chapter. `all` are all cases of the rules: they tell what a chapter is called. */
export function chapters(cases: readonly RuleCase[], all: readonly RuleCase[] = cases): Chapter[] {
  const found = new Map<string, Chapter>();
  for (const rule of cases) {
    let part = found.get(rule.chapter);
    if (!part) {
      part = { chapter: rule.chapter, title: chapterTitle(rule.chapter, all), cases: [] };
      found.set(rule.chapter, part);
    }
    part.cases.push(rule);
  }
  return [...found.values()];
}

/** The name of a chapter: that of its first case (6 or 6.0), or what all its cases are called, or what it is known as. */
function chapterTitle(chapter: string, all: readonly RuleCase[]): string {
  const own = all.filter((rule) => rule.chapter === chapter);
  const first = own.find((rule) => rule.case === chapter || rule.case === `${chapter}.0`);
  const titles = new Set(own.map((rule) => rule.title));
  const title = first?.title ?? (titles.size === 1 ? own[0]?.title : undefined) ?? PARTS[chapter] ?? "";
  return plainTitle(title);
}

function plainTitle(title: string): string {
  return capital(title.replace(/ (chapter|frame)$/, ""));
}

/** Whether the title of a case says more than that of its chapter. */
export function tellsMore(rule: RuleCase, chapter: Chapter): boolean {
  return rule.title !== "" && plainTitle(rule.title) !== chapter.title;
}

/** The case a link names, or the nearest above it: 6.33b opens 6.33. */
export function nearest(cases: readonly RuleCase[], wanted: string): RuleCase | null {
  const byNumber = new Map(cases.map((rule) => [rule.case.toLowerCase(), rule]));
  for (let key = wanted.trim().toLowerCase(); key !== ""; key = key.slice(0, -1)) {
    const found = byNumber.get(key.replace(/\.$/, ""));
    if (found) return found;
  }
  return null;
}

/** Text in stretches: numbers of known cases become links, searched words are marked. */
export function stretches(
  text: string,
  known: ReadonlySet<string>,
  words: readonly string[] = [],
): Stretch[] {
  const found: Stretch[] = [];
  let from = 0;
  for (const match of text.matchAll(/\b(?:\d+\.\d+(?:\.\d+)*[a-z]?|R\d+)\b/g)) {
    if (!known.has(match[0])) continue;
    found.push(...marked(text.slice(from, match.index), words), { text: match[0], rule: match[0] });
    from = match.index + match[0].length;
  }
  return [...found, ...marked(text.slice(from), words)];
}

function marked(text: string, words: readonly string[]): Stretch[] {
  const plain = words.filter((word) => !/^[\d.]+$/.test(word)).map(escaped);
  if (text === "" || plain.length === 0) return text === "" ? [] : [{ text }];
  return text
    .split(new RegExp(`(${plain.join("|")})`, "gi"))
    .map((part, index) => (index % 2 === 1 ? { text: part, mark: true } : { text: part }))
    .filter((part) => part.text !== "");
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
