import type { Bench } from "../orders/bench.svelte";
import { chosenOf, fieldKind, hasNothingToGain, hexesOf, nameOf, standIns } from "../orders/desk";
import type { Muster } from "../orders/muster.svelte";
import type { Standing } from "../panels/aims/standing.svelte";
import { several } from "../shared/text";
import type { Session } from "../state/session.svelte";
import { settings } from "../state/settings.svelte";
import type { Area, Mark, Piece, Sheet } from "../wire";
import { rimColour, sideColour } from "./colours";
import { remarkAt } from "./labels";
import type { Reach } from "./layers";
import type { Pointer } from "./pointer.svelte";
import type { Accent } from "./rings";
import { pieceKey, unitKey } from "./stacks";
import type { MapView } from "./view";

/** Before the first state has come. */
export const NOTHING: Pick<Sheet, "pieces" | "badges"> = { pieces: [], badges: {} };
const UNMARKED: readonly Mark[] = [];
const NOBODY: ReadonlySet<string> = new Set();

/** Where units stand, by their numbers. */
type Stand = ReadonlyMap<number | null | undefined, number | null | undefined>;

/** What the map shows, and where that is known. */
export interface Shown {
  view(): MapView | null;
  pointer(): Pointer | null;
  /** The areas of the overlay that was chosen. */
  areas(): readonly Area[];
  places(): Stand;
  session: Session;
  bench: Bench;
  standing: Standing;
  muster: Muster;
}

/**
 * Keep what is drawn on the map as it should be, as long as the component is there that calls this. What comes with a
 * new state is drawn in the frames after the page has taken it in.
 */
export function keepDrawn({ view, pointer, areas, places, session, bench, standing, muster }: Shown): void {
  const seats = $derived(session.game?.seats ?? []);
  // What has not changed is the same thing as before, and not drawn again.
  const pieces = $derived(session.shown?.sheet.pieces ?? NOTHING.pieces);
  const badges = $derived(session.shown?.sheet.badges ?? NOTHING.badges);
  const marks = $derived(session.shown?.sheet.marks ?? UNMARKED);
  const fought = $derived(session.shown?.battle ?? null);
  const objectives = $derived(session.past === null ? standing.objectives : []);
  const colours = $derived.by(() => {
    const [all, { palette }] = [seats, settings];
    return (side: number | null | undefined): string => sideColour(side, all, palette);
  });

  const later = (name: string, draw: (on: MapView) => void): void => {
    const on = view();
    on?.later(name, () => {
      draw(on);
      on.invalidate();
    });
  };

  const wanted = $derived(onTop(bench, places(), pieces));

  $effect(() => {
    const [there, all, { palette, speed }] = [badges, seats, settings];
    view()?.pieces.place(pieces, ableOf(bench, pieces), wanted);
    later("pieces", (on) => {
      on.pieces.travel = speed === 0 ? 0 : 340 / speed;
      on.pieces.show(there, all, palette);
    });
  });

  // Friend and foe by a rim, for whoever wants it; a spectator has neither.
  $effect(() => {
    const own = session.shown?.seat ?? null;
    const { rims, palette } = settings;
    view()?.pieces.setRims(rims && own !== null ? (side) => rimColour(side === own, palette) : null);
  });

  $effect(() => {
    const [there, colour] = [marks, colours];
    later("marks", (on) => {
      on.layers.setMarks(there, colour);
    });
  });

  $effect(() => {
    const [there, colour] = [objectives, colours];
    later("objectives", (on) => {
      on.layers.setObjectives(there, colour);
    });
  });

  $effect(() => {
    const [there, colour] = [areas(), colours];
    later("areas", (on) => {
      on.layers.setAreas(there, colour);
    });
  });

  $effect(() => {
    const accents = accentsOf(bench, muster, pointer(), pieces);
    later("accents", (on) => {
      on.pieces.setAccents(accents);
    });
  });

  $effect(() => {
    const on = view();
    if (!on) return;
    const { targets } = bench;
    const stand = places();
    const reach = reachOf(bench, stand, marks, (hex) => on.board.get(hex)?.label ?? "");
    const chosen = chosenHexes(bench);
    const ringed = [...new Set(fought === null ? chosen : [...chosen, fought])];
    const free = [
      ...targets.hexes.keys(),
      ...[...targets.units.keys()].flatMap((unit) => stand.get(unit) ?? []),
    ];
    on.pieces.keepClear([...new Set(free)].flatMap((hex) => on.board.get(hex) ?? []));
    later("reach", () => {
      on.layers.setReach(reach);
      on.layers.setChosen(ringed);
    });
  });

  $effect(() => {
    const on = view();
    const there = session.past === null ? session.pointed : null;
    on?.effects.marked.set(there?.from ?? [], there?.to ?? []);
    on?.invalidate();
  });

  // A stack from which one must choose is fanned out, once its pieces stand where they do now.
  $effect(() => {
    void bench.targets;
    const hand = pointer();
    later("offer", () => {
      hand?.offer();
    });
  });

  $effect(() => {
    const hand = pointer();
    const on = view();
    const measure = hand?.ruler.measure;
    if (measure) on?.layers.setWay(measure.path, several(measure.steps, "hex", "hexes"));
    else on?.layers.setWay(bench.pointing.path?.path ?? [], bench.pointing.path?.cost ?? "");
    on?.invalidate();
  });

  $effect(() => {
    const [hand, on] = [pointer(), view()];
    on?.layers.setHover(hand?.hovered ?? null);
    on?.layers.setCursor(hand?.cursor.hex ?? null);
    on?.invalidate();
  });
}

