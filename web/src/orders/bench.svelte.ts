import { getContext, setContext } from "svelte";
import type { Session } from "../state/session.svelte";
import type { Choice, OrderKind } from "../wire";
import { askedAt, type Asking } from "./asking";
import {
  begin,
  choose,
  clickable,
  fieldKind,
  isCalled,
  isComplete,
  meantBy,
  only,
  primary,
  ready,
  soleOption,
  targetsOf,
  unitsToAct,
  valuesOf,
  type Branch,
  type Desk,
  type Option,
  type Targets,
} from "./desk";
import { Finality } from "./finality.svelte";
import { grown } from "./growing";
import type { Reasons } from "./leaving";
import { Pointing } from "./pointing.svelte";
import { Prospect } from "./prospect.svelte";
import { Withheld } from "./withheld.svelte";

/**
 * Where orders are put together: joins what the service says may be done with what the person points at, click by
 * click or key by key, until an order is complete and given.
 */
export class Bench {
  desk: Desk = $state.raw({ branches: [] });
  private trail: Desk[] = $state.raw([]);
  /** Where the last choice was made on the map, for menus to open next to it. */
  anchor: number | null = $state(null);
  stamp = -1;
  private asked = 0;
  /** Whether an order is on its way, until what came of it is shown. */
  private giving: boolean = $state(false);
  /** What is under way: learning what may come next, or giving the order. */
  private working: Promise<void> | null = null;

  /** Why to ask before an order is given that ends a step; null: no need. Whoever knows the stakes sets this. */
  mind: (kind: OrderKind) => Reasons | null = () => null;
  /** The order that ends a step, while the person is asked whether it is meant. */
  leaving: { verb: string; reasons: Reasons } | null = $state.raw(null);
  /** The place in the sequence of play where the person was asked last: once in each. */
  private minded = "";
  /** Where in the sequence of play this person decided last, and whether an order that was not to end anything led on from there. */
  private place = "";
  private unawares = false;
  /** Until when a step that began by itself is not ended by a key, by `performance.now()`. */
  private newUntil = 0;

  /** Which orders could not be taken back, as far as that is known. */
  readonly finality: Finality;

  /** What is told of the thing pointed at. */
  readonly pointing: Pointing;

  /** Why the unit that is chosen cannot be given what others can. */
  readonly withheld: Withheld;
  readonly prospect: Prospect;

  constructor(private readonly session: Session) {
    this.pointing = new Pointing(session, this);
    this.withheld = new Withheld(session);
    this.prospect = new Prospect(session);
    this.finality = new Finality({
      final: (verb, values) => session.ask("final", { verb, chosen: values }),
      grown: (desk) => this.grown(desk),
      gives: (options) => this.isPlain(options),
    });
  }

  /** Take up a new decision; what was begun in an older one is void. */
  sync(): void {
    const state = this.session.state;
    const open = state !== null && this.session.myTurn;
    const stamp = open ? state.stamp : -2;
    if (stamp === this.stamp) return;
    this.stamp = stamp;
    this.arrive(open ? state.path.join(" > ") : "");
    this.giving = false;
    this.leaving = null;
    this.trail = [];
    this.anchor = null;
    this.pointing.forget();
    this.finality.clear();
    void this.prospect.heed(open && state.weighing);
    this.desk = open ? this.start(state.legal) : { branches: [] };
    this.work(this.fill());
    for (const kind of open ? state.legal : [])
      if (kind.fields.length === 0) void this.finality.learn(kind.verb, []);
  }

  // --- what there is to choose ----------------------------------------------------------------------

  readonly onMap: ReadonlySet<number> = $derived.by(() => {
    const pieces = this.session.shown?.sheet.pieces ?? [];
    return new Set(pieces.flatMap((piece) => (piece.unit == null || piece.hex == null ? [] : [piece.unit])));
  });

  readonly targets: Targets = $derived(targetsOf(this.desk, this.onMap));

  /** Orders that need no more choice but stand beside others that do; none while one is on its way. */
  readonly finished: readonly Branch[] = $derived(
    this.trail.length > 0 && !this.giving ? this.desk.branches.filter((branch) => isComplete(branch)) : [],
  );

  readonly branches: readonly Branch[] = $derived(this.desk.branches);

