import type {
  About,
  AgentAbout,
  GameAbout,
  NewMail,
  NewMatch,
  PackAbout,
  Player,
  ScenarioAbout,
  Value,
} from "../wire";
import { ranked } from "../shared/players";
import { andNamed } from "../shared/text";
import { offersOf, playedWith, toldWith, type Offer } from "./packs";
import { attackerOf, beginWith } from "./prospectus";

/** How a match is played. */
export type Way = "computer" | "friend" | "alone" | "watch" | "mail";

/** What is filled in to start a match. */
export interface Form {
  game: string;
  /** The `Offer` that is chosen. */
  scenario: string;
  /** The data packs that are wanted where they change the scenario, by fingerprint. */
  packs: string[];
  options: Record<string, Value>;
  way: Way;
  /** The seat of the person at the screen, when it plays only one. */
  seat: number;
  /** The computer of every seat; it counts only where a computer plays. */
  agents: string[];
  /** Names of people by seat; empty ones are left out. */
  names: string[];
  /** Whether both sides are seen, where that can be chosen. */
  open: boolean;
}

/** The game that is made for learning. */
export const TOUR_GAME = "skirmish";

/** Games as they are offered: first the one to learn on. */
export function offered(about: About): GameAbout[] {
  return [...about.games].sort((a, b) => Number(b.key === TOUR_GAME) - Number(a.key === TOUR_GAME));
}

/** The computers that know a game, weakest first. */
export function agentsFor(about: { agents: readonly AgentAbout[] }, game: GameAbout): AgentAbout[] {
  return ranked(about.agents.filter((agent) => agent.games.includes(game.key)));
}

/** How a computer is introduced in a scenario: how it plays, or whom it plays just like there. */
export function introduction(agents: readonly AgentAbout[], key: string, scenario?: ScenarioAbout): string {
  const find = (name?: string): AgentAbout | undefined => agents.find((agent) => agent.key === name);
  const other = find(scenario?.alike[key]);
  return other
    ? `Plays this scenario just as the ${other.title} does: it is too long to try plans in.`
    : (find(key)?.text ?? "");
}

/** Which computer one meets: the level that was chosen `before`, if there is one; else one for newcomers, that moves and fights,
 * but does not plan; else the strongest. */
export function usual(agents: readonly AgentAbout[], before = ""): AgentAbout | undefined {
  const known = (key: string): AgentAbout | undefined => agents.find((agent) => agent.key === key);
  return known(before) ?? known("greedy") ?? agents.at(-1);
}

/** Whether a game has one player alone: who plays it is no question then. */
export function isForOne(game: GameAbout): boolean {
  return game.seats.length === 1;
}

/** A form filled in so that it can be sent as it is, with the level that was chosen `before`. */
export function blank(about: About, game: GameAbout, before = ""): Form {
  const agents = agentsFor(about, game);
  const opponent = usual(agents, before);
  const scenario = beginWith(game);
  return {
    game: game.key,
    scenario: scenario?.key ?? "",
    packs: [],
    options: defaults(game),
    way: opponent && !isForOne(game) ? "computer" : "friend",
    seat: attackerOf(game, scenario) ?? 0,
    agents: game.seats.map(() => opponent?.key ?? ""),
    names: game.seats.map(() => ""),
    open: false,
  };
}

/** What is chosen: the scenario, and the data packs that it is played with. */
export function chosenIn(
  form: Form,
  game: GameAbout,
): { offer: Offer | undefined; scenario: ScenarioAbout | undefined; packs: PackAbout[] } {
  const offer = offersOf(game).find(({ id }) => id === form.scenario);
  const packs = playedWith(game, offer, form.packs);
  return { offer, scenario: toldWith(offer, packs), packs };
}

/** The options of a game as they are unless changed. */
function defaults(game: GameAbout): Record<string, Value> {
  return Object.fromEntries(game.options.map((option) => [option.name, option.default]));
}

/** Who plays each seat. */
function playersOf(form: Form): Player[] {
  return form.agents.map((agent, seat) => {
    const human =
      form.way === "friend" || form.way === "alone" || (form.way === "computer" && seat === form.seat);
    if (!human) return { kind: "agent", agent };
    const name = form.way === "alone" ? "" : (form.names[seat]?.trim() ?? "");
    return name ? { kind: "human", name } : { kind: "human" };
  });
}

/** The request that a filled-in form makes. Options that are as by default are left out. */
export function request(form: Form, game: GameAbout): NewMatch {
  const { offer, packs } = chosenIn(form, game);
  return {
    game: form.game,
    scenario: offer?.scenario.key ?? form.scenario,
    options: changedOptions(form, game),
    players: playersOf(form),
    open: isOpen(form),
    title: titleOf(form, game),
    pace: form.way === "watch" ? 1 : 0.5,
    ...(packs.length > 0 ? { packs: packs.map(({ fingerprint }) => fingerprint) } : {}),
  };
}

/** The offer of a match by mail that a filled-in form makes. */
export function mailRequest(form: Form, game: GameAbout): NewMail {
  return {
    game: form.game,
    scenario: form.scenario,
    options: changedOptions(form, game),
    seat: form.seat,
    name: form.names[form.seat]?.trim() || null,
    title: titleOf(form, game),
  };
}

/** The options that are not as by default. */
function changedOptions(form: Form, game: GameAbout): Record<string, Value> {
  const usual = defaults(game);
  return Object.fromEntries(
    Object.entries(form.options).filter(([name, value]) => name in usual && value !== usual[name]),
  );
}

/** Whether both sides are seen: always when one person plays both, as wished when computers do. */
export function isOpen(form: Form): boolean {
  return form.way === "alone" || (form.way === "watch" && form.open);
}

/** A title that says what is played, such as `Skirmish: The Ford, with Heavy going`. */
export function titleOf(form: Form, game: GameAbout): string {
  const { offer, scenario, packs } = chosenIn(form, game);
  if (!scenario) return game.title;
  const over = offer?.from ? "" : andNamed(packs.map(({ name }) => name));
  return `${game.title}: ${scenario.title}${over && `, with ${over}`}`;
}

/** What a number of an option may be typed as; null when it is no whole number. */
export function wholeNumber(text: string): number | null {
  return /^\s*-?\d+\s*$/.test(text) ? Number(text) : null;
}
