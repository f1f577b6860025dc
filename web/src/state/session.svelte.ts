import { getContext, setContext } from "svelte";
import type { Service } from "../net";
import {
  LiveError,
  Refused,
  type Answer,
  type Args,
  type Ask,
  type Connection,
  type Live,
} from "../net/live";
import { ServiceError } from "../net/rest";
import { sentence, sidesNamed, spoken } from "../shared/text";
import type {
  AgentAbout,
  GameAbout,
  MapData,
  MatchEvent,
  Rules,
  Sole,
  Moment,
  Suggestion,
  Summary,
  Value,
} from "../wire";

import { Notebook } from "./notebook.svelte";
import { toldOf, type Passed } from "./passed";
import { rememberedPassed, rememberedSeat, rememberPassed, rememberSeat } from "./remembered";

/** Something to tell the person at the screen, with the rule it rests on if there is one. */
export interface Notice {
  id: number;
  tone: "info" | "bad";
  text: string;
  case: string;
  /** The orders given unasked that it tells of; there is one such notice at most. */
  unasked?: Passed[];
}

/** Milliseconds for which it is told that orders were given unasked. */
const TOLD = 8000;

/** What the staff would order, by the name of its order, in the position with this stamp. */
export interface Hint {
  suggestion: Suggestion;
  title: string;
  stamp: number;
}

/** What is pointed out on the map until it is put away: hexes from which something goes, and where it goes. */
export interface Pointed {
  from: readonly number[];
  to: readonly number[];
}

/** What other parts of the page may want of the map. The map fills this in when it is there. */
export interface Stage {
  /** Bring hexes into view; `flash` draws attention to them. */
  show(hexes: readonly number[], options?: { flash?: boolean; zoom?: boolean }): void;
  /** Show ways over the map as arrows in the colours of sides; none: those there are fade. */
  arrows(ways: readonly { hexes: readonly number[]; side: number | null; units?: number }[]): void;
  /** Bring a unit into view and mark it; whether it is on the map. */
  showUnit(unit: number): boolean;
}

/** A match as this page follows it: what is known, and what can be asked. One lives as long as its match is open. */
export class Session {
  summary: Summary | null = $state.raw(null);
  game: GameAbout | null = $state.raw(null);
  /** The computer players that there are. */
  agents: readonly AgentAbout[] = $state.raw([]);
  map: MapData | null = $state.raw(null);
  rules: Rules | null = $state.raw(null);
  /** The present, as far as this viewer may know it. */
  state: Moment | null = $state.raw(null);
  /** Whether nothing had been ordered when this page came to the match, but what is given unasked. */
  isNew = false;
  /** A look back: what was seen after an earlier entry; null for the present. */
  past: Moment | null = $state.raw(null);
  /** How often the past or the present has been asked for. */
  private looks = 0;
  events: MatchEvent[] = $state.raw([]);
  connection: Connection = $state("connecting");
  retryAt: number | null = $state(null);
  /** Which computers think just now. It changes with every order of theirs, and is no part of the state: whatever is drawn
   * from that would be drawn anew each time. */
  thinking: readonly number[] = $state.raw([]);
  /** How much of its thinking about one order a computer has done, from 0 to 1; null when it cannot tell. */
  far: number | null = $state(null);
  /** Whether an order is under way, so that no second one is given. */
  busy: boolean = $state(false);
  /** Why there is nothing to see: no such match, not let in ... */
  failure: string | null = $state(null);
  notices: Notice[] = $state([]);
  /** While set, nothing of the match may be on screen: the seats change places. */
  curtain: { from: number | null; to: number } | null = $state(null);
  /** The rule that the rules drawer is asked to show. */
  ruleWanted: string | null = $state(null);
  /** The attack that is being planned on the map: the odds panel shows its prospects. Null: the battle under way. */
  forecastWanted: { verb: string; chosen: Value[] } | null = $state.raw(null);
  /** The entry from which the replay is to play on by itself when it opens. */
  replayFrom: number | null = $state(null);
  stage: Stage | null = $state.raw(null);
  /** The last hint that was asked for; it may be out of date. */
  hint: Hint | null = $state.raw(null);
  /** What is pointed out on the map, until the next order. */
  pointed: Pointed | null = $state.raw(null);
  /** Entries of orders that were given unasked, since nothing was to be decided. Kept, so that a turn is told alike later. */
  readonly passed: Set<number>;
  /** What the viewer's seat has written down. */
  readonly notebook: Notebook = new Notebook(this);