  /** The one way in which an order that is begun can go on, where it is chosen on the map and gives up nothing. */
  readonly sole: Option | null = $derived.by(() => {
    const sole = this.trail.length > 0 && !this.giving ? soleOption(this.desk) : null;
    return sole && this.targets.listed.length === 0 && !sole.branch.kind.gives_up ? sole : null;
  });

  /** How many choices Escape would take back. */
  readonly depth: number = $derived(this.trail.length);
  readonly begun: boolean = $derived(this.depth > 0);

  /** The kinds of order that are still open here. */
  readonly kinds: readonly OrderKind[] = $derived([
    ...new Map(this.desk.branches.map((branch) => [branch.kind.verb, branch.kind])).values(),
  ]);

  /** The one place where it is asked which of several orders is meant; null when that is plain. */
  readonly asking: Asking | null = $derived(
    askedAt(
      this.desk.branches,
      this.begun && (this.finished.length > 0 || this.kinds.length > 1),
      this.anchor,
      this.onMap,
    ),
  );

  /** What has been chosen so far, for the line that says so. */
  readonly chosen: readonly Choice[] = $derived(this.desk.branches[0]?.chosen ?? []);

  /** The units chosen so far. */
  readonly selected: ReadonlySet<number> = $derived.by(() => {
    const found = new Set<number>();
    for (const branch of this.desk.branches) {
      branch.chosen.forEach((choice, index) => {
        const isUnit = branch.kind.fields[index]?.kind === "unit";
        if (isUnit && typeof choice.value === "number") found.add(choice.value);
      });
    }
    return found;
  });

  /** The unit that an order was begun with and nothing beyond it, once it is known what it can do; else null. */
  readonly first: number | null = $derived.by(() => {
    const [unit, other] = this.selected;
    const isKnown = this.desk.branches.every((branch) => branch.next !== null && branch.chosen.length > 0);
    const isFirst = this.depth === 1 && this.trail[0]?.branches.length !== 1;
    return isKnown && isFirst && other === undefined ? (unit ?? null) : null;
  });

  /** The order that Enter gives, when nothing is begun. For dice of which nothing can come it has to be clicked. */
  readonly primary: OrderKind | null = $derived.by(() => {
    const { myTurn, state } = this.session;
    const found = myTurn && state ? primary(state.legal, state.weighing) : null;
    return found?.passes || !this.prospect.hopeless ? found : null;
  });

  readonly unitsToAct: readonly number[] = $derived.by(() => {
    const state = this.session.state;
    const map = this.session.map;
    if (!state || !map || !this.session.myTurn) return [];
    const places = new Map(map.grid.hexes.map((hex) => [hex.id, hex]));
    return unitsToAct(this.start(state.legal), state.sheet.pieces, (hex) => places.get(hex));
  });

  // --- choosing -------------------------------------------------------------------------------------

  /** Choose a unit; whether it was one of the choices. */
  pickUnit(unit: number): boolean {
    const options = this.targets.units.get(unit);
    if (options) {
      this.anchor = this.hexOf(unit) ?? this.anchor;
      this.take(options);
      return true;
    }
    // Another unit than the one chosen: begin anew with it.
    if (this.trail.length > 0) {
      const start = targetsOf(this.trail[0] ?? this.desk, this.onMap).units.get(unit);
      if (start && this.canSwitch()) {
        this.reset();
        this.anchor = this.hexOf(unit) ?? this.anchor;
        this.take(start);
        return true;
      }
    }
    return false;
  }

  /** Choose a unit and nothing beyond it, even where that completes an order; whether it was one of the choices. */
  selectUnit(unit: number): boolean {
    if (!this.targets.units.has(unit)) return false;
    this.pickUnitOnly(unit);
    return true;
  }

  /** Whether choosing this unit leads on to a hex, as that of a unit which moves does. */
  leadsOn(unit: number): boolean {
    const options = this.targets.units.get(unit) ?? [];
    return options.some(({ branch }) =>
      branch.kind.fields.slice(branch.chosen.length + 1).some((field) => field.kind === "hex"),
    );
  }

  /** Choose a hex, in which counters are called so, the uppermost first; whether it was one of the choices. */
  pickHex(hex: number, names: readonly string[] = []): boolean {
    const options = this.targets.hexes.get(hex);
    if (!options) return false;
    this.anchor = hex;
    this.take(meantBy(options, names));
    return true;
  }

