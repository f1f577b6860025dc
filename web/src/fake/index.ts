import type { Service } from "../net";
import { Refused, type Answer, type Args, type Ask, type Live, type LiveListener } from "../net/live";
import { ServiceError, type Rest } from "../net/rest";
import type { About, Choice, MapData, MatchEvent, Rules, Moment, Summary } from "../wire";
import canned from "./canned/skirmish.json";

/** A recorded moment of a match, as the service would show it. */
interface Canned {
  about: About;
  map: MapData;
  state: Moment;
  /** Values of the next field by `[verb, ...chosen]` as JSON. */
  values: Record<string, Choice[]>;
  events: MatchEvent[];
  rules: Rules;
}

const moment = canned as unknown as Canned;

export const cannedState: Moment = moment.state;
export const cannedMap: MapData = moment.map;
export const cannedValues = moment.values;

const SUMMARY: Summary = {
  id: "fake",
  title: "The Ford, a recorded moment",
  game: "skirmish",
  scenario: "ford",
  options: {},
  players: [
    { kind: "human", name: "Ann" },
    { kind: "agent", agent: "random" },
  ],
  open: false,
  pace: 0.5,
  orders: 2,
  waiting: [0],
  where: moment.state.place,
  outcome: null,
  created: "2026-01-01T10:00:00Z",
  changed: "2026-01-02T20:00:00Z",
  damaged: false,
};

/** A service that holds one recorded moment of a skirmish, to develop and test the page without a real one. */
export function fakeService(changes: Partial<Moment> = {}): Service {
  return {
    rest: fakeRest,
    live: (_match, _seat, _since, listener) => new FakeLive({ ...moment.state, ...changes }, listener),
  };
}

/** What cannot be taken back in this canned match. */
const FINAL = new Set(["roll", "strike", "advance"]);
/** With what the dice of the next battle fall. */
const ONWARD = new Map([["advance", "battle at 0403"]]);

/** Answers from what was recorded; orders go no further than a notice in the log. */
export class FakeLive implements Live {
  constructor(
    private state: Moment,
    private readonly listener: LiveListener,
  ) {
    queueMicrotask(() => {
      listener.connection("open", null);
      listener.state(this.state);
      listener.events(0, moment.events);
    });
  }

  async ask<K extends Ask>(what: K, args: Args<K>): Promise<Answer<K>> {
    await Promise.resolve();
    return this.answer(what, args as Record<string, unknown>) as Answer<K>;
  }

  retry(): void {
    this.listener.connection("open", null);
  }

  close(): void {
    this.listener.connection("closed", null);
  }

  private answer(what: Ask, args: Record<string, unknown>): object {
    const chosen = (args["chosen"] ?? []) as unknown[];
    const listed = moment.values[JSON.stringify([args["verb"], ...chosen])];
    switch (what) {
      case "values":
        return { values: listed ?? [] };
      case "why":
        return { refusal: { case: "6.1", text: "it lies beyond the reach of this unit" } };
      case "path":
        return { path: chosen.slice(1), cost: "2 of 4" };
      case "final":
        return { final: FINAL.has(String(args["verb"])), onward: ONWARD.get(String(args["verb"])) ?? "" };
      case "forecast":
        return { forecast: null };
      case "hex":
        return { hex: { label: String(args["hex"]), title: "Clear", lines: [{ text: "Costs 1 to enter" }] } };
      case "overlay":
        return { overlay: { areas: [] } };
      case "at":
        return { state: { ...this.state, live: false, legal: [], entry: Number(args["entry"]) } };
      case "turns":
        return { turns: [] };
      case "series":
        return { series: [] };
      case "plan":
        return { plan: [] };
      case "hint":
        return { hint: null };
      case "table":
        return { table: { key: args["key"], title: "", columns: [], sections: [] } };
      case "order":
        return this.order(args);
      default:
        return {};
    }
  }

  private order(args: Record<string, unknown>): object {
    const verb = (args["verb"] ?? String(args["text"]).split(" ")[0]) as string;
    if (!this.state.legal.some((kind) => kind.verb === verb)) {
      throw new Refused("3.2", `"${verb}" is not possible now`);
    }
    const entry = this.state.entry + 1;
    this.state = { ...this.state, entry, stamp: this.state.stamp + 1 };
    this.listener.state(this.state);
    this.listener.events(entry, [{ entry, kind: "order", text: `Order: ${verb}`, case: "3.2", seat: 0 }]);
    return { entry };
  }
}

function noMail(): Promise<never> {
  return Promise.reject(new ServiceError(400, "This is a recorded moment; nothing can be mailed."));
}

const fakeRest: Rest = {
  mail: { me: noMail, offer: noMail, accept: noMail, open: noMail, state: noMail, send: noMail },
  about: () => Promise.resolve(moment.about),
  rules: () => Promise.resolve(moment.rules),
  map: () => Promise.resolve(moment.map),
  matches: () => Promise.resolve([SUMMARY]),
  match: () => Promise.resolve(SUMMARY),
  create: () => Promise.resolve(SUMMARY),
  change: () => Promise.resolve(SUMMARY),
  remove: () => Promise.resolve(),
  record: () => Promise.resolve("a record\n"),
  transcript: () => Promise.resolve("a transcript\n"),
  importRecord: () =>
    Promise.reject(new ServiceError(400, "This is a recorded moment; nothing can be imported.")),
  branch: () => Promise.resolve(SUMMARY),
};
