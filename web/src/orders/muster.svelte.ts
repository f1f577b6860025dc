import { andNamed } from "../shared/text";
import type { Session } from "../state/session.svelte";
import type { OrderKind, Refusal, Value } from "../wire";
import { addAll, addingOf, shown } from "./adding";
import type { Bench } from "./bench.svelte";
import { fieldKind, isComplete, valuesOf, type Option } from "./desk";

/**
 * Several units that are to be given the same order, one after the other. Each gets an order of its own, so that each can
 * be taken back by itself; who is refused stays, the others go on, and it is said why. Where the first of them begins an
 * attack that others may join, the others join it.
 */
export class Muster {
  /** The units, in the order in which they will be given theirs. */
  units: readonly number[] = $state.raw([]);
  /** Whether orders are being given just now. */
  marching = $state(false);

  constructor(
    private readonly session: Session,
    private readonly bench: Bench,
  ) {}

  get on(): boolean {
    return this.units.length > 1;
  }

  /** What is to be chosen for them, in words. */
  readonly wanted: string = $derived.by(() => {
    const { state } = this.session;
    // Hexes beside the enemy look like those he holds.
    const held = new Set(
      state?.sheet.pieces.flatMap(({ side, hex }) => (side != null && side !== state.acting ? [hex] : [])),
    );
    const options = [...this.bench.targets.hexes].flatMap(([hex, [option]]) =>
      option ? { hex, option } : [],
    );
    const attacks = options.filter(
      ({ hex, option: { choice } }) =>
        choice.tint === "attack" || (choice.tint === "engage" && held.has(hex)),
    ).length;
    if (attacks === 0) return "choose where each in turn is to go";
    return attacks === options.length
      ? "choose what they are to attack"
      : "choose where each in turn is to go, or what to attack";
  });

  /** Gather these units; those that can do nothing now stay behind. Whether there were at least two. Who can only be added to
   * an attack that is put together has no hex to be chosen: all of them are added. */
  gather(units: readonly number[]): boolean {
    if (this.marching) return false;
    const able = new Set(this.bench.unitsToAct);
    const chosen = units.filter((unit) => able.has(unit));
    this.bench.reset();
    if (chosen.length < 2) {
      this.units = [];
      const [sole] = chosen;
      if (sole !== undefined) this.bench.pickUnit(sole);
      return false;
    }
    const adding = addingOf(this.session, chosen);
    if (adding) void this.join(adding.verb, chosen);
    else {
      this.units = chosen;
      this.show();
    }
    return true;
  }

  private async join(verb: string, units: readonly number[]): Promise<void> {
    this.marching = true;
    try {
      await addAll(this.session, verb, units);
    } finally {
      this.marching = false;
    }
  }

  /** Add a unit, or take it out again. What was chosen before by itself belongs to them. */
  toggle(unit: number): void {
    const there = this.on ? this.units : [...this.bench.selected];
    const next = there.includes(unit) ? there.filter((one) => one !== unit) : [...there, unit];
    this.gather(next);
  }

  /** Let them go; whether there were any. */
  dismiss(): boolean {
    if (!this.on || this.marching) return false;
    this.units = [];
    this.bench.reset();
    return true;
  }

  /** Give each the order to go to this hex, one after the other. False when not even the first can go there. */
  sendTo(hex: number): boolean {
    if (!this.on || this.marching) return false;
    const [option] = this.bench.targets.hexes.get(hex) ?? [];
    if (!option) return false;
    void this.march(option, hex);
    return true;
  }

  /** What the first may do is shown; the others are asked when it is their turn. */
  private show(): void {
    const [first] = this.units;
    if (first !== undefined) this.bench.selectUnit(first);
  }

  private async march(first: Option, hex: number): Promise<void> {
    const { session } = this;
    const { verb } = first.branch.kind;
    const wanted = [...valuesOf(first.branch), first.choice.value];
    const at = first.branch.kind.fields.findIndex((field) => field.kind === "unit");
    const all = this.units;
    this.marching = true;
    let gone = 0;
    let joined = false;
    const stayed: Stayed[] = [];
    try {
      for (const [index, unit] of all.entries()) {
        const stood = await this.sendOne(unit, verb, hex);
        if (stood) {
          gone += 1;
          joined ||= gone > 1 && this.hasBegun(verb);
          continue;
        }
        const joining = this.joining(verb);
        const values = joining ? [unit] : wanted.map((value, place) => (place === at ? unit : value));
        const reason = await this.why(joining?.verb ?? verb, values);
        // What holds for one of them holds for all that come after it: there is no such order to give.
        const isOver = reason === UNWANTED || reason === OVERTAKEN;
        note(stayed, isOver ? all.slice(index) : [unit], reason);
        if (isOver) break;
      }
      if (gone === all.length) {
        const done = joined ? `All ${gone} are in the attack` : `All ${gone} have their orders`;
        session.notify("info", `${done}, each to be taken back by itself.`);
      } else this.tell(gone, all.length, stayed);
    } finally {
      this.marching = false;
      this.units = [];
      this.bench.reset();
    }
  }