/** Who lies on top of a stack while an order is begun: who may be chosen next and stands with one that is chosen already, which
 * would lie over him; where nobody is, those that are chosen. */
export function onTop(bench: Bench, stand: Stand, pieces: readonly Piece[]): ReadonlySet<string> {
  if (!bench.begun) return NOBODY;
  const chosenFrom = new Set([...bench.selected].map((unit) => stand.get(unit)));
  const found = [...bench.targets.units.keys()].filter((unit) => chosenFrom.has(stand.get(unit) ?? -1));
  const units = found.length > 0 ? found : [...bench.selected];
  return new Set([...units.map(unitKey), ...taken(bench, pieces).map(pieceKey)]);
}

/** Who can act, and lies on top of his stack for that: units, and pieces that are none, by their keys. */
export function ableOf(bench: Bench, pieces: readonly Piece[]): ReadonlySet<string> {
  return new Set([...bench.unitsToAct.map(unitKey), ...offered(bench, pieces).map(pieceKey)]);
}

/** The pieces that are no units and may be chosen: the counters of air units, of which each stands for one. */
function offered({ targets }: Bench, pieces: readonly Piece[]): Piece[] {
  return standIns(pieces, [...targets.hexes.values()].flat());
}

/** Those that are chosen. */
function taken({ branches }: Bench, pieces: readonly Piece[]): Piece[] {
  return standIns(pieces, chosenOf(branches));
}

/** Which pieces may be chosen, are chosen, or are meant by the hex cursor, by their keys. */
export function accentsOf(
  bench: Bench,
  muster: Muster,
  hand: Pointer | null,
  pieces: readonly Piece[],
): Map<string, Accent> {
  const { targets, selected } = bench;
  const accents = new Map<string, Accent>();
  for (const [unit, options] of targets.units) {
    if (hasNothingToGain(unit, options)) continue;
    const isOwn = options.some((option) => option.choice.tint !== "attack");
    accents.set(unitKey(unit), isOwn ? "selectable" : "target");
  }
  for (const piece of offered(bench, pieces)) accents.set(pieceKey(piece), "selectable");
  for (const unit of [...selected, ...muster.units]) accents.set(unitKey(unit), "selected");
  for (const piece of taken(bench, pieces)) accents.set(pieceKey(piece), "selected");
  const meant = hand?.cursor.hex == null ? null : hand.subjectPiece?.unit;
  if (meant != null && !selected.has(meant)) accents.set(unitKey(meant), "meant");
  return accents;
}

/** The hexes that may be chosen, with what is said of them; `label` is what is printed in a hex. */
export function reachOf(
  bench: Bench,
  stand: Stand,
  marks: readonly Mark[],
  label: (hex: number) => string,
): Reach[] {
  const { targets, begun } = bench;
  // Where units can be chosen, a click means them until an order is begun: their hex is not marked as well.
  const taken = new Set(begun ? [] : [...targets.units.keys()].map((unit) => stand.get(unit)));
  const offered = [...targets.hexes].filter(([hex]) => !taken.has(hex));
  const marked = new Set(marks.map(({ text, hex }) => `${text} ${hex}`));
  return offered.map(([hex, options]) => {
    const hint = remarkAt(options[0]?.choice.hint ?? "", label(hex));
    // What has no counter, as a truck, is easily overlooked among the units that may be chosen: it says what it is.
    const drawn = options.filter(({ branch }) => marked.has(`${fieldKind(branch)} ${hex}`));
    const name = !begun && targets.units.size > 0 ? nameOf(drawn) : "";
    return { hex, tint: options[0]?.choice.tint ?? "", hint: [name, hint].filter(Boolean).join(", ") };
  });
}

/** The hexes that have been chosen for the orders that may be meant. */
function chosenHexes(bench: Bench): number[] {
  return chosenOf(bench.branches).flatMap(({ branch, choice }) =>
    fieldKind(branch) === "hex" ? hexesOf(branch, choice) : [],
  );
}