  /** Which way steps without anything to decide are passed: on as they come, back or again with what is taken back or
   * given again, nowhere once that is done. The next order goes on. */
  bound: "on" | "back" | "again" | "nowhere" = "on";

  private live: Live | null = null;
  private nextNotice = 1;
  /** Whether somebody has ordered anything here: a first entry alone may be another seat's. */
  private acted = false;

  /**
   * @param only play this seat alone; null to play every human seat at this screen.
   */
  constructor(
    readonly service: Service,
    readonly id: string,
    readonly only: number | null,
  ) {
    this.passed = rememberedPassed(id);
  }

  // --- what is shown --------------------------------------------------------------------------------

  /** What is on the map: the present, or the past that is being looked at. */
  get shown(): Moment | null {
    return this.past ?? this.state;
  }

  /** Whether orders may be given here and now. */
  get myTurn(): boolean {
    const state = this.state;
    return state !== null && this.past === null && this.curtain === null && state.legal.length > 0;
  }

  /** The human seat that the match waits for while another one sits here; null when none does. */
  get handover(): number | null {
    const state = this.state;
    if (!state || this.only !== null || state.open || state.outcome || state.seat === null) return null;
    if (state.waiting.includes(state.seat)) return null;
    return state.waiting.find((seat) => state.eyes.includes(seat)) ?? null;
  }

  seatName(seat: number | null | undefined): string {
    if (seat === null || seat === undefined) return "Spectator";
    return this.game?.seats[seat] ?? `Seat ${seat + 1}`;
  }

  /** Title of a unit of the roster. */
  unitTitle(unit: number): string {
    return this.map?.roster.find((one) => one.unit === unit)?.title ?? `unit ${unit}`;
  }

  /** What a unit is called where its side or its picture tells it from a namesake: its title without the key. */
  unitName(unit: number): string {
    return spoken(this.unitTitle(unit));
  }

  /** What a hex is called: by its place, with its number where another is called so too, or by its number. */
  hexTitle(hex: number): string {
    const hexes = this.map?.grid.hexes ?? [];
    const found = hexes.find((one) => one.id === hex);
    if (!found?.name) return found?.label ?? "";
    const alone = hexes.every((one) => one === found || one.name !== found.name);
    return alone ? found.name : `${found.name} ${found.label}`;
  }

  // --- coming and going -----------------------------------------------------------------------------

  /** Fetch what never changes, then follow the match. */
  async open(): Promise<void> {
    try {
      const [about, summary] = await Promise.all([
        this.service.rest.about(),
        this.service.rest.match(this.id),
      ]);
      this.summary = summary;
      this.agents = about.agents;
      this.game = about.games.find((game) => game.key === summary.game) ?? null;
      const seat = this.only ?? this.firstSeat(summary);
      if (this.only === null && this.needsCurtain(summary, seat))
        this.curtain = { from: null, to: seat ?? 0 };
      else this.connect(seat);
      const packs = summary.packs?.map((pack) => pack.fingerprint);
      this.map = await this.service.rest.map(summary.game, summary.scenario, summary.options, packs);
      this.rules = await this.service.rest.rules(summary.game);
    } catch (error) {
      const gone = error instanceof ServiceError && error.status === 404;
      this.failure = gone
        ? "There is no such match: it was deleted, or the address is wrong."
        : messageOf(error);
    }
  }

  close(): void {
    this.live?.close();
    this.live = null;
  }

  retry(): void {
    this.live?.retry();
  }

  /** Do something that makes the service read the match anew: leave it meanwhile, then join it again. */
  async apart<T>(action: () => Promise<T>): Promise<T> {
    const seat = this.state?.seat ?? null;
    this.live?.close();
    this.live = null;
    try {
      return await action();
    } finally {
      this.connect(seat);
    }
  }

  /** Draw the curtain before the next seat; nothing is asked for it until it says that it is there. */
  drawCurtain(): void {
    const to = this.handover;
    if (to === null) return;
    this.curtain = { from: this.state?.seat ?? null, to };
    // Nothing more may come for the seat that leaves.
    this.live?.close();
    this.live = null;
    void this.lookBack(null);
    this.state = null;
    this.events = [];
    this.notices = [];
    this.hint = this.pointed = null;
    this.notebook.notes = [];
    this.notebook.writing = null;
  }

