import type { Choice, OrderKind, Value } from "../wire";

/** A way to go on typing: what the whole line then is, and what it means. */
export interface Completion {
  line: string;
  title: string;
  hint: string;
  /** Whether the order is complete with it. */
  whole: boolean;
}

/** Asks which values the next field of an order may take. */
export type Values = (verb: string, chosen: Value[]) => Promise<readonly Choice[]>;

const MOST = 40;

/** What may follow what was typed: a kind of order, or a value of the field that is being typed. */
export async function complete(
  line: string,
  legal: readonly OrderKind[],
  values: Values,
): Promise<Completion[]> {
  const words = wordsOf(line);
  const typing = line === "" || /\s$/.test(line) ? "" : (words.pop() ?? "");
  const [verb] = words;
  if (verb === undefined) return kinds(legal, typing);
  const kind = legal.find((one) => same(one.verb, verb));
  if (!kind || words.length > kind.fields.length) return [];
  const chosen = await valuesFor(kind, words.slice(1), values);
  if (chosen === null || chosen.length >= kind.fields.length) return [];
  const rest = await fieldValues(kind, chosen.length, chosen, values);
  const stem = words.join(" ");
  const whole = chosen.length + 1 === kind.fields.length;
  return matching(rest, typing).map((choice) => ({
    line: `${stem} ${choice.token}${whole ? "" : " "}`,
    title: choice.title,
    hint: choice.hint ?? "",
    whole,
  }));
}

/** The order that a line says; null as long as it is not complete, or no order that may be given. */
export async function orderOf(
  line: string,
  legal: readonly OrderKind[],
  values: Values,
): Promise<{ verb: string; values: Value[] } | null> {
  const [verb, ...words] = wordsOf(line);
  const kind = verb === undefined ? undefined : legal.find((one) => same(one.verb, verb));
  if (kind?.fields.length !== words.length) return null;
  const chosen = await valuesFor(kind, words, values);
  return chosen && { verb: kind.verb, values: chosen };
}

/** The values that words stand for, one for each field from the first; null when one of them cannot be chosen. */
async function valuesFor(kind: OrderKind, words: readonly string[], values: Values): Promise<Value[] | null> {
  const chosen: Value[] = [];
  for (const [index, word] of words.entries()) {
    const choice = (await fieldValues(kind, index, chosen, values)).find((one) => same(one.token, word));
    if (!choice) return null;
    chosen.push(choice.value);
  }
  return chosen;
}

function kinds(legal: readonly OrderKind[], typing: string): Completion[] {
  return legal
    .filter((kind) => kind.verb.toLowerCase().startsWith(typing.toLowerCase()))
    .map((kind) => {
      const whole = kind.fields.length === 0;
      return { line: whole ? kind.verb : `${kind.verb} `, title: kind.title, hint: kind.help, whole };
    });
}

async function fieldValues(
  kind: OrderKind,
  index: number,
  chosen: Value[],
  values: Values,
): Promise<readonly Choice[]> {
  if (index === 0 && kind.count === kind.first.length) return kind.first;
  return values(kind.verb, chosen);
}

/** Those that begin with what is typed, then those whose token or title holds it. */
function matching(choices: readonly Choice[], typing: string): Choice[] {
  const wanted = typing.toLowerCase();
  const starts = choices.filter((choice) => choice.token.toLowerCase().startsWith(wanted));
  const holds = choices.filter(
    (choice) =>
      !starts.includes(choice) &&
      (choice.token.toLowerCase().includes(wanted) || choice.title.toLowerCase().includes(wanted)),
  );
  return [...starts, ...holds].slice(0, MOST);
}

/** The words of a line; quotation marks keep words together, as the notation has it. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"?|'([^']*)'?|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? "",
  );
}

function same(a: string, b: string): boolean {
  const plain = (text: string): string =>
    text
      .replace(/^['"]|['"]$/g, "")
      .replaceAll(" ", "-")
      .toLowerCase();
  return plain(a) === plain(b);
}
