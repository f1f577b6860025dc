import { describe, expect, it } from "vitest";
import {
  agentsFor,
  blank,
  introduction,
  mailRequest,
  offered,
  request,
  usual,
  wholeNumber,
} from "../../src/lobby/form";
import { guidedMatch, guidedScenario } from "../../src/panels/tour/guides";
import { attackerOf, beginWith, inBrief, inOrder } from "../../src/lobby/prospectus";
import { ago, found, sorted, standing } from "../../src/lobby/matches";
import { covering, pictureOf } from "../../src/lobby/picture";
import { grouped, ranked } from "../../src/shared/players";
import type { About, GameAbout, GridData, Prospectus, Scene, Summary } from "../../src/wire";

const GAME: GameAbout = {
  key: "westfront",
  title: "WestFront",
  summary: "",
  provenance: [],
  seats: ["Allied", "Axis"],
  scenarios: [
    { key: "husky", title: "Husky", text: "", prospectus: null, alike: {} },
    { key: "S43", title: "Summer 1943", text: "", prospectus: null, alike: { greedy: "staff" } },
  ],
  options: [
    { name: "fog", type: "bool", default: true, choices: [], title: "", help: "" },
    { name: "weather", type: "choice", default: "rolled", choices: ["rolled", "dry"], title: "", help: "" },
  ],
  overlays: [],
  questions: [],
  puzzles: [],
};
const SKIRMISH: GameAbout = { ...GAME, key: "skirmish", title: "Skirmish", seats: ["Blue", "Red"] };
const ABOUT: About = {
  version: "1",
  games: [GAME, SKIRMISH],
  agents: [
    { key: "staff", title: "", text: "", games: ["westfront"], level: true },
    { key: "random", title: "", text: "", games: ["westfront", "skirmish"], level: false },
    { key: "greedy", title: "", text: "", games: ["westfront", "skirmish"], level: true },
  ],
};

const HOUR: Prospectus = {
  length: "2 months",
  time: "an hour",
  size: "17 blocks on 83 hexes",
  difficulty: "easy",
  alone: "well",
  alone_text: "Little is hidden.",
  first: true,
};

describe("how a computer is introduced", () => {
  const agents = [
    { key: "staff", title: "Officer", text: "Plans its turn.", games: ["westfront"], level: true },
    { key: "greedy", title: "Recruit", text: "Takes what it sees.", games: ["westfront"], level: true },
  ];
  const [husky, summer] = GAME.scenarios;

  it("tells how it plays", () => {
    expect(introduction(agents, "greedy", husky)).toBe("Takes what it sees.");
    expect(introduction(agents, "staff", summer)).toBe("Plans its turn.");
    expect(introduction(agents, "nobody", husky)).toBe("");
  });

  it("names whom it plays just like in a scenario", () => {
    expect(introduction(agents, "greedy", summer)).toMatch(/just as the Officer does/u);
  });
});

describe("the scenario of a game's guide", () => {
  it("need not be the one to begin with", () => {
    expect(guidedScenario(GAME)?.key).toBe("husky");
    const [, summer] = GAME.scenarios;
    expect(guidedScenario({ ...GAME, scenarios: [summer!] })).toBeNull();
    expect(guidedScenario({ ...GAME, key: "other" })).toBeNull();
  });
});

describe("the first scenario of a game", () => {
  it("is the one recommended, or else the first of the list", () => {
    expect(beginWith(GAME)?.key).toBe("husky");
    const [husky, summer] = GAME.scenarios;
    const other = { ...GAME, scenarios: [husky!, { ...summer!, prospectus: HOUR }] };
    expect(beginWith(other)?.key).toBe("S43");
    expect(blank(ABOUT, other).scenario).toBe("S43");
    expect(inOrder(other.scenarios, (one) => one).map(({ key }) => key)).toEqual(["S43", "husky"]);
    expect(inOrder([husky!, summer!], (one) => one)).toEqual([husky, summer]);
  });
  it("tells length, time and size in a line", () => {
    expect(inBrief(HOUR)).toBe("2 months · an hour · 17 blocks");
  });
});

