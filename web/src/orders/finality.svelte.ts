import { SvelteMap } from "svelte/reactivity";
import type { Value } from "../wire";
import { choose, ready, valuesOf, type Desk, type Option } from "./desk";

/** What it takes to find out. */
export interface Oracle {
  /** Whether this order could not be taken back. Rejects when the question was overtaken by events. */
  final(verb: string, values: Value[]): Promise<boolean>;
  /** The desk with all that may come next, what nobody needs to be asked chosen. */
  grown(desk: Desk): Promise<Desk>;
  /** Whether choosing these gives the order that comes of it, rather than shows it. */
  gives(options: readonly Option[]): boolean;
}

/** What is known of orders that cannot be taken back, before they are given. Knows of one decision at a time. */
export class Finality {
  /** What a finger has touched once: it says that it cannot be taken back, and is chosen by a second touch. */
  private armed: string | null = $state(null);
  private readonly known = new SvelteMap<string, boolean>();
  private asked = new Map<string, Promise<boolean>>();

  constructor(private readonly oracle: Oracle) {}

  /** Another decision: nothing is known of it. */
  clear(): void {
    this.known.clear();
    this.asked = new Map();
    this.armed = null;
  }

  /** Whether an order is known to stand once it is given. */
  isFinal(verb: string, values: readonly Value[]): boolean {
    return this.known.get(orderKey(verb, values)) ?? false;
  }

  /** Whether choosing these is known to give an order that stands. */
  isFinalChoice(options: readonly Option[]): boolean {
    return this.known.get(choiceKey(options)) ?? false;
  }

  /** Whether these were touched once, and a second touch gives the order. */
  isArmed(options: readonly Option[]): boolean {
    return this.armed === choiceKey(options);
  }

  /** Learn whether an order stands once it is given. */
  learn(verb: string, values: readonly Value[]): Promise<boolean> {
    return this.once(orderKey(verb, values), () => this.oracle.final(verb, [...values]));
  }

  /** Learn whether choosing these gives an order that stands. */
  heed(options: readonly Option[]): Promise<boolean> {
    if (!this.oracle.gives(options)) return Promise.resolve(false);
    return this.once(choiceKey(options), async () => {
      const order = ready(await this.oracle.grown(choose(options)));
      return order !== null && (await this.oracle.final(order.kind.verb, valuesOf(order)));
    });
  }

  /**
   * A finger touches these: choose them. It has pointed at nothing beforehand, so what cannot be taken back says so at
   * the first touch, and is chosen by a second.
   */
  touched(options: readonly Option[], choose: () => void): void {
    if (this.isArmed(options)) {
      this.armed = null;
      choose();
      return;
    }
    const { asked } = this;
    void this.heed(options).then((final) => {
      if (asked !== this.asked) return; // another decision has come up
      this.armed = final ? choiceKey(options) : null;
      if (!final) choose();
    });
  }

  private once(key: string, find: () => Promise<boolean>): Promise<boolean> {
    const round = this.asked;
    const there = round.get(key);
    if (there) return there;
    const asked = find().then(
      (final) => {
        if (round === this.asked) this.known.set(key, final);
        return final;
      },
      () => {
        // Overtaken by events: what can be chosen then is asked about anew.
        round.delete(key);
        return false;
      },
    );
    round.set(key, asked);
    return asked;
  }
}

function orderKey(verb: string, values: readonly Value[]): string {
  return JSON.stringify([verb, values]);
}

function choiceKey(options: readonly Option[]): string {
  return JSON.stringify(
    options.map(({ branch, choice }) => [branch.kind.verb, ...valuesOf(branch), choice.value]),
  );
}
