import type { Choice, OrderKind, Piece, Value } from "../wire";

/**
 * An order being put together: its kind, what is chosen so far, and what may come next. `next` is null until the
 * service has said, and empty when every field has its value.
 */
export interface Branch {
  kind: OrderKind;
  chosen: readonly Choice[];
  next: readonly Choice[] | null;
  /** What may come next shares one place on the map, so it is chosen from the list: the air units of an airfield. */
  listed?: boolean;
}

/**
 * All orders that what was chosen so far may still become. Choosing a unit that can move or attack leaves two branches;
 * choosing a hex then settles which.
 */
export interface Desk {
  branches: readonly Branch[];
}

/** A value that may be chosen now, and the branches it belongs to. */
export interface Option {
  branch: Branch;
  choice: Choice;
}

/** What of the map may be clicked, and what can only be chosen from a list. */
export interface Targets {
  units: Map<number, Option[]>;
  hexes: Map<number, Option[]>;
  listed: Option[];
}

/**
 * What a click may begin: all but what gives up something one has, which is begun by its button. Where there is nothing
 * else to order, something has to be given up, and a click says what.
 */
export function clickable(legal: readonly OrderKind[]): readonly OrderKind[] {
  return legal.every((kind) => kind.gives_up) ? legal : legal.filter((kind) => !kind.gives_up);
}

/**
 * The desk at the beginning of a decision: every kind of order that has anything to choose. `name` tells the title of a
 * unit.
 */
export function begin(legal: readonly OrderKind[], name: (unit: number) => string): Desk {
  return {
    branches: legal
      .filter((kind) => kind.fields.length > 0)
      .map((kind) => ({ kind, chosen: [], next: firstValues(kind, name) })),
  };
}

/** The values of the first field; null when there were too many to send. */
function firstValues(kind: OrderKind, name: (unit: number) => string): readonly Choice[] | null {
  if (kind.count > kind.units.length + kind.first.length) return null;
  return [...kind.units.map((unit) => standing(unit, name)), ...kind.first];
}

/** A unit that is pointed at on the map, so that it needs no notation. Its name may not be known yet: it comes with the map. */
function standing(unit: number, name: (unit: number) => string): Choice {
  return {
    value: unit,
    token: "",
    get title() {
      return name(unit);
    },
  };
}

/** Only the branches of one kind of order, from its beginning. */
export function only(desk: Desk, verb: string): Desk {
  return { branches: desk.branches.filter((branch) => branch.kind.verb === verb) };
}

export function isComplete(branch: Branch): boolean {
  return branch.chosen.length === branch.kind.fields.length;
}

/** Kind of the field that is to be chosen next; "" when there is none. */
export function fieldKind(branch: Branch): string {
  return branch.kind.fields[branch.chosen.length]?.kind ?? "";
}

/** The values chosen so far, as they travel. */
export function valuesOf(branch: Branch): Value[] {
  return branch.chosen.map((choice) => choice.value);
}

/** The hexes that a choice of this branch stands for on the map. */
export function hexesOf(branch: Branch, choice: Choice): readonly number[] {
  if (fieldKind(branch) === "hex") {
    if (typeof choice.value === "number") return [choice.value];
    // A way over several hexes is chosen by where it ends.
    if (Array.isArray(choice.value)) {
      const last: unknown = choice.value.at(-1);
      return typeof last === "number" ? [last] : [];
    }
    return [];
  }
  return choice.hexes ?? [];
}

/** What has been chosen for these orders so far, each value with its branch as that was before. */
export function chosenOf(branches: readonly Branch[]): Option[] {
  return branches.flatMap((branch) =>
    branch.chosen.map((choice, index) => ({
      branch: { ...branch, chosen: branch.chosen.slice(0, index) },
      choice,
    })),
  );
}

/** The pieces that stand for these values but are no units, as the counters of air units at their bases. */
export function standIns<P extends Piece>(pieces: readonly P[], options: readonly Option[]): P[] {
  const named = pieces.filter(({ unit, hex }) => unit == null && hex != null);
  if (named.length === 0) return [];
  return options.flatMap(({ branch, choice }) => {
    const hexes = hexesOf(branch, choice);
    return named.filter(({ hex, title }) => hexes.includes(hex ?? -1) && isCalled(choice, title));
  });
}

/** The units that a choice of this branch stands for. */
export function unitsOf(branch: Branch, choice: Choice): readonly number[] {
  if (fieldKind(branch) === "unit" && typeof choice.value === "number") return [choice.value];
  return choice.units ?? [];
}

