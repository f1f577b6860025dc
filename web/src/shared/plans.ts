import type { Session } from "../state/session.svelte";
import { playerNamed } from "./players";

/** What the computer on a seat had in mind: whose plan it is, and its lines. */
export interface Plan {
  seat: number;
  whose: string;
  lines: readonly string[];
}

/** The seats that computers play. */
export function computerSeats(session: Session): number[] {
  return (session.state?.players ?? session.summary?.players ?? []).flatMap((player, seat) =>
    player.kind === "agent" ? [seat] : [],
  );
}

/** What each of these computers had in mind, by seat. */
export function plansOf(session: Session, seats: readonly number[]): Promise<Plan[]> {
  return Promise.all(
    seats.map(async (seat) => {
      const player = session.summary?.players[seat];
      const name = player ? `: ${playerNamed(player, session.agents)}` : "";
      const { plan } = await session.ask("plan", { seat });
      return { seat, whose: `${session.seatName(seat)}${name}`, lines: plan };
    }),
  );
}
