import { spoken } from "../shared/text";
import type { OrderKind } from "../wire";
import { meantBy, type Option } from "./desk";

/** So many choices are found without looking for them. */
const AT_A_GLANCE = 18;

/** Whether a choice says nothing by itself: a mere number. */
export function isBare(option: Option): boolean {
  return /^\d+$/.test(option.choice.title);
}

/**
 * Whether choices below the map say which order they are part of. While none is begun each has to, unless only one order
 * asks for anything: a click on `Spain` would declare war. Once one is begun, what is asked says it; before numbers, which
 * are many and short, a heading does (`headingOf`).
 */
export function tellsOrder(
  options: readonly Option[],
  legal: readonly Pick<OrderKind, "fields">[],
  begun: boolean,
): boolean {
  if (new Set(options.map((option) => option.branch.kind.verb)).size > 1) return true;
  return !begun && legal.filter((kind) => kind.fields.length > 0).length > 1 && !options.every(isBare);
}

/**
 * What stands before choices that do not say which order they are part of, while none is begun and others may be given instead:
 * that order and what is asked for it. A mere `Turn 3` does not say that it plans an invasion. "" where it is plain.
 */
export function headingOf(
  options: readonly Option[],
  legal: readonly Pick<OrderKind, "fields">[],
  begun: boolean,
): string {
  const kind = options[0]?.branch.kind;
  const isPlain = legal.length < 2 && !options.every(isBare);
  if (!kind || begun || isPlain || tellsOrder(options, legal, begun)) return "";
  const asked = kind.fields[0]?.prompt ?? "";
  return asked === "" ? kind.title : `${kind.title}: ${asked}`;
}

/** Whether there are so many choices that one wants to look for words in them; numbers stand in their order. */
export function isSearched(options: readonly Option[]): boolean {
  return options.length > AT_A_GLANCE && !options.every(isBare);
}

/** What all of many numbers say besides, as `of 24`: it is told once, or they would take up twice the room; "" if there is none. */
export function sharedHint(options: readonly Option[]): string {
  const [first, ...others] = options;
  const hint = first?.choice.hint ?? "";
  const isOne = others.length > 1 && options.every((one) => isBare(one) && one.choice.hint === hint);
  return isOne ? hint : "";
}

/** A choice below the map, and what it is called there. */
export interface Gathered {
  option: Option;
  title: string;
}

/**
 * The choices, those that differ by nothing but a number as one: `Truck ×12` in the pool. Only such count that lie at the
 * same place, by their hints; a number alone may be all that a choice says.
 */
export function gathered(options: readonly Option[]): Gathered[] {
  const groups = new Map<string, Option[]>();
  for (const option of options) {
    const { title, hint } = option.choice;
    const kind = hint ? title.replace(/(\D) \d+$/, "$1") : title;
    const key = JSON.stringify([option.branch.kind.verb, option.branch.chosen.length, kind, hint ?? ""]);
    groups.set(key, [...(groups.get(key) ?? []), option]);
  }
  return [...groups.values()].flatMap((alike) => {
    const meant = meantBy(alike);
    const [only] = meant;
    return only && meant.length < alike.length
      ? [{ option: only, title: `${only.choice.title.replace(/ \d+$/, "")} ×${alike.length}` }]
      : alike.map((option) => ({ option, title: spoken(option.choice.title) }));
  });
}
