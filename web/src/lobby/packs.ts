import type { GameAbout, PackAbout, ScenarioAbout } from "../wire";

/** A scenario to choose: of the game, or of the data pack that brings it. */
export interface Offer {
  id: string;
  scenario: ScenarioAbout;
  from: PackAbout | null;
}

/** The data packs of a game. */
export function packsOf(game: GameAbout): readonly PackAbout[] {
  return game.packs ?? [];
}

/** All scenarios of a game, those that data packs bring last. */
export function offersOf(game: GameAbout): Offer[] {
  const own = game.scenarios.map((scenario): Offer => ({ id: scenario.key, scenario, from: null }));
  const brought = packsOf(game).flatMap((from) =>
    // Two editions of a pack may bring a scenario of one key.
    from.adds.map((scenario): Offer => ({ id: `${from.fingerprint} ${scenario.key}`, scenario, from })),
  );
  return [...own, ...brought];
}

/** The data packs with which a scenario of the game is another one; those that packs bring are as they are. */
export function changing(game: GameAbout, offer: Offer | undefined): PackAbout[] {
  if (!offer || offer.from) return [];
  return packsOf(game).filter(({ changes }) => changes.some(({ key }) => key === offer.scenario.key));
}

/** The packs that a match is played with: the one that brings its scenario, or those that were `wanted` and change it. */
export function playedWith(
  game: GameAbout,
  offer: Offer | undefined,
  wanted: readonly string[],
): PackAbout[] {
  if (offer?.from) return [offer.from];
  return changing(game, offer).filter(({ fingerprint }) => wanted.includes(fingerprint));
}

/** A scenario as it is told of with the packs that it is played with: the last of them that says something has its way. */
export function toldWith(offer: Offer | undefined, packs: readonly PackAbout[]): ScenarioAbout | undefined {
  const key = offer?.scenario.key;
  return packs.flatMap(({ changes }) => changes.filter((one) => one.key === key)).at(-1) ?? offer?.scenario;
}

/** The name of a pack, with its version (and, where need be, its fingerprint) if another one has the same. */
export function packNamed(pack: PackAbout, game: GameAbout): string {
  const twins = packsOf(game).filter(({ name }) => name === pack.name);
  if (twins.length === 1) return pack.name;
  const alike = twins.filter(({ version }) => version === pack.version).length > 1;
  return `${pack.name} (version ${pack.version}${alike ? `, ${pack.fingerprint}` : ""})`;
}

/** What a pack says of itself, below its name: `Forests slow everybody. Version 2, by Ada.` */
export function packTold({ note, version, author }: PackAbout): string {
  return [note.trim(), `Version ${version}${author.trim() ? `, by ${author.trim()}` : ""}.`]
    .filter(Boolean)
    .join(" ");
}
