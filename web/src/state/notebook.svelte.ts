import { isHidden } from "../story/recap";
import type { MatchEvent, Note, Piece, RosterUnit } from "../wire";
import type { Session } from "./session.svelte";
import { messageOf } from "./session.svelte";

/** What the viewer's seat keeps with the match: notes on hexes and units, and names of moments. */
export class Notebook {
  notes: readonly Note[] = $state.raw([]);
  /** What a note is being written about; null when none is. */
  writing: Pick<Note, "sort" | "number"> | null = $state.raw(null);

  constructor(private readonly session: Session) {}

  /** Fetch what is kept. Whoever looks on without a seat keeps nothing. */
  async load(): Promise<void> {
    const { state } = this.session;
    if (!state || (state.seat === null && !state.open)) {
      this.notes = [];
      return;
    }
    try {
      this.notes = (await this.session.ask("notes", {})).notes ?? [];
    } catch {
      this.notes = []; // the seat is a computer's by now, or the connection is gone
    }
  }

  about(sort: Note["sort"], number: number): string {
    return this.notes.find((note) => note.sort === sort && note.number === number)?.text ?? "";
  }

  /** Keep a note in place of the one about the same thing; an empty one takes that away. Whether it is kept. */
  async keep(sort: Note["sort"], number: number, text: string): Promise<boolean> {
    try {
      await this.session.ask("note", { sort, number, text });
    } catch (error) {
      this.session.notify("bad", messageOf(error));
      return false;
    }
    await this.load();
    return true;
  }
}

/** Where an enemy was last seen that is out of sight now, and what was told of it. */
export interface Sighting {
  unit: number;
  title: string;
  text: string;
  entry: number;
}

/**
 * The enemies last seen in a hex in which a piece shows only its back, from what this viewer was told: units of another
 * side that none of the pieces shows now, and that are not known to be gone. They may be elsewhere since.
 */
export function sightings(
  hex: number,
  side: number | null,
  pieces: readonly Piece[],
  events: readonly MatchEvent[],
  roster: readonly RosterUnit[],
): Sighting[] {
  if (side === null || !pieces.some((piece) => piece.hex === hex && isHidden(piece, side))) return [];
  const inSight = new Set(pieces.map((piece) => piece.unit));
  const last = new Map<number, MatchEvent>();
  const gone = new Set<number>();
  for (const event of events)
    for (const unit of event.units ?? []) {
      if (event.kind === "eliminated") gone.add(unit);
      else if ((event.hexes ?? []).length > 0) {
        last.set(unit, event);
        gone.delete(unit); // it has been raised again
      }
    }
  return roster.flatMap(({ unit, title, side: owner }) => {
    const event = last.get(unit);
    if (owner === side || inSight.has(unit) || gone.has(unit) || event?.hexes?.at(-1) !== hex) return [];
    return [{ unit, title, text: event.text, entry: event.entry }];
  });
}
