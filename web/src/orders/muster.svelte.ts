import type { Session } from "../state/session.svelte";
import type { OrderKind, Refusal, Value } from "../wire";
import type { Bench } from "./bench.svelte";
import { fieldKind, isComplete, valuesOf, type Option } from "./desk";

/** Milliseconds that the service may take to show what an order has done. */
const PATIENCE = 20_000;

/**
 * Several units that are to be given the same order, one after the other. Each gets an order of its own, so that each can
 * be taken back by itself; the first that is refused ends it, and it is said why. Where the first of them begins an attack
 * that others may join, the others join it.
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

  /** Gather these units; those that can do nothing now stay behind. Whether there were at least two. */
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
    this.units = chosen;
    this.show();
    return true;
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
    try {
      for (const unit of all) {
        const stood = await this.sendOne(unit, verb, hex);
        const joining = this.joining(verb);
        if (!stood) {
          const values = joining ? [unit] : wanted.map((value, index) => (index === at ? unit : value));
          this.tell(gone, all, unit, await this.why(joining?.verb ?? verb, values));
          break;
        }
        gone += 1;
        joined ||= gone > 1 && this.hasBegun(verb);
      }
      if (gone === all.length) {
        const done = joined ? `All ${gone} are in the attack` : `All ${gone} have their orders`;
        session.notify("info", `${done}, each to be taken back by itself.`);
      }
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
    return this.shown(before);
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

  /** Wait until what an order has done is shown. */
  private async shown(before: number | undefined): Promise<boolean> {
    const until = Date.now() + PATIENCE;
    while (this.session.state?.stamp === before || this.session.busy) {
      if (Date.now() > until || !this.session.state) return false;
      if (this.session.notices.some((notice) => notice.tone === "bad")) return false;
      await new Promise((done) => setTimeout(done, 10));
    }
    return true;
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

  private tell(gone: number, all: readonly number[], unit: number, reason: Refusal): void {
    const attacks = this.session.state?.weighing === true && gone > 0;
    const count = gone === 0 ? "None" : `${gone} of ${all.length}`;
    const went = attacks ? `${gone === 1 ? "is" : "are"} in the attack` : "went";
    const title = this.session.unitTitle(unit);
    const stays = attacks ? "stays out" : "stays";
    const others = unit === all.at(-1) ? "" : ", and those after it";
    this.session.notify("bad", `${count} ${went}. ${title} ${stays}${others}: ${reason.text}.`, reason.case);
  }
}

/** Nothing speaks against the order but that it has further choices. */
const UNDECIDED: Refusal = { case: "", text: "it has more to decide, so order it by itself" };
/** The attack was begun, and the rules let nobody join it. */
const UNWANTED: Refusal = { case: "", text: "nobody else can join it" };
/** What has been ordered led to another decision. */
const OVERTAKEN: Refusal = { case: "", text: "something else is to be decided first" };
