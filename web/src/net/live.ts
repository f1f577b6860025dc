import type { Asks, MatchEvent, Reply, ServerMessage, Moment, Sheet, SheetChange } from "../wire";
import { delayBefore } from "./backoff";
import { Held } from "./held";

/** The rules forbid it; `case` is the rule. */
export class Refused extends Error {
  constructor(
    readonly rule: string,
    message: string,
  ) {
    super(message);
    this.name = "Refused";
  }
}

/** The request never got an answer, or the answer was that it made no sense. */
export class LiveError extends Error {
  override name = "LiveError";
}

export type Connection = "connecting" | "open" | "lost" | "closed";

/** What the owner of a connection is told. */
export interface LiveListener {
  connection(now: Connection, retryAt: number | null): void;
  state(state: Moment): void;
  /** Whatever was known of entries from `since` on is replaced by these. */
  events(since: number, events: MatchEvent[]): void;
  /** A computer thinks (`since` is null: no more); `share` of it is done, where it can tell. */
  thinking(seat: number, since: string | null, share: number | null): void;
  /** The service will not let this viewer in, or has something to say that answers no request. */
  complaint(text: string): void;
}

export type Ask = keyof Asks;
/** What has to be said to ask `K`. */
export type Args<K extends Ask> = Omit<Asks[K][0], "do" | "id">;
export type Answer<K extends Ask> = Asks[K][1];

/** What a match is played through. */
export interface Live {
  ask<K extends Ask>(what: K, args: Args<K>): Promise<Answer<K>>;
  /** Try again at once instead of waiting. */
  retry(): void;
  close(): void;
}

interface Waiting {
  resolve(reply: never): void;
  reject(error: Error): void;
}

/** The part of a WebSocket that is used here. */
export interface Socket {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
}

const OPEN = 1;
const BLANK: Sheet = { pieces: [], marks: [], tracks: [], badges: {} };

/** A websocket that comes back by itself, with a numbered reply for every request. */
export class LiveConnection implements Live {
  private socket: Socket | null = null;
  private nextId = 1;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private done = false;
  /** What was drawn last: what comes next tells only what has changed in it. */
  private sheet: Sheet = BLANK;
  private readonly held = new Held();

  /**
   * `url` is asked anew for every attempt, so that it can name the last event already known.
   */
  constructor(
    private readonly url: () => string,
    private readonly listener: LiveListener,
    private readonly makeSocket: (url: string) => Socket = (url) => new WebSocket(url) as unknown as Socket,
  ) {
    this.connect();
  }

  ask<K extends Ask>(what: K, args: Args<K>): Promise<Answer<K>> {
    const socket = this.socket;
    if (socket?.readyState !== OPEN) {
      return Promise.reject(new LiveError("There is no connection to the match just now."));
    }
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (reply: never) => void, reject });
      socket.send(JSON.stringify({ id, do: what, ...args }));
    });
  }

  retry(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.connect();
  }

  close(): void {
    this.done = true;
    // Whoever leaves is told nothing more.
    this.held.drop();
    clearTimeout(this.timer);
    this.socket?.close();
    this.failAll("The connection was closed.");
    this.listener.connection("closed", null);
  }

  private connect(): void {
    this.timer = undefined;
    this.listener.connection(this.attempt === 0 ? "connecting" : "lost", null);
    const socket = this.makeSocket(this.url());
    this.socket = socket;
    this.sheet = BLANK;
    socket.onopen = () => {
      this.attempt = 0;
      this.listener.connection("open", null);
    };
    socket.onmessage = (event) => {
      if (typeof event.data === "string") this.receive(JSON.parse(event.data) as ServerMessage | Reply);
    };
    socket.onclose = (event) => {
      if (this.done || socket !== this.socket) return;
      this.held.release();
      if (event.code >= 4000 && event.code < 5000) {
        this.close();
        this.listener.complaint(event.reason || "The service does not let this viewer in.");
        return;
      }
      this.failAll("The connection to the match was lost before an answer came.");
      const delay = delayBefore(this.attempt++);
      this.listener.connection("lost", Date.now() + delay);
      this.timer = setTimeout(() => {
        this.connect();
      }, delay);
    };
  }

  private receive(message: ServerMessage | Reply): void {
    // An answer is one about what came before it.
    if (message.type === "reply" || message.type === "refused" || message.type === "error")
      this.held.release();
    switch (message.type) {
      case "state":
        this.see(message.since, message.events, message.state);
        return;
      case "change":
        this.see(message.since, message.events, {
          ...message.state,
          sheet: changed(this.sheet, message.sheet),
        });
        return;
      case "thinking":
        this.held.tell(() => {
          this.listener.thinking(message.seat, message.since, message.share);
        });
        return;
      case "reply":
        this.take(message.id)?.resolve(message as never);
        return;
      case "refused":
        this.take(message.id)?.reject(new Refused(message.case, message.text));
        return;
      case "error":
        if (message.id === null) this.listener.complaint(message.error);
        else this.take(message.id)?.reject(new LiveError(withHint(message.error, message.hint)));
    }
  }

  private see(since: number, events: MatchEvent[], state: Moment): void {
    this.sheet = state.sheet;
    this.held.tell(() => {
      this.listener.events(since, events);
      this.listener.state(state);
    });
  }

  private take(id: number): Waiting | undefined {
    const found = this.waiting.get(id);
    this.waiting.delete(id);
    return found;
  }

  private failAll(message: string): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of all) one.reject(new LiveError(message));
  }
}

/** A sheet after what has changed in it. */
export function changed(sheet: Sheet, change: SheetChange): Sheet {
  return {
    pieces: spliced(sheet.pieces, change.pieces),
    marks: spliced(sheet.marks, change.marks),
    tracks: spliced(sheet.tracks, change.tracks),
    badges: change.badges ?? sheet.badges,
  };
}

function spliced<T>(items: T[], splices: readonly [number, number, T[]][]): T[] {
  if (splices.length === 0) return items;
  const found = [...items];
  for (const [start, gone, come] of splices) found.splice(start, gone, ...come);
  return found;
}

function withHint(text: string, hint: string | null): string {
  return hint === null ? text : `${text} ${hint}`;
}
