import { cannedState, fakeService } from "../src/fake";
import type { Service } from "../src/net";
import { Refused, type Answer, type Args, type Ask, type Live, type LiveListener } from "../src/net/live";
import type { Moment, OrderKind } from "../src/wire";

/** A kind of order that these units may be given. */
function kind(verb: string, fields: readonly string[], units: readonly number[]): OrderKind {
  return {
    ...cannedState.legal[0]!,
    verb,
    title: verb,
    fields: fields.map((name) => ({ name, kind: name, prompt: "" })),
    units: [...units],
    first: [],
    count: units.length,
    idle: [],
    passes: false,
    gives_up: false,
    adds: verb === "join",
  };
}

/** The hex that is attacked. */
export const TARGET = 36;

/** A match in which one unit begins an attack and others join it, as far as they stand next to its target. */
class AttackLive implements Live {
  private state: Moment;

  constructor(
    private readonly listener: LiveListener,
    able: readonly number[],
    private readonly near: readonly number[],
    private readonly given: string[],
  ) {
    const { sheet } = cannedState;
    const enemy = { ...sheet.pieces[0]!, side: 1 - Number(cannedState.acting), hex: TARGET, unit: null };
    this.state = {
      ...cannedState,
      sheet: { ...sheet, pieces: [...sheet.pieces, enemy] },
      weighing: false,
      legal: [kind("attack", ["unit", "hex"], able)],
    };
    queueMicrotask(() => {
      listener.connection("open", null);
      listener.state(this.state);
    });
  }

  async ask<K extends Ask>(what: K, args: Args<K>): Promise<Answer<K>> {
    await Promise.resolve();
    const { verb, chosen, values } = args as unknown as { verb: string; chosen: number[]; values: number[] };
    return this.answer(what, verb, chosen, values) as Answer<K>;
  }

  private answer(what: Ask, verb: string, chosen: number[], values: number[]): object {
    const isAsked = this.state.legal.some((one) => one.verb === verb);
    if (what === "values") {
      const target = { value: TARGET, token: "0405", title: "0405", tint: "engage", hexes: [TARGET] };
      const [join] = verb === "join" ? this.state.legal : [];
      if (join)
        return { values: join.units.map((value) => ({ value, token: `${value}`, title: `${value}` })) };
      return { values: verb === "attack" && chosen.length === 1 ? [target] : [] };
    }
    if (what === "final") return { final: false, onward: "" };
    if (what === "why") {
      const text = isAsked
        ? "it does not stand next to the target"
        : `"${verb}" is not possible now; possible: join, roll`;
      return { refusal: { case: isAsked ? "11.21" : "11.0", text } };
    }
    if (what !== "order") return {};
    if (!isAsked) throw new Refused("11.0", "refused");
    this.given.push([verb, ...values].join(" "));
    const left = this.near.filter(
      (unit) => !this.given.some((order) => order.split(" ")[1] === String(unit)),
    );
    const legal = [...(left.length > 0 ? [kind("join", ["unit"], left)] : []), kind("roll", [], [])];
    const { entry, stamp } = this.state;
    this.state = { ...this.state, entry: entry + 1, stamp: stamp + 1, weighing: true, legal };
    setTimeout(() => {
      this.listener.state(this.state);
    });
    return { entry: entry + 1 };
  }

  retry(): void {
    this.listener.connection("open", null);
  }

  close(): void {
    this.listener.connection("closed", null);
  }
}

/** A service with such a match: who can begin the attack, and who can join it. What was ordered is listed in `given`. */
export function attackService(
  able: readonly number[],
  near: readonly number[],
): { service: Service; given: readonly string[] } {
  const given: string[] = [];
  const live = (_match: string, _seat: number | null, _since: () => number, listener: LiveListener): Live =>
    new AttackLive(listener, able, near, given);
  return { service: { ...fakeService(), live }, given };
}