/** Whether this is a choice among ways that all end in the same hex: by where they end the map could not tell them apart. */
function endsTogether(branch: Branch): boolean {
  const ways = branch.next ?? [];
  if (!ways.every((way) => Array.isArray(way.value))) return false;
  return ways.length > 1 && new Set(ways.flatMap((way) => hexesOf(branch, way))).size === 1;
}

/** Everything that may be chosen now, sorted by how. `onMap` are the units that can be clicked. */
export function targetsOf(desk: Desk, onMap: ReadonlySet<number>): Targets {
  const targets: Targets = { units: new Map(), hexes: new Map(), listed: [] };
  for (const branch of desk.branches) {
    const listed = branch.listed || endsTogether(branch);
    for (const choice of branch.next ?? []) {
      const option = { branch, choice };
      if (listed) {
        targets.listed.push(option);
        continue;
      }
      const kind = fieldKind(branch);
      const all = hexesOf(branch, choice);
      // A hex is chosen by itself: the units in it may have something else to do.
      const stands = kind === "hex" && all.length > 0 ? [] : unitsOf(branch, choice);
      const units = stands.filter((unit) => onMap.has(unit));
      const hexes = units.length > 0 && kind === "unit" ? [] : all;
      for (const unit of units) add(targets.units, unit, option);
      for (const hex of hexes) add(targets.hexes, hex, option);
      if (units.length === 0 && hexes.length === 0) targets.listed.push(option);
    }
  }
  return targets;
}

/**
 * What a click on a hex means: of several values that differ by nothing but a number, as the air units of one airfield do,
 * the one that is called by the first of these `names`, as the counters there are from the top, else the first; which of them
 * it is need not be asked. Nor is it asked whether a kind of order is meant that yields to another.
 */
export function meantBy(all: readonly Option[], names: readonly string[] = []): readonly Option[] {
  const firm = all.filter(({ branch }) => !branch.kind.yields);
  const options = firm.length > 0 ? firm : all;
  const kind = ({ branch, choice }: Option): string =>
    JSON.stringify([branch.kind.verb, choice.title.replace(/ \d+$/, ""), choice.hint ?? ""]);
  const [first, ...others] = options;
  const alike = first && /\D \d+$/.test(first.choice.title) && fieldKind(first.branch) !== "hex";
  if (!alike || others.some((one) => one.branch !== first.branch || kind(one) !== kind(first)))
    return options;
  const named = names.map((name) => options.find(({ choice }) => isCalled(choice, name)));
  return [named.find((one) => one !== undefined) ?? first];
}

/**
 * The desk after these options were chosen: several when one click fits several kinds of order. Where it fits several
 * values of one order, which of them is meant is asked next, beside the map.
 */
export function choose(options: readonly Option[]): Desk {
  const by = new Map<Branch, Choice[]>();
  for (const { branch, choice } of options) by.set(branch, [...(by.get(branch) ?? []), choice]);
  return {
    branches: [...by].map(([branch, [choice, ...others]]) => {
      if (!choice) return branch;
      if (others.length > 0) return { ...branch, next: [choice, ...others], listed: true };
      const chosen = [...branch.chosen, choice];
      return { kind: branch.kind, chosen, next: chosen.length === branch.kind.fields.length ? [] : null };
    }),
  };
}

/** Whether a unit may be chosen, but gains nothing by any order that this could become: it does not stand out. */
export function hasNothingToGain(unit: number, options: readonly Option[]): boolean {
  return options.every(({ branch }) => branch.chosen.length === 0 && branch.kind.idle.includes(unit));
}

/** Whether a value is called so, as a counter on the map that stands for it is: by its title, or that and its notation. */
export function isCalled({ title, token }: Choice, name: string): boolean {
  return name === title || name === `${title} (${token})`;
}

/** What pieces that stand in one hex are called: by the title of the first without its number, and how many; "" for none. */
export function nameOf(pieces: readonly Option[]): string {
  // A piece with which several orders may begin is one all the same.
  const [first = "", ...others] = new Set(pieces.map(({ choice }) => choice.title));
  const name = first.replace(/ \d+$/, "");
  return others.length > 0 ? `${name} ×${others.length + 1}` : name;
}

/** What tells an option from all others that may be chosen with it. */
export function keyOf({ branch, choice }: Option): string {
  return JSON.stringify([branch.kind.verb, valuesOf(branch), choice.token, choice.value]);
}

/** The desk with what the service said may come next in a branch. A branch that cannot go on is dropped. */
export function learned(desk: Desk, branch: Branch, next: readonly Choice[]): Desk {
  return {
    branches: desk.branches.flatMap((one) => {
      if (one !== branch) return [one];
      return next.length > 0 ? [{ ...one, next }] : [];
    }),
  };
}

