import { SvelteMap } from "svelte/reactivity";
import type { FinalReply, Value } from "../wire";
import { choose, ready, valuesOf, type Desk, type Option } from "./desk";

/** What giving an order commits to: whether it stands, and the next battle if its dice fall with it; "" if they do not. */
export type Commitment = Pick<FinalReply, "final" | "onward">;

const NONE: Commitment = { final: false, onward: "" };

/** What it takes to find out. */
export interface Oracle {
  /** Whether this order could not be taken back. Rejects when the question was overtaken by events. */
  final(verb: string, values: Value[]): Promise<Commitment>;
  /** The desk with all that may come next, what nobody needs to be asked chosen. */
  grown(desk: Desk): Promise<Desk>;
  /** Whether choosing these gives the order that comes of it, rather than shows it. */
  gives(options: readonly Option[]): boolean;
}

/** What is known of orders that cannot be taken back, before they are given. Knows of one decision at a time. */
export class Finality {
  /** What a finger has touched once: it says that it cannot be taken back, and is chosen by a second touch. */
  private armed: string | null = $state(null);
  private readonly known = new SvelteMap<string, Commitment>();
  private asked = new Map<string, Promise<Commitment>>();

  constructor(private readonly oracle: Oracle) {}

  /** Another decision: nothing is known of it. */
  clear(): void {
    this.known.clear();
    this.asked = new Map();
    this.armed = null;
  }

  /** Whether an order is known to stand once it is given. */
  isFinal(verb: string, values: readonly Value[]): boolean {
    return this.known.get(orderKey(verb, values))?.final ?? false;
  }

  /** The next battle, if it is known that its dice fall with this order; else "". */
  onward(verb: string, values: readonly Value[]): string {
    return this.known.get(orderKey(verb, values))?.onward ?? "";
  }

  /** Whether choosing these is known to give an order that stands. */
  isFinalChoice(options: readonly Option[]): boolean {
    return this.known.get(choiceKey(options))?.final ?? false;
  }

  /** The same where choosing these gives the order. */
  onwardChoice(options: readonly Option[]): string {
    return this.known.get(choiceKey(options))?.onward ?? "";
  }

  /** Whether these were touched once, and a second touch gives the order. */
  isArmed(options: readonly Option[]): boolean {
    return this.armed === choiceKey(options);
  }

  /** Learn whether an order stands once it is given. */
  learn(verb: string, values: readonly Value[]): Promise<Commitment> {
    return this.once(orderKey(verb, values), () => this.oracle.final(verb, [...values]));
  }

  /** Learn whether choosing these gives an order that stands. */
  async heed(options: readonly Option[]): Promise<boolean> {
    if (!this.oracle.gives(options)) return false;
    const { final } = await this.once(choiceKey(options), async () => {
      const order = ready(await this.oracle.grown(choose(options)));
      return order === null ? NONE : this.oracle.final(order.kind.verb, valuesOf(order));
    });
    return final;
  }

  /**
   * A finger touches these: choose them. It has pointed at nothing beforehand, so what cannot be taken back says so at
   * the first touch, and is chosen by a second.
   *
   * @param onMap chosen on the map, where an order with which the next battle's dice fall is only shown: no need to ask twice.
   */
  touched(options: readonly Option[], choose: () => void, onMap = false): void {
    if (this.isArmed(options)) {
      this.armed = null;
      choose();
      return;
    }
    const { asked } = this;
    void this.heed(options).then((final) => {
      if (asked !== this.asked) return; // another decision has come up
      const asks = final && !(onMap && this.onwardChoice(options));
      this.armed = asks ? choiceKey(options) : null;
      if (!asks) choose();
    });
  }

  private once(key: string, find: () => Promise<Commitment>): Promise<Commitment> {
    const round = this.asked;
    const there = round.get(key);
    if (there) return there;
    const asked = find().then(
      (found) => {
        if (round === this.asked) this.known.set(key, found);
        return found;
      },
      () => {
        // Overtaken by events: what can be chosen then is asked about anew.
        round.delete(key);
        return NONE;
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