  /** Choose what stands in a hex and is no unit, as an air unit, by its counter; whether it was one of the choices. */
  pickPiece(hex: number, title: string): boolean {
    const options = (this.targets.hexes.get(hex) ?? []).filter(({ choice }) => isCalled(choice, title));
    if (options.length === 0) return false;
    this.anchor = hex;
    this.take(options);
    return true;
  }

  /** Whether it is asked beside the map which of those in the hex last chosen is meant. */
  get listing(): boolean {
    return this.desk.branches.some((branch) => branch.listed);
  }

  /** Begin anew at another hex, where one click was not enough to give the order of the first; whether that may be. */
  pickHexAnew(hex: number): boolean {
    const whole = this.finished.length > 0 && this.canSwitch();
    const start = this.listing ? this.trail.at(-1) : whole ? this.trail[0] : undefined;
    if (!start || !targetsOf(start, this.onMap).hexes.has(hex)) return false;
    if (this.listing) this.back();
    else this.reset();
    return this.pickHex(hex);
  }

  pickOption(option: Option): void {
    this.take([option], false);
  }

  /** Choose by the key for it the one way to go on; what cannot be taken back with it is pointed at instead. */
  async takeSole(): Promise<void> {
    const { sole } = this;
    if (!sole) return;
    const isFinal = await this.finality.heed([sole]);
    if (this.sole !== sole) return;
    if (!isFinal || this.finality.onwardChoice([sole])) this.take([sole]);
    else this.session.notify("info", "That cannot be taken back: choose it by its button, or on the map.");
  }

  /** Go on with one kind of order only. */
  pickKind(verb: string): void {
    const kind = this.session.state?.legal.find((one) => one.verb === verb);
    if (!kind) return;
    if (kind.fields.length === 0) {
      const place = this.session.state?.path.join(" > ") ?? "";
      const against = place === this.minded ? null : this.mind(kind);
      if (against) {
        this.minded = place;
        this.leaving = { verb, reasons: against };
      } else void this.give(verb, []);
      return;
    }
    const narrowed = only(this.desk, verb);
    if (narrowed.branches.length > 0 && this.trail.length > 0) this.push(narrowed);
    else {
      this.reset();
      // What no click begins is not on the desk yet.
      const known = only(this.desk, verb);
      this.push(known.branches.length > 0 ? known : this.start([kind]));
    }
    this.work(this.fill());
  }

  /** End the step all the same. */
  leave(): void {
    const { leaving } = this;
    this.leaving = null;
    if (leaving) void this.give(leaving.verb, []);
  }

  /** Do not end the step. */
  stay(): void {
    this.leaving = null;
  }

  /** Go on by the key for it: end the step, or roll. A step that has just begun by itself is not ended: another was meant. */
  goOn(): void {
    const { primary } = this;
    if (!primary) return;
    const meant = !primary.passes || performance.now() >= this.newUntil;
    this.newUntil = 0;
    if (meant) this.pickKind(primary.verb);
    else
      this.session.notify("info", `That step is over, a new one has begun. Enter again: ${primary.title}.`);
  }

  /** Give an order that has all it needs. */
  finish(branch: Branch): void {
    void this.give(branch.kind.verb, valuesOf(branch));
  }

  /** One step back; whether there was one. */
  back(): boolean {
    const before = this.trail.at(-1);
    if (!before) return false;
    this.desk = before;
    this.trail = this.trail.slice(0, -1);
    if (this.trail.length === 0) this.anchor = null;
    this.pointing.clear();
    return true;
  }

  reset(): void {
    this.desk = this.trail[0] ?? this.desk;
    this.trail = [];
    this.anchor = null;
    this.pointing.clear();
  }

  /** The next unit (or, with -1, the one before) that can still act; it is chosen. */
  nextUnit(step: 1 | -1): number | null {
    const units = this.unitsToAct;
    if (units.length === 0) return null;
    const now = units.findIndex((unit) => this.selected.has(unit));
    const unit =
      units[now < 0 ? (step > 0 ? 0 : units.length - 1) : (now + step + units.length) % units.length];
    if (unit === undefined) return null;
    this.reset();
    this.pickUnitOnly(unit);
    return unit;
  }

  // --- waiting --------------------------------------------------------------------------------------

  /** Whether the choices shown may still change without a further choice. */
  get isWorking(): boolean {
    return this.working !== null || this.giving;
  }

  /** Do this once the choices are known: whoever is quicker than the answer loses no click. */
  async settled(): Promise<void> {
    while (this.working) await this.working;
  }

