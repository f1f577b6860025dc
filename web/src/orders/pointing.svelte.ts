import { SvelteMap } from "svelte/reactivity";
import { spoken } from "../shared/text";
import type { Session } from "../state/session.svelte";
import type { Choice, Refusal, Value } from "../wire";
import { meantBy, questions, valuesOf, type Branch, type Desk, type Option, type Targets } from "./desk";

/** Of more units than these who can be chosen, only the nearest are asked whether they could go to a hex. */
const FEW = 6;

/** What the pointer or the hex cursor is on. */
export interface Subject {
  hex: number;
  unit: number | null;
}

/** A way over the map and what it costs. */
export interface PathAbout {
  path: readonly number[];
  cost: string;
}

/** What is laid out to choose from. */
export interface LaidOut {
  readonly desk: Desk;
  readonly targets: Targets;
  /** Another for every decision. */
  readonly stamp: number;
}

/** What is told of the thing pointed at before it is chosen: the way there, the odds, why it cannot be chosen. */
export class Pointing {
  /** What is pointed at. */
  subject: Subject | null = $state.raw(null);
  /** The way that choosing the hex pointed at would take. */
  path: PathAbout | null = $state.raw(null);
  /** Why what is pointed at cannot be chosen; `asked` when it was clicked: then it stays until something else is. */
  refusal: (Refusal & { subject: Subject; asked: boolean }) | null = $state.raw(null);
  private readonly paths = new SvelteMap<string, PathAbout>();
  private readonly refusals = new SvelteMap<string, Refusal | null>();
  /** Counts the choices, so that what was asked before one is not answered after it. */
  private round = 0;

  constructor(
    private readonly session: Session,
    private readonly laid: LaidOut,
  ) {}

  /** Nothing is said any more of what was pointed at; answers that are on their way come too late. */
  clear(): void {
    this.path = null;
    this.refusal = null;
    this.round += 1;
  }

  /** A new decision: what was answered for the one before no longer holds. */
  forget(): void {
    this.clear();
    this.paths.clear();
    this.refusals.clear();
    this.wantForecast(null); // an attack that was pointed at is declared by now, or not to be had
  }

  /** Something is pointed at: fetch the way there. What cannot be chosen is explained by `explain`. */
  at(subject: Subject | null): void {
    this.subject = subject;
    const { refusal } = this;
    if (refusal && !refusal.asked && subject?.hex !== refusal.subject.hex) this.refusal = null;
    this.path = null;
    const [option] = meantBy((subject && this.laid.targets.hexes.get(subject.hex)) ?? []);
    if (option && subject) void this.fetchPath(option, subject);
    this.wantForecast(option ?? null);
  }

  /**
   * Ask why what is pointed at cannot be chosen, and show the answer; whether something else has come up meanwhile or
   * there was one. `asked` says that the person wants to know: then the answer stays.
   */
  async explain(subject: Subject, asked = false): Promise<boolean> {
    if (!this.session.myTurn) return true;
    if (subject.unit !== null && this.laid.targets.units.has(subject.unit)) return true;
    // A unit that was clicked in its fan is meant itself, not what else may be done with its hex.
    const isMeant = asked && subject.unit !== null;
    if (!isMeant && this.laid.targets.hexes.has(subject.hex)) return true;
    const { round } = this;
    if (asked) this.refusal = null;
    // Who has chosen nobody yet meant a hex for somebody, not for what else can be done with a hex.
    const first = asked && !this.isOwn(subject.unit) ? await this.whoFirst(subject.hex) : null;
    if (round !== this.round) return true;
    if (first) {
      this.refusal = { ...first, subject, asked };
      return true;
    }
    for (const question of questions(this.laid.desk, subject)) {
      const refusal = await this.why(question);
      const still = this.subject?.hex === subject.hex && this.subject.unit === subject.unit;
      if (round !== this.round || (!still && !asked)) return true;
      if (refusal) {
        this.refusal = { ...refusal, subject, asked };
        return true;
      }
    }
    return round !== this.round;
  }

