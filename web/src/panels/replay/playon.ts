import type { AgentAbout, BranchMatch, GameAbout, Moment, Player } from "../../wire";
import { seated } from "../../shared/players";

/** Who plays on: a seat is taken, all of them, or none. */
export type Side = number | "all" | "none";

/** Seconds that computers wait between their orders: against a person, and where one only looks on. */
const CALM = 0.5;
const SHOWN = 1;

/**
 * What one is asked before a new match begins from a moment: which `side` one takes; where the match keeps a person's secrets from
 * computers, or has one seat, only whether one `go`es on as before. `null` while persons keep secrets from each other: that
 * has to wait for the end, as the service says.
 */
export function question(
  { open, outcome, players }: Pick<Moment, "open" | "outcome" | "players">,
  game: Pick<GameAbout, "seats"> | null,
): "side" | "go" | null {
  const people = players.filter(({ kind }) => kind !== "agent");
  const isBare = open || outcome !== null || people.length === 0;
  if (isBare && (game?.seats.length ?? 0) > 1) return "side";
  return isBare || (people.length === 1 && people[0]?.kind === "human") ? "go" : null;
}

/**
 * The side that is offered: the one that was played, or all where all were; else the one that is to order at the moment from which
 * it goes on.
 */
export function usualSide(players: readonly Player[], moment: Pick<Moment, "acting" | "waiting">): Side {
  const people = players.flatMap(({ kind }, seat) => (kind === "human" ? [seat] : []));
  const [own] = people;
  if (own !== undefined) return people.length === 1 ? own : "all";
  return moment.acting ?? moment.waiting[0] ?? 0;
}

/** The computer that is offered on a seat: the one that played it, or another one on that level. */
export function usualAgent(
  players: readonly Player[],
  seat: number,
  usual: Pick<AgentAbout, "key"> | undefined,
): string {
  const others = [players[seat], ...players].map((player) => player?.agent);
  return others.find((agent) => agent) ?? usual?.key ?? "";
}

/** The seats that computers play on. */
export function computerSeats(side: Side, seats: number): number[] {
  return [...Array(seats).keys()].filter((seat) => side !== "all" && seat !== side);
}

/** What is asked of the service. `agents` are the computers by seat. */
export function playOn(
  entry: number,
  title: string | null,
  side: Side,
  players: readonly Player[],
  agents: readonly string[],
): BranchMatch {
  const wanted = players.reduce<Player[]>(
    (all, _, seat) => {
      const isComputer = side !== "all" && seat !== side;
      return seated(all, seat, isComputer ? (agents[seat] ?? "") : "human");
    },
    [...players],
  );
  return { entry, title, players: wanted, pace: side === "none" ? SHOWN : CALM };
}
