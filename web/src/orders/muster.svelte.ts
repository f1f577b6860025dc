import type { Session } from "../state/session.svelte";
import type { Refusal, Value } from "../wire";
import type { Bench } from "./bench.svelte";
import { fieldKind, isComplete, valuesOf, type Option } from "./desk";

/** Milliseconds that the service may take to show what an order has done. */
const PATIENCE = 20_000;

/**
 * Several units that are to be given the same order, one after the other. Each gets an order of its own, so that each can
 * be taken back by itself; the first that is refused ends it, and it is said why.
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
    try {
      for (const unit of all) {
        const stood = await this.sendOne(unit, verb, hex);
        if (!stood) {
          const values = wanted.map((value, index) => (index === at ? unit : value));
          this.tell(gone, all.length, unit, await this.why(verb, values));
          break;
        }
        gone += 1;
      }
      if (gone === all.length)
        session.notify("info", `All ${gone} have their orders, each to be taken back by itself.`);
    } finally {
      this.marching = false;
      this.units = [];
      this.bench.reset();
    }
  }

  /** Give one unit its order, field by field as with clicks; whether it was carried out. */
  private async sendOne(unit: number, verb: string, hex: number): Promise<boolean> {
    const { bench, session } = this;
    const before = session.state?.stamp;
    bench.sync();
    await bench.settled();
    bench.reset();
    if (!bench.selectUnit(unit)) return false;
    await bench.settled();
    const options = (bench.targets.hexes.get(hex) ?? []).filter((one) => one.branch.kind.verb === verb);
    const [option] = options;
    if (!option || fieldKind(option.branch) === "") return false;
    bench.pickOption(option);
    await bench.settled();
    if (session.state?.stamp !== before) return true;
    // Refused, or something is left to be chosen, which nobody but the player can.
    if (!bench.begun || bench.branches.length > 1 || !bench.branches.every(isComplete)) return false;
    return this.shown(before);
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

  private async why(verb: string, values: readonly Value[]): Promise<Refusal | null> {
    try {
      return (await this.session.ask("why", { verb, chosen: [...values] })).refusal;
    } catch {
      return null; // that kind of order is not asked for any more
    }
  }

  private tell(gone: number, all: number, unit: number, refusal: Refusal | null): void {
    const title = this.session.unitTitle(unit);
    const count = gone === 0 ? "None" : `${gone} of ${all}`;
    const reason = refusal?.text ?? "it has more to decide, so order it by itself";
    this.session.notify(
      "bad",
      `${count} went. ${title} stays, and those after it: ${reason}.`,
      refusal?.case ?? "",
    );
  }
}
