import type { AgentAbout, Player, Summary } from "../wire";
import { capital } from "./text";

/** Computers that are known here, weakest first. */
const STRENGTH = [
  "passive",
  "random",
  "hoarder",
  "dove",
  "rusher",
  "greedy",
  "learned",
  "staff-1",
  "solver",
  "staff",
  "general",
  "marshal",
];

/** Computers, weakest first; those that are not known here stay in their order at the end. */
export function ranked(agents: readonly AgentAbout[]): AgentAbout[] {
  const rank = (agent: AgentAbout): number => {
    const at = STRENGTH.indexOf(agent.key);
    return at < 0 ? STRENGTH.length : at;
  };
  return [...agents].sort((a, b) => rank(a) - rank(b));
}

/** The levels of strength, and who is there to compare with and to study: each weakest first. Where there are no levels, all
 * are offered alike. */
export function grouped(agents: readonly AgentAbout[]): { levels: AgentAbout[]; others: AgentAbout[] } {
  const all = ranked(agents);
  const levels = all.filter((agent) => agent.level);
  return levels.length > 0
    ? { levels, others: all.filter((agent) => !agent.level) }
    : { levels: all, others: [] };
}

/** A computer's name in a word: `Staff`. */
function agentName(key: string): string {
  return capital(key);
}

/** Who plays a seat, computers by the names by which they are chosen. */
export function playerNamed(player: Player, agents: readonly AgentAbout[]): string {
  const agent = agents.find((one) => one.key === player.agent);
  return player.kind === "agent" && agent ? `Computer (${agent.title})` : playerText(player);
}

/** Who plays a seat, in a word or two. */
export function playerText(player: Player): string {
  if (player.kind === "human") return player.name?.trim() || "Person";
  if (player.kind === "remote") return `${player.name?.trim() || "Somebody"} by mail`;
  return `Computer (${agentName(player.agent ?? "unknown")})`;
}

/** Players with another one on a seat. */
export function seated(players: readonly Player[], seat: number, key: string): Player[] {
  return players.map((player, index) => {
    if (index !== seat) return player;
    return key === "human" ? { kind: "human", name: player.name ?? null } : { kind: "agent", agent: key };
  });
}

/** What a choice of players calls the one on a seat now. */
export function seatKey(player: Player): string {
  return player.kind === "agent" ? (player.agent ?? "") : player.kind;
}

/** Whether one of the seats plays by mail. */
export function byMail(match: Pick<Summary, "players"> | null): boolean {
  return match?.players.some((player) => player.kind === "remote") ?? false;
}

/** Why a match under way has no record yet, and what there is instead. */
export const SEALED =
  "The match is kept by itself, and goes on from the lobby. Its record holds every secret, so it can be saved when the match is over; until then a transcript tells what one side knows.";

/** A name for a file of this match. */
export function fileName(summary: Pick<Summary, "title">, ending: string): string {
  const plain = summary.title
    .normalize("NFKD")
    .replace(/[^\w\s-]/g, "")
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "-");
  return `${plain || "match"}.${ending}`;
}

/** Hand a text to the browser as a file. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 10_000);
}
