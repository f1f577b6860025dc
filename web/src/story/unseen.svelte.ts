import { untrack } from "svelte";
import type { Session } from "../state/session.svelte";
import type { MatchEvent, Moment, Piece } from "../wire";
import { isBlind, isHidden, newsFrom, seenAt, stirring, type Stirring } from "./recap";

/** What the cards tell of: the present, a look back, what happened, and whose turn it is. */
export interface Present {
  now(): Moment | null;
  /** The entry that is looked back at; null for the present. */
  past(): number | null;
  events(): readonly MatchEvent[];
  myTurn(): boolean;
}

/** What is known of how pieces moved that are not known by name. */
export interface Unseen {
  /** Whether it is still being asked for. */
  readonly pending: boolean;
  /** The entry after which one saw last how they stood; null where nothing is to be known of that. */
  readonly since: number | null;
  /** What stirred since then; null for nothing. */
  readonly stirred: Stirring | null;
}

/**
 * Follow what others moved unseen since one acted oneself, as long as the component is there that calls this. The moment before
 * is asked for, not remembered: a turn is told alike whenever the page is opened.
 */
export function followUnseen(session: Session, { now, past, events, myTurn }: Present): Unseen {
  /** At which entry one saw how the others stood before they acted. */
  const seen = $derived(
    seenAt(
      events(),
      newsFrom(events(), (event) => session.isBegun(event)),
    ),
  );
  /** That moment by seat and entry; null where nothing is to be known of it. */
  const wanted = $derived.by((): string | null => {
    const present = now();
    if (!present || past() !== null || !myTurn() || present.outcome) return null;
    const acted = events().some(
      (event) => event.entry > seen && event.seat != null && !session.isMine(event),
    );
    const hidden = present.sheet.pieces.some((piece) => isHidden(piece, present.seat));
    return acted && hidden ? `${present.seat}.${seen}` : null;
  });
  /** What stood where in that moment; without pieces where that could not be told. */
  let before: { key: string; entry: number; pieces: readonly Piece[] | null } | null = $state.raw(null);
  const stirred = $derived.by((): Stirring | null => {
    const present = now();
    if (!present || !before?.pieces || before.key !== wanted) return null;
    // What a battle moved or took away is told by its card, and where somebody went who is not known by name in a line of its own.
    const since = before.entry;
    const known = events().filter((event) => event.entry > since && (event.battle != null || isBlind(event)));
    const told = new Set(known.flatMap((event) => [event.battle, ...(event.hexes ?? [])]));
    const found = stirring(before.pieces, present.sheet.pieces, present.seat, told);
    return found.left.length + found.came.length > 0 ? found : null;
  });

  $effect(() => {
    const key = wanted;
    const kept = untrack(() => before);
    if (key === null) {
      // Another order may be given in place of one that is taken back; a look at the past changes nothing.
      if (past() === null && kept) before = null;
      return;
    }
    if (session.connection !== "open" || (kept?.key === key && kept.pieces)) return;
    const entry = untrack(() => seen);
    session.ask("at", { entry }).then(
      ({ state }) => {
        if (key === wanted) before = { key, entry, pieces: state.sheet.pieces };
      },
      // The rest can be told all the same.
      () => {
        if (key === wanted) before = { key, entry, pieces: null };
      },
    );
  });

  return {
    get pending() {
      return wanted !== null && before?.key !== wanted;
    },
    get since() {
      return before?.entry ?? null;
    },
    get stirred() {
      return stirred;
    },
  };
}