describe("a new match", () => {
  it("can be started as it is filled in: against a computer of middling strength", () => {
    expect(request(blank(ABOUT, GAME), GAME)).toEqual({
      game: "westfront",
      scenario: "husky",
      options: {},
      players: [{ kind: "human" }, { kind: "agent", agent: "greedy" }],
      open: false,
      title: "WestFront: Husky",
      pace: 0.5,
    });
  });
  it("of a game for one player is that player's alone, with nothing disclosed", () => {
    const single = { ...GAME, seats: ["Player"] };
    expect(request(blank(ABOUT, single), single)).toMatchObject({
      players: [{ kind: "human" }],
      open: false,
    });
  });
  it("has a computer on the seat that is not mine", () => {
    const form = { ...blank(ABOUT, GAME), seat: 1, agents: ["staff", "random"], names: ["", " Ann "] };
    expect(request(form, GAME).players).toEqual([
      { kind: "agent", agent: "staff" },
      { kind: "human", name: "Ann" },
    ]);
  });
  it("is open when one person plays all, and when watching only if wished", () => {
    const form = blank(ABOUT, GAME);
    expect(request({ ...form, way: "alone" }, GAME).open).toBe(true);
    expect(request({ ...form, way: "friend", open: true }, GAME).open).toBe(false);
    expect(request({ ...form, way: "watch" }, GAME).open).toBe(false);
    expect(request({ ...form, way: "watch", open: true }, GAME)).toMatchObject({
      open: true,
      players: [
        { kind: "agent", agent: "greedy" },
        { kind: "agent", agent: "greedy" },
      ],
    });
  });
  it("is offered by mail with my seat and name", () => {
    const form = {
      ...blank(ABOUT, GAME),
      way: "mail" as const,
      seat: 1,
      names: ["", "Ann "],
      options: { fog: false },
    };
    expect(mailRequest(form, GAME)).toEqual({
      game: "westfront",
      scenario: "husky",
      options: { fog: false },
      seat: 1,
      name: "Ann",
      title: "WestFront: Husky",
    });
  });
  it("sends only options that were changed and that there are", () => {
    const form = { ...blank(ABOUT, GAME), options: { fog: false, weather: "rolled", old: 3 } };
    expect(request(form, GAME).options).toEqual({ fog: false });
  });
  it("offers no computer where there is none", () => {
    const form = blank({ ...ABOUT, agents: [] }, GAME);
    expect(form.way).toBe("friend");
    expect(request(form, GAME).players).toEqual([{ kind: "human" }, { kind: "human" }]);
  });
  it("offers the levels of strength first, and all where there are none", () => {
    const { levels, others } = grouped(ABOUT.agents);
    expect(levels.map((agent) => agent.key)).toEqual(["greedy", "staff"]);
    expect(others.map((agent) => agent.key)).toEqual(["random"]);
    expect(grouped(others)).toEqual({ levels: others, others: [] });
  });
  it("keeps to the level that was chosen before, where it plays", () => {
    expect(usual(ABOUT.agents, "staff")?.key).toBe("staff");
    expect(usual(ABOUT.agents, "gone")?.key).toBe("greedy");
    expect(usual([ABOUT.agents[1]!], "staff")?.key).toBe("random");
    expect(blank(ABOUT, GAME, "staff").agents).toEqual(["staff", "staff"]);
    expect(blank(ABOUT, SKIRMISH, "staff").agents).toEqual(["greedy", "greedy"]);
  });
  it("ranks computers and puts the game to learn on first", () => {
    expect(ranked(ABOUT.agents).map((agent) => agent.key)).toEqual(["random", "greedy", "staff"]);
    const levels = ["marshal", "staff", "other", "general", "greedy"].map((key) => ({
      key,
      title: "",
      text: "",
      games: [],
      level: true,
    }));
    expect(ranked(levels).map((agent) => agent.key)).toEqual([
      "greedy",
      "staff",
      "general",
      "marshal",
      "other",
    ]);
    expect(agentsFor(ABOUT, SKIRMISH).map((agent) => agent.key)).toEqual(["random", "greedy"]);
    expect(offered(ABOUT).map((game) => game.key)).toEqual(["skirmish", "westfront"]);
    expect(guidedMatch("ford", ABOUT)).toMatchObject({ game: "skirmish", scenario: "ford" });
    expect(guidedMatch("ford", { ...ABOUT, games: [GAME] })).toBeNull();
  });
  it("takes whole numbers only", () => {
    expect([wholeNumber(" 12 "), wholeNumber("-3"), wholeNumber("1.5"), wholeNumber("")]).toEqual([
      12,
      -3,
      null,
      null,
    ]);
  });
});