/**
 * The desk after choosing what nobody needs to be asked: the only value of a field that is neither unit nor hex, and
 * "none" where it is the only value. The first field of an order is never chosen so.
 */
export function settled(desk: Desk): Desk {
  let changed = false;
  const branches = desk.branches.map((branch) => {
    const sole = branch.next?.length === 1 ? branch.next[0] : undefined;
    if (!sole || branch.chosen.length === 0) return branch;
    const kind = fieldKind(branch);
    if (sole.value !== null && (kind === "unit" || kind === "hex")) return branch;
    changed = true;
    return choose([{ branch, choice: sole }]).branches[0] ?? branch;
  });
  return changed ? { branches } : desk;
}

/** The one choice that is left for the next field of the one order that this may still become; null when there are several. */
export function soleOption({ branches: [branch, other] }: Desk): Option | null {
  const choice = branch?.next?.length === 1 ? branch.next[0] : undefined;
  return branch && choice && !other ? { branch, choice } : null;
}

/**
 * The desk after the one unit or hex that is left was chosen; null where there is another, and where the order would have
 * all it needs with it: what gives an order is the player's to choose.
 */
export function forced(desk: Desk): Desk | null {
  const sole = soleOption(desk);
  return sole && sole.branch.chosen.length < sole.branch.kind.fields.length - 1 ? choose([sole]) : null;
}

/** The order that is ready to be given without any further question; null when something is left to choose. */
export function ready(desk: Desk): Branch | null {
  const [first] = desk.branches;
  return desk.branches.length === 1 && first && isComplete(first) ? first : null;
}

/**
 * What to ask about something that cannot be chosen: each open kind of order with it as the next value. Where ways are
 * offered, a hex is asked about as a way that leads there.
 */
export function questions(
  desk: Desk,
  subject: { hex: number; unit: number | null },
): { verb: string; chosen: Branch["chosen"]; value: Value }[] {
  const found = desk.branches.flatMap((branch) => {
    const kind = fieldKind(branch);
    const ways = branch.next?.some(({ value }) => Array.isArray(value)) ?? false;
    const value =
      kind === "hex" ? (ways ? [subject.hex] : subject.hex) : kind === "unit" ? subject.unit : null;
    return value === null ? [] : [{ verb: branch.kind.verb, chosen: branch.chosen, value }];
  });
  return found.slice(0, 4);
}

/** Branches whose next values are not known yet. */
export function unknown(desk: Desk): Branch[] {
  return desk.branches.filter((branch) => branch.next === null);
}

/**
 * The order that Enter gives: the one that gets on with the matter, never one that gives it up; null when there is none
 * without a choice to make. While an attack is put together (`weighing`), what makes it a larger one is not that.
 */
export function primary(legal: readonly OrderKind[], weighing = false): OrderKind | null {
  const goesOn = ({ passes, verb }: OrderKind): boolean => !weighing || passes || PRIMARY.includes(verb);
  const plain = legal.filter(
    (kind) => kind.fields.length === 0 && !kind.gives_up && !GIVES_UP.has(kind.verb) && goesOn(kind),
  );
  const rank = (kind: OrderKind): number => {
    const known = PRIMARY.indexOf(kind.verb);
    if (known >= 0) return known;
    return kind.passes ? PRIMARY.length : PRIMARY.length + 1;
  };
  return plain.sort((a, b) => rank(a) - rank(b))[0] ?? null;
}

const PRIMARY = ["roll", "fire-all", "land", "close"];
const GIVES_UP = new Set(["call-off", "waive", "cancel"]);

/** Units of the viewer's that can still do something, in the order of the map: by rows, then from the left. */
export function unitsToAct(
  desk: Desk,
  pieces: readonly Piece[],
  place: (hex: number) => { x: number; y: number } | undefined,
): number[] {
  const able = targetsOf(
    desk,
    new Set(pieces.flatMap((piece) => (piece.unit == null ? [] : [piece.unit]))),
  ).units;
  return pieces
    .flatMap((piece) => {
      if (piece.unit == null || piece.hex == null || !able.has(piece.unit)) return [];
      const at = place(piece.hex);
      return at ? [{ unit: piece.unit, x: at.x, y: Math.round(at.y / 43) }] : [];
    })
    .sort((a, b) => a.y - b.y || a.x - b.x || a.unit - b.unit)
    .map(({ unit }) => unit);
}

function add(map: Map<number, Option[]>, key: number, option: Option): void {
  const there = map.get(key);
  if (there) there.push(option);
  else map.set(key, [option]);
}