  /** The next seat is there: show it the match. */
  async raiseCurtain(): Promise<void> {
    if (!this.curtain) return;
    const seat = this.curtain.to;
    this.connect(seat);
    await Promise.resolve();
    this.curtain = null;
  }

  private firstSeat(summary: Summary): number | null {
    if (summary.open) return null;
    const people = humans(summary);
    const kept = rememberedSeat(this.id);
    if (kept !== null && people.includes(kept)) return kept;
    return summary.waiting.find((seat) => people.includes(seat)) ?? people[0] ?? null;
  }

  /** With several people at one screen nobody's knowledge is shown before they say who is there. */
  private needsCurtain(summary: Summary, seat: number | null): boolean {
    if (summary.open || summary.outcome || humans(summary).length < 2) return false;
    return rememberedSeat(this.id) !== seat;
  }

  private connect(seat: number | null): void {
    if (this.only === null && seat !== null) rememberSeat(this.id, seat);
    this.events = [];
    this.live = this.service.live(this.id, seat, () => this.lastEntry(), {
      connection: (now, retryAt) => {
        this.connection = now;
        this.retryAt = retryAt;
      },
      state: (state) => {
        if (this.state === null) this.isNew = this.isUntouched(state);
        if (state.stamp !== this.state?.stamp) this.pointed = null;
        if (this.state && state.place.join(" ") !== this.state.place.join(" ")) this.hush();
        this.state = state;
        this.thinking = state.thinking;
        if (this.past && !this.past.live && state.entry < this.past.entry) void this.lookBack(null);
      },
      events: (since, events) => {
        if (events.length === 0 && since > this.lastEntry()) return;
        this.events = [...this.events.filter((event) => event.entry < since), ...events];
      },
      thinking: (seat, since, share) => {
        this.noteThinking(seat, since !== null);
        this.far = since === null ? null : share;
      },
      complaint: (text) => {
        if (this.state) this.notify("bad", text);
        else this.failure = text;
      },
    });
  }

  /** Whether nothing is ordered yet, here or before, but what is given unasked. */
  get isFresh(): boolean {
    return this.state !== null && !this.acted && this.isUntouched(this.state);
  }

  private isUntouched({ entry }: Moment): boolean {
    return entry - this.passed.size <= 1;
  }

  private lastEntry(): number {
    return this.events.at(-1)?.entry ?? 0;
  }

  private noteThinking(seat: number, on: boolean): void {
    if (this.thinking.includes(seat) === on) return;
    const others = this.thinking.filter((one) => one !== seat);
    this.thinking = on ? [...others, seat] : others;
  }

  // --- asking ---------------------------------------------------------------------------------------

  ask<K extends Ask>(what: K, args: Args<K>): Promise<Answer<K>> {
    if (!this.live) return Promise.reject(new LiveError("There is no connection to the match just now."));
    return this.live.ask(what, args);
  }

  /** Give an order; whether it was carried out. What stands against it is shown as a notice. */
  give(verb: string, values: Value[]): Promise<boolean> {
    return this.submit({ verb, values });
  }

  /** Give an order in its notation. */
  giveText(text: string): Promise<boolean> {
    return this.submit({ text });
  }

  /** Give the order of a step in which nothing is decided; whoever sits here is told, and nobody else. */
  async giveUnasked({ verb, values, title }: Sole): Promise<void> {
    const { state } = this;
    if (!state || this.busy) return;
    this.busy = true;
    this.notePassed(state.entry + 1, true);
    try {
      await this.ask("order", { entry: state.entry, stamp: state.stamp, verb, values });
      const before = this.notices.find((notice) => notice.unasked);
      const step = sidesNamed(state.place.at(-1) ?? state.prompt, this.game?.seats ?? []);
      const unasked = [...(before?.unasked ?? []), { title, step }];
      this.notify("info", toldOf(unasked));
      const added = this.notices.at(-1);
      if (added) added.unasked = unasked;
      this.notices = this.notices.filter((notice) => notice !== before);
      // Nobody has to act on it: it goes by itself, and the log keeps what was given.
      if (added) setTimeout(() => this.dismiss(added.id), TOLD);
    } catch (error) {
      this.notePassed(state.entry + 1, false);
      // Another page of this seat may have been quicker; then there is nothing to tell.
      if (this.state?.stamp === state.stamp) this.notify("bad", messageOf(error));
    } finally {
      this.busy = false;
    }
  }

