import { battlesOf, type Battle } from "../../story/battles";
import type { MatchEvent } from "../../wire";

/** What of the log is shown. */
export interface LogFilter {
  /** Words that all have to be there. */
  text: string;
  /** `all`, `dice` for what was rolled, or the seat whose orders brought it about. */
  show: "all" | "dice" | number;
}

/** Events of one entry: what one order brought about. */
export interface LogGroup {
  entry: number;
  seat: number | null;
  events: MatchEvent[];
}

/** The events that a filter lets through. */
export function filtered(events: readonly MatchEvent[], filter: LogFilter): MatchEvent[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return events.filter((event) => {
    if (filter.show === "dice" && !event.draw) return false;
    if (typeof filter.show === "number" && event.seat !== filter.show) return false;
    const said = `${event.text} ${event.draw?.purpose ?? ""} ${event.case}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
}

/** Events in groups, one an entry, in order. */
export function grouped(events: readonly MatchEvent[]): LogGroup[] {
  const groups: LogGroup[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last?.entry === event.entry) last.events.push(event);
    else groups.push({ entry: event.entry, seat: event.seat ?? null, events: [event] });
  }
  return groups;
}

/** What the log shows: events of one order, or a battle as a whole, with the seat that began it. */
export type LogItem = LogGroup | { entry: number; seat: number | null; battle: Battle };

/** Events as they are told when all of them are there: battles as cards, where they began. */
export function told(events: readonly MatchEvent[]): LogItem[] {
  const owner = new Map(battlesOf(events).flatMap((battle) => battle.events.map((event) => [event, battle])));
  const items: LogItem[] = [];
  const begun = new Set<Battle>();
  let plain: MatchEvent[] = [];
  const flush = (): void => {
    items.push(...grouped(plain));
    plain = [];
  };
  for (const event of events) {
    const battle = owner.get(event);
    if (!battle) plain.push(event);
    else if (!begun.has(battle)) {
      flush();
      begun.add(battle);
      items.push({ entry: event.entry, seat: event.seat ?? null, battle });
    }
  }
  flush();
  return items;
}