  /** Whether it is a unit of the side whose orders are given. */
  private isOwn(unit: number | null): boolean {
    if (unit === null) return false;
    const side = this.session.map?.roster.find((one) => one.unit === unit)?.side;
    return side !== undefined && side === this.session.state?.acting;
  }

  /** Those of the units to choose from that stand nearest to a hex. */
  private nearest(units: readonly Choice[], hex: number): readonly Choice[] {
    if (units.length <= FEW) return units;
    const grid = new Map(this.session.map?.grid.hexes.map((one) => [one.id, one]));
    const at = new Map(this.session.state?.sheet.pieces.map((piece) => [piece.unit, piece.hex]));
    const goal = grid.get(hex);
    const far = (one: Choice): number => {
      const place = grid.get(at.get(Number(one.value)) ?? -1);
      return place && goal ? Math.hypot(place.x - goal.x, place.y - goal.y) : Infinity;
    };
    return units
      .map((one) => ({ one, far: far(one) }))
      .sort((a, b) => a.far - b.far)
      .slice(0, FEW)
      .map(({ one }) => one);
  }

  /** That a hex is chosen after who goes there, if one of those who may be chosen now can; else null. */
  private async whoFirst(hex: number): Promise<Refusal | null> {
    for (const { kind, chosen, next } of this.laid.desk.branches) {
      const [who, where] = kind.fields.slice(chosen.length);
      if (who?.kind !== "unit" || where?.kind !== "hex" || !next) continue;
      const able: string[] = [];
      for (const one of this.nearest(next, hex)) {
        const values = [...chosen.map((choice) => choice.value), one.value];
        if (await this.leadsTo(kind.verb, values, hex)) able.push(spoken(one.title));
      }
      if (able.length > 0)
        return {
          case: kind.case,
          text: `${kind.title}: choose a unit first, then this hex. It is open to ${able.join(", ")}`,
        };
    }
    return null;
  }

  private async leadsTo(verb: string, chosen: Choice["value"][], hex: number): Promise<boolean> {
    try {
      const { values } = await this.session.ask("values", { verb, chosen });
      return values.some((choice) => choice.value === hex);
    } catch {
      return false; // the question was overtaken by events
    }
  }

  /** An attack that is pointed at shows its odds before it is chosen. */
  private wantForecast(option: Option | null): void {
    const fights = option?.choice.tint === "attack" || option?.choice.tint === "engage";
    const wanted =
      option && fights
        ? { verb: option.branch.kind.verb, chosen: [...valuesOf(option.branch), option.choice.value] }
        : null;
    if (JSON.stringify(wanted) !== JSON.stringify(this.session.forecastWanted))
      this.session.forecastWanted = wanted;
  }

  private async why(question: {
    verb: string;
    chosen: Branch["chosen"];
    value: Value;
  }): Promise<Refusal | null> {
    const { verb, value } = question;
    const chosen = [...question.chosen.map((choice) => choice.value), value];
    const key = `${this.laid.stamp} ${JSON.stringify([verb, chosen])}`;
    const known = this.refusals.get(key);
    if (known !== undefined) return known;
    try {
      const { refusal } = await this.session.ask("why", { verb, chosen });
      this.refusals.set(key, refusal);
      return refusal;
    } catch {
      return null; // the question was overtaken by events
    }
  }

  private async fetchPath(option: Option, subject: Subject): Promise<void> {
    const { branch, choice } = option;
    const chosen = [...valuesOf(branch), choice.value];
    const key = `${this.laid.stamp} ${JSON.stringify([branch.kind.verb, chosen])}`;
    const known = this.paths.get(key);
    if (known) {
      this.path = known;
      return;
    }
    try {
      const found = await this.session.ask("path", { verb: branch.kind.verb, chosen });
      this.paths.set(key, found);
      if (this.subject?.hex === subject.hex) this.path = found;
    } catch {
      // No way to show.
    }
  }
}