  private notePassed(entry: number, passed: boolean): void {
    if (this.passed.has(entry) === passed) return;
    if (passed) this.passed.add(entry);
    else this.passed.delete(entry);
    rememberPassed(this.id, this.passed);
  }

  undo(): Promise<boolean> {
    this.bound = "back";
    return this.change(async () => {
      await this.ask("undo", {});
      // Names of what is taken back go with it.
      if (this.notebook.notes.some((note) => note.sort === "entry")) await this.notebook.load();
    });
  }

  redo(): Promise<boolean> {
    this.bound = "again";
    return this.change(() => this.ask("redo", {}));
  }

  private submit(order: { verb: string; values: Value[] } | { text: string }): Promise<boolean> {
    const { state } = this;
    if (!state) return Promise.resolve(false);
    this.bound = "on";
    this.acted = true;
    this.notePassed(state.entry + 1, false);
    return this.change(() => this.ask("order", { entry: state.entry, stamp: state.stamp, ...order }));
  }

  private async change(action: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.notices = [];
    try {
      await action();
      return true;
    } catch (error) {
      this.notify("bad", messageOf(error), error instanceof Refused ? error.rule : "");
      return false;
    } finally {
      this.busy = false;
    }
  }

  // --- looking back ---------------------------------------------------------------------------------

  /** Look at the match as it was after `entry`; null returns to the present. What was asked for before comes too late. */
  async lookBack(entry: number | null): Promise<void> {
    const look = ++this.looks;
    if (entry === null || (this.state && entry >= this.state.entry)) {
      this.past = null;
      return;
    }
    const { state } = await this.ask("at", { entry });
    if (look === this.looks) this.past = state;
  }

  /** Keep what is on screen now, though the match goes on. */
  hold(): void {
    this.past ??= this.state;
  }

  /** Whether computers play each other here, and one can only look on. */
  get watched(): boolean {
    const { state } = this;
    return state !== null && state.outcome === null && state.players.every(({ kind }) => kind === "agent");
  }

  /** Whether orders are given at this page at all: who looks on gives none, nor takes any back. */
  get isPlaying(): boolean {
    const { state } = this;
    return (state?.open || state?.seat != null) && state.players.some(({ kind }) => kind === "human");
  }

  /** Whether whoever looks at the page ordered this. */
  isMine({ seat }: MatchEvent): boolean {
    return seat != null && this.plays(seat);
  }

  /** Whether it was ordered on one's own account: what is ordered in another's turn answers it, and what the page gave of itself
   * was not decided. */
  isBegun(event: MatchEvent): boolean {
    return this.isMine(event) && this.isOwn(event.turn) && !this.passed.has(event.entry);
  }

  /** Whether a turn is one's own, or nobody's alone. */
  isOwn(turn: number | null | undefined): boolean {
    return turn == null || this.plays(turn);
  }

  /** Whether whoever looks at the page decides for a seat. */
  private plays(seat: number): boolean {
    const { state } = this;
    return state?.players[seat]?.kind === "human" && (state.open || seat === state.seat);
  }

  // --- telling --------------------------------------------------------------------------------------

  notify(tone: Notice["tone"], text: string, rule = ""): void {
    this.notices = [...this.notices.slice(-2), { id: this.nextNotice++, tone, text, case: rule }];
  }

  /** Something new is under way: what was told of what came before is put away. What was given unasked stays its time. */
  hush(): void {
    this.notices = this.notices.filter((notice) => notice.tone === "bad" || notice.unasked);
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  /** Ask the rules drawer to open at a case. */
  showRule(rule: string): void {
    this.ruleWanted = rule;
  }
}

function humans(summary: Summary): number[] {
  return summary.players.flatMap((player, seat) => (player.kind === "human" ? [seat] : []));
}

/** An error in words for people. */
export function messageOf(error: unknown): string {
  if (error instanceof ServiceError && error.hint)
    return `${sentence(error.message)} ${sentence(error.hint)}`;
  return error instanceof Error ? error.message : String(error);
}

const SESSION = Symbol("session");

export function provideSession(session: Session): void {
  setContext(SESSION, session);
}

/** The match that the component is part of. */
export function useSession(): Session {
  return getContext<Session>(SESSION);
}