describe("matches", () => {
  const match = (id: string, changed: string, over = false): Summary => ({
    id,
    title: id,
    game: "westfront",
    scenario: "husky",
    options: {},
    players: [],
    open: false,
    pace: 0,
    orders: 3,
    waiting: [0],
    where: ["July II", "movement"],
    outcome: over ? { winner: 1, case: "17.1", reason: "", level: "decisive", scores: [] } : null,
    created: changed,
    changed,
    damaged: false,
  });

  it("say whom they wait for, or who has won", () => {
    expect(standing(match("a", ""), GAME)).toBe("Allied to decide");
    expect(standing({ ...match("a", ""), waiting: [0, 1] }, GAME)).toBe("Allied and Axis to decide");
    const players = ["agent", "human"].map((kind) => ({ kind }) as Summary["players"][number]);
    expect(standing({ ...match("a", ""), players, waiting: [0, 1] }, GAME)).toBe("Your turn");
    expect(standing({ ...match("a", ""), players }, GAME)).toBe("Allied to decide");
    const both = [...players.slice(1), ...players.slice(1)];
    expect(standing({ ...match("a", ""), players: both }, GAME)).toBe("Allied to decide");
    expect(standing(match("a", "", true), GAME)).toBe("Axis has won: decisive");
    expect(standing({ ...match("a", ""), damaged: true }, GAME)).toContain("Damaged");
  });
  it("come latest first, those that are over last", () => {
    const all = [match("old", "2026-01-01"), match("over", "2026-03-01", true), match("new", "2026-02-01")];
    expect(sorted(all).map((one) => one.id)).toEqual(["new", "old", "over"]);
    expect(found(all, "won decisive", [GAME]).map((one) => one.id)).toEqual(["over"]);
  });
  it("tell how long ago they were", () => {
    const now = Date.parse("2026-05-02T12:00:00Z");
    expect(ago("2026-05-02T11:59:30Z", now)).toBe("just now");
    expect(ago("2026-05-02T11:20:00Z", now)).toBe("40 minutes ago");
    expect(ago("2026-05-02T09:00:00Z", now)).toBe("3 hours ago");
    expect(ago("2026-05-01T11:00:00Z", now)).toBe("yesterday");
    expect(ago("2026-01-01T11:00:00Z", now)).toBe("2026-01-01");
  });
});

describe("pictures of maps", () => {
  const grid: GridData = {
    width: 2,
    height: 2,
    orientation: "pointy",
    hexes: [
      { id: 0, label: "a", x: 0, y: 0, terrain: "clear" },
      { id: 1, label: "b", x: 400, y: 0, terrain: "clear", name: "East" },
      { id: 2, label: "c", x: 400, y: 100, terrain: "clear" },
    ],
  };
  it("fill their place, about what has a name, within the hexes", () => {
    expect(covering(grid, 100, 100)).toEqual({ x: 300, y: 0, width: 100, height: 100, scale: 1 });
  });
  it("show what a scenario is about, and no map without its edge", () => {
    const wide = {
      ...grid,
      hexes: [0, 1000, 2000].map((x, id) => ({ id, label: "", x, y: x / 2, terrain: "clear", name: "" })),
    };
    expect(covering(wide, 100, 100, [1])).toEqual({
      x: 900,
      y: 400,
      width: 201,
      height: 201,
      scale: 100 / 201,
    });
    expect(covering(wide, 100, 100, [2])).toMatchObject({ x: 1799, y: 799 });
    expect(covering(wide, 100, 100, [0, 1, 2])).toMatchObject({ scale: 0.1 });
    expect(covering(wide, 100, 100, [9])).toEqual(covering(wide, 100, 100));
  });
  it("leave out letters too small to read, and the frame", () => {
    const scene = {
      letterings: { town: { face: "plain", size: 20, fill: "" } },
      layers: [
        { name: "frame", items: [] },
        { name: "names", items: [{ is: "text", text: "Caen", x: 0, y: 0, lettering: "town" }] },
      ],
    } as unknown as Scene;
    expect(pictureOf(scene, 0.2).layers).toEqual([{ name: "names", items: [] }]);
    expect(pictureOf(scene, 1).layers[0]?.items).toHaveLength(1);
  });
});

describe("the side to begin with", () => {
  const [husky] = GAME.scenarios;
  const attacked = { ...GAME, scenarios: [{ ...husky!, prospectus: { ...HOUR, attacker: "Axis" } }] };

  it("is the one that attacks in the scenario", () => {
    expect(attackerOf(attacked, attacked.scenarios[0])).toBe(1);
    expect(blank(ABOUT, attacked).seat).toBe(1);
  });

  it("is the first where nobody attacks", () => {
    expect(attackerOf(GAME, GAME.scenarios[0])).toBeNull();
    expect(attackerOf(GAME, undefined)).toBeNull();
    expect(blank(ABOUT, GAME).seat).toBe(0);
  });
});
