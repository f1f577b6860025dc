import type { Session } from "../state/session.svelte";
import type { MatchEvent } from "../wire";
import { foremost, journeysOf, type Journey } from "./journeys";
import type { Recap, Way } from "./recap";

/** Where the others went, as arrows on the map: all of them where they are few, else the foremost, or what is picked. */
export class RecapArrows {
  private readonly journeys: readonly Journey[] = $derived.by(() => {
    const recap = this.recap();
    return recap ? journeysOf(recap.ways, this.sideOf, recap.battles) : [];
  });
  private readonly main = $derived(foremost(this.journeys));
  private drawn: "main" | "all" | Way = $state.raw("main");

  /** They follow a recap as long as the component is there that makes this. */
  constructor(
    private readonly session: Session,
    private readonly recap: () => Recap | null,
    private readonly sideOf: (unit: number) => number | null,
  ) {
    $effect(() => {
      void this.recap()?.last;
      this.drawn = "main";
    });
    // Moves stay on the map as arrows as long as the recap tells of them.
    $effect(() => {
      const { stage } = this.session;
      stage?.arrows(this.shown.map(({ hexes, side, units }) => ({ hexes, side, units: units.length })));
    });
  }

  private get shown(): readonly Journey[] {
    if (this.drawn === "main") return this.main;
    return this.drawn === "all" ? this.journeys : journeysOf([this.drawn], this.sideOf);
  }

  /** Whether there are more ways than arrows, so that a way may have the only one. */
  get mayPick(): boolean {
    return this.main.length < this.journeys.length;
  }

  /** How many ways the map shows of how many. */
  get caption(): string {
    const all = this.journeys.length;
    if (this.drawn === "main")
      return `The map shows ${this.main.length} of ${all} ways: fights, retreats and the longest marches.`;
    return this.drawn === "all" ? `The map shows all ${all} ways.` : `The map shows one of ${all} ways.`;
  }

  /** What the other choice would show. */
  get other(): string {
    return this.drawn === "main" ? "Show all" : `Show those ${this.main.length}`;
  }

  /** All ways instead of the foremost, or back to these. */
  toggle(): void {
    this.drawn = this.drawn === "main" ? "all" : "main";
  }

  /** Make a way the only arrow, or take that back. */
  pick(one: Way | MatchEvent): void {
    if (this.mayPick && "plain" in one) this.drawn = this.isPicked(one) ? "main" : one;
  }

  isPicked(one: Way | MatchEvent): boolean {
    const { drawn } = this;
    return (
      typeof drawn === "object" && "plain" in one && drawn.entry === one.entry && drawn.unit === one.unit
    );
  }
}