  /** Whether an attack is being put together that was begun with this verb, so that others can only join it. */
  private hasBegun(verb: string): boolean {
    const { state } = this.session;
    return state !== null && state.weighing && !state.legal.some((kind) => kind.verb === verb);
  }

  /** The order by which a unit joins the attack that the first has begun with this verb; none where there is no such. */
  private joining(verb: string): OrderKind | undefined {
    if (!this.hasBegun(verb)) return undefined;
    return this.session.state?.legal.find(
      ({ fields, gives_up }) => !gives_up && fields.length === 1 && fields[0]?.kind === "unit",
    );
  }

  /** Give one unit its order, field by field as with clicks; whether it was carried out. */
  private async sendOne(unit: number, verb: string, hex: number): Promise<boolean> {
    const { bench, session } = this;
    const before = session.state?.stamp;
    bench.sync();
    await bench.settled();
    bench.reset();
    const option = await this.optionOf(unit, verb, hex);
    if (!option || fieldKind(option.branch) === "") return false;
    bench.pickOption(option);
    await bench.settled();
    if (session.state?.stamp !== before) return true;
    // Refused, or something is left to be chosen, which nobody but the player can.
    if (!bench.begun || bench.branches.length > 1 || !bench.branches.every(isComplete)) return false;
    return shown(this.session, before);
  }

  /** What gives a unit its order: the hex, or itself where it joins an attack. */
  private async optionOf(unit: number, verb: string, hex: number): Promise<Option | undefined> {
    const { bench } = this;
    const joining = this.joining(verb)?.verb;
    if (joining !== undefined)
      return bench.targets.units.get(unit)?.find((one) => one.branch.kind.verb === joining);
    if (!bench.selectUnit(unit)) return undefined;
    await bench.settled();
    return bench.targets.hexes.get(hex)?.find((one) => one.branch.kind.verb === verb);
  }

  /** Why a unit cannot be given its order, in words for people. */
  private async why(verb: string, values: readonly Value[]): Promise<Refusal> {
    // What the rules say of an order that is not asked for is of use only to who types it.
    if (this.hasBegun(verb)) return UNWANTED;
    if (!this.session.state?.legal.some((kind) => kind.verb === verb)) return OVERTAKEN;
    try {
      return (await this.session.ask("why", { verb, chosen: [...values] })).refusal ?? UNDECIDED;
    } catch {
      return OVERTAKEN;
    }
  }

  /** How many went, and who did not, told once for each reason. */
  private tell(gone: number, all: number, stayed: readonly Stayed[]): void {
    const attacks = this.session.state?.weighing === true && gone > 0;
    const count = gone === 0 ? "None" : `${gone} of ${all}`;
    const went = attacks ? `${gone === 1 ? "is" : "are"} in the attack` : "went";
    const [one, several] = attacks ? ["stays out", "stay out"] : ["stays", "stay"];
    const told = stayed.slice(0, REASONS);
    told.forEach(({ units, reason }, index) => {
      const begins = index === 0 ? `${count} ${went}. ` : "";
      const rest = index === REASONS - 1 ? stayed.slice(REASONS).flatMap((other) => other.units) : [];
      const ends = rest.length > 0 ? ` ${rest.length} more ${rest.length === 1 ? one : several}.` : "";
      const who = listed(units.map((unit) => this.session.unitName(unit)));
      const stays = units.length === 1 ? one : several;
      this.session.notify("bad", `${begins}${who} ${stays}: ${reason.text}.${ends}`, reason.case);
    });
  }
}

/** Units that were refused their order for one reason. */
interface Stayed {
  units: number[];
  reason: Refusal;
}

/** So many reasons are told. */
const REASONS = 3;
/** So many units are told by name, for one reason. */
const NAMES = 3;

/** Units stay: they come to those that stay for the same reason. */
function note(stayed: Stayed[], units: readonly number[], reason: Refusal): void {
  const same = stayed.find((one) => one.reason.text === reason.text && one.reason.case === reason.case);
  if (same) same.units.push(...units);
  else stayed.push({ units: [...units], reason });
}

/** `A`, `A and B`, `A, B and 3 others`. */
function listed(names: readonly string[]): string {
  const told =
    names.length > NAMES ? [...names.slice(0, NAMES - 1), `${names.length - NAMES + 1} others`] : names;
  return andNamed(told);
}

/** Nothing speaks against the order but that it has further choices. */
const UNDECIDED: Refusal = { case: "", text: "it has more to decide, so order it by itself" };
/** The attack was begun, and the rules let nobody join it. */
const UNWANTED: Refusal = { case: "", text: "nobody else can join it" };
/** What has been ordered led to another decision. */
const OVERTAKEN: Refusal = { case: "", text: "something else is to be decided first" };