  /** As `settled`, at once if nothing is under way. */
  whenSettled(then: () => void): void {
    if (this.working) void this.working.then(then);
    else then();
  }

  // --- inside ---------------------------------------------------------------------------------------

  private work(job: Promise<void>): void {
    const working = job.finally(() => {
      if (this.working === working) this.working = null;
    });
    this.working = working;
  }

  private take(options: readonly Option[], onMap = true): void {
    const giveIt = this.isPlain(options);
    this.push(choose(options));
    this.work(this.fill(giveIt, onMap));
  }

  /** Whether an order ends the battle under way and the next one's dice fall with it. Outside of battles nothing is asked. */
  private async rollsElsewhere(order: Branch): Promise<boolean> {
    if (this.session.state?.battle == null) return false;
    return (await this.finality.learn(order.kind.verb, valuesOf(order))).onward !== "";
  }

  /** Whether it is plain what is wanted. Pointing at a place where several kinds of order could begin is not: what it
   * would do is shown first, to be given or not. */
  private isPlain(options: readonly Option[]): boolean {
    if (this.trail.length > 0 || this.desk.branches.length === 1) return true;
    return options.some(({ branch }) => fieldKind(branch) !== "hex");
  }

  /** Choose a unit, but give no order yet even if it is complete with it: for going through the units. */
  private pickUnitOnly(unit: number): void {
    const options = this.targets.units.get(unit);
    if (!options) return;
    this.anchor = this.hexOf(unit) ?? this.anchor;
    this.push(choose(options));
    this.work(this.fill(false));
  }

  private push(desk: Desk): void {
    this.trail = [...this.trail, this.desk];
    this.desk = desk;
    this.pointing.clear();
  }

  /**
   * Learn what may come next; give the order when nothing is left to choose. What was chosen on the map is only shown where the
   * next battle's dice would fall with it: whoever places the last victor does not mean to roll.
   */
  private async fill(giveIt = true, onMap = false): Promise<void> {
    const round = ++this.asked;
    const desk = await this.grown(this.desk, this.trail.length > 0);
    if (round !== this.asked) return;
    const order = this.trail.length > 0 ? ready(desk) : null;
    const isHeld = order !== null && onMap && (await this.rollsElsewhere(order));
    if (round !== this.asked) return;
    this.desk = desk;
    if (order && giveIt && !isHeld) await this.give(order.kind.verb, valuesOf(order));
    else if (this.trail.length > 0 && this.desk.branches.length === 0) this.back();
    for (const branch of this.finished) void this.finality.learn(branch.kind.verb, valuesOf(branch));
  }

  /** A desk with all that may come next; what nobody needs to be asked is chosen. */
  private async grown(desk: Desk, isBegun = true): Promise<Desk> {
    return grown(
      desk,
      async (verb, chosen) => (await this.session.ask("values", { verb, chosen })).values,
      isBegun,
    );
  }

  /** Note where in the sequence of play the next decision is; "" if it is nobody's who sits here. */
  private arrive(place: string): void {
    if (place && this.place && place !== this.place && this.unawares) this.newUntil = performance.now() + NEW;
    this.place = place;
  }

  private async give(verb: string, values: Branch["chosen"][number]["value"][]): Promise<void> {
    this.giving = true;
    this.unawares = !this.session.state?.legal.find((kind) => kind.verb === verb)?.passes;
    const given = await this.session.give(verb, values);
    if (given) return;
    this.giving = false;
    this.reset();
  }

  /** A click on another unit begins anew only where nothing but a unit has been chosen yet. */
  private canSwitch(): boolean {
    // What was chosen by itself goes with what led to it.
    return this.desk.branches.every((branch) => Math.min(branch.chosen.length, this.depth) <= 1);
  }

  private start(legal: readonly OrderKind[]): Desk {
    return begin(clickable(legal), (unit) => this.session.unitTitle(unit));
  }

  private hexOf(unit: number): number | null {
    return this.session.state?.sheet.pieces.find((piece) => piece.unit === unit)?.hex ?? null;
  }
}

/** Milliseconds in which a person still means the step that has just ended. */
const NEW = 1000;

const BENCH = Symbol("bench");

export function provideBench(bench: Bench): void {
  setContext(BENCH, bench);
}

/** The orders being put together in this match. */
export function useBench(): Bench {
  return getContext<Bench>(BENCH);
}
