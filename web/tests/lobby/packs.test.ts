import { describe, expect, it } from "vitest";
import { blank, chosenIn, request, titleOf } from "../../src/lobby/form";
import { found, standing } from "../../src/lobby/matches";
import { changing, offersOf, packNamed, packTold } from "../../src/lobby/packs";
import { anew } from "../../src/panels/end/end";
import { andNamed } from "../../src/shared/text";
import type { About, GameAbout, PackAbout, Prospectus, ScenarioAbout, Summary } from "../../src/wire";

const LONG: Prospectus = {
  length: "9 turns",
  time: "an hour",
  size: "13 units",
  difficulty: "easy",
  alone: "fair",
  alone_text: "",
  attacker: "Red",
};
const scenario = (key: string, title: string, prospectus: Prospectus | null = null): ScenarioAbout => ({
  key,
  title,
  text: "",
  prospectus,
  alike: {},
});
const pack = (name: string, fingerprint: string, more: Partial<PackAbout>): PackAbout => ({
  name,
  version: "1",
  fingerprint,
  author: "",
  note: "",
  adds: [],
  changes: [],
  ...more,
});
const HEAVY = pack("Heavy going", "aa", { changes: [scenario("ford", "The Ford", LONG)] });
const WINTER = pack("Winter", "bb", {
  changes: [scenario("ford", "The Ford"), scenario("ridge", "The Ridge")],
});
const WEIR = pack("The Weir", "cc", { adds: [scenario("weir", "The Weir")] });
const GAME: GameAbout = {
  key: "skirmish",
  title: "Skirmish",
  summary: "",
  provenance: [],
  seats: ["Blue", "Red"],
  scenarios: [scenario("ford", "The Ford"), scenario("ridge", "The Ridge")],
  options: [],
  overlays: [],
  questions: [],
  puzzles: [],
  packs: [HEAVY, WINTER, WEIR],
};
const ABOUT: About = { version: "1", games: [GAME], agents: [] };
const FORM = blank(ABOUT, GAME);

describe("data packs", () => {
  it("leave a game without any as it is", () => {
    const bare = { ...GAME };
    delete bare.packs;
    expect(offersOf(bare).map(({ id }) => id)).toEqual(["ford", "ridge"]);
    expect(request(blank(ABOUT, bare), bare)).not.toHaveProperty("packs");
    expect(titleOf(FORM, bare)).toBe("Skirmish: The Ford");
  });
  it("are offered with the scenarios that they change", () => {
    const [ford, ridge, weir] = offersOf(GAME);
    expect(changing(GAME, ford)).toEqual([HEAVY, WINTER]);
    expect(changing(GAME, ridge)).toEqual([WINTER]);
    expect(changing(GAME, weir)).toEqual([]);
  });
  it("go into the request and the title, in their order and only where they change something", () => {
    const both = { ...FORM, packs: ["bb", "aa"] };
    expect(request(both, GAME)).toMatchObject({ scenario: "ford", packs: ["aa", "bb"] });
    expect(titleOf(both, GAME)).toBe("Skirmish: The Ford, with Heavy going and Winter");
    const ridge = { ...both, scenario: "ridge" };
    expect(request(ridge, GAME)).toMatchObject({ scenario: "ridge", packs: ["bb"] });
  });
  it("tell of a scenario as they have it", () => {
    expect(chosenIn(FORM, GAME).scenario?.prospectus).toBeNull();
    expect(chosenIn({ ...FORM, packs: ["aa"] }, GAME).scenario?.prospectus).toBe(LONG);
  });
  it("bring scenarios of their own, played with that pack whatever else is wanted", () => {
    const own = { ...FORM, scenario: "cc weir", packs: ["aa"] };
    expect(request(own, GAME)).toMatchObject({
      scenario: "weir",
      packs: ["cc"],
      title: "Skirmish: The Weir",
    });
  });
  it("of one name are told apart", () => {
    const twins = [
      WEIR,
      { ...WEIR, version: "2", fingerprint: "dd" },
      { ...WEIR, version: "2", fingerprint: "ee" },
    ];
    const game = { ...GAME, packs: twins };
    expect(packNamed(WEIR, GAME)).toBe("The Weir");
    expect(twins.map((one) => packNamed(one, game))).toEqual([
      "The Weir (version 1)",
      "The Weir (version 2, dd)",
      "The Weir (version 2, ee)",
    ]);
    expect(new Set(offersOf(game).map(({ id }) => id)).size).toBe(5);
  });
  it("say what they are", () => {
    expect(packTold(WEIR)).toBe("Version 1.");
    expect(packTold({ ...WEIR, note: "Wet feet.", author: "Ada" })).toBe("Wet feet. Version 1, by Ada.");
  });
});

describe("a match with data packs", () => {
  const match: Summary = {
    id: "m",
    title: "Tuesday",
    game: "skirmish",
    scenario: "ford",
    options: {},
    players: [],
    open: false,
    pace: 0,
    orders: 0,
    waiting: [0],
    where: [],
    outcome: null,
    created: "",
    changed: "",
    damaged: false,
    packs: [{ name: "Heavy going", version: "1", fingerprint: "aa" }],
  };
  it("is played anew with them", () => {
    expect(anew(match, false).packs).toEqual(["aa"]);
    const bare = { ...match };
    delete bare.packs;
    expect(anew(bare, false)).not.toHaveProperty("packs");
  });
  it("says in the list that one is lacking", () => {
    expect(standing(match, GAME)).toBe("Blue to decide");
    const lost = { ...match, lacks: "it needs the data pack" };
    expect(standing(lost, GAME)).toBe("Needs its data pack");
    expect(found([match, lost], "needs", [GAME])).toEqual([lost]);
  });
});

describe("names in a row", () => {
  it("end with an and", () => {
    expect([[], ["A"], ["A", "B"], ["A", "B", "C"]].map(andNamed)).toEqual([
      "",
      "A",
      "A and B",
      "A, B and C",
    ]);
  });
});
