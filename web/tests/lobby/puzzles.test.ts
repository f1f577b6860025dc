import { describe, expect, it } from "vitest";
import { isPuzzle, puzzleMatch, solvedOf, withPuzzles } from "../../src/lobby/puzzles";
import { anew } from "../../src/panels/end/end";
import type { About, GameAbout, Summary } from "../../src/wire";

const GAME: GameAbout = {
  key: "westfront",
  title: "WestFront",
  summary: "",
  provenance: [],
  seats: ["Allied", "Axis"],
  scenarios: [],
  options: [],
  overlays: [],
  questions: [],
  puzzles: [
    { key: "puzzle-one", title: "One", grade: "easy", task: "Do it.", lesson: "So it goes.", seat: 1 },
    { key: "puzzle-two", title: "Two", grade: "hard", task: "Do it again.", lesson: "So it goes.", seat: 0 },
  ],
};
const ABOUT: About = {
  version: "1",
  games: [{ ...GAME, key: "midway", puzzles: [] }, GAME],
  agents: [
    { key: "staff", title: "", text: "", games: ["westfront"], level: true },
    { key: "random", title: "", text: "", games: ["westfront"], level: false },
  ],
};

function match(scenario: string, level: string, game = "westfront"): Summary {
  return {
    id: "1",
    title: "a match",
    game,
    scenario,
    options: { fog: false },
    players: [{ kind: "agent", agent: "staff" }, { kind: "human" }],
    open: false,
    pace: 0.5,
    orders: 3,
    waiting: [],
    where: [],
    outcome: { winner: 0, case: "1", reason: "so", level, scores: [] },
    created: "",
    changed: "",
    damaged: false,
  };
}

describe("puzzles in the lobby", () => {
  it("are offered for games that have some", () => {
    expect(withPuzzles(ABOUT).map((game) => game.key)).toEqual(["westfront"]);
  });

  it("are solved when a match of theirs was", () => {
    const matches = [
      match("puzzle-one", "solved"),
      match("puzzle-two", "not solved"),
      match("puzzle-two", "solved", "skirmish"),
      match("S43", "solved"),
    ];
    expect([...solvedOf(GAME, matches)]).toEqual(["puzzle-one"]);
    expect(isPuzzle("S43")).toBe(false);
  });

  it("are played from their own seat against the staff", () => {
    const wish = puzzleMatch(ABOUT, GAME, GAME.puzzles[0]!);
    expect(wish.scenario).toBe("puzzle-one");
    expect(wish.players).toEqual([{ kind: "agent", agent: "staff" }, { kind: "human" }]);
  });

  it("are started over with the same players, under the same title", () => {
    const wish = anew(match("puzzle-one", "not solved"), false);
    expect(wish).toMatchObject({ scenario: "puzzle-one", title: "a match", options: { fog: false } });
    expect(wish.players?.[1]).toEqual({ kind: "human" });
    expect(anew(match("S43", ""), true).players?.[0]).toEqual({ kind: "human" });
  });
});
