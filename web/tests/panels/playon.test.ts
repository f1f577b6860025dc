import { describe, expect, it } from "vitest";
import { computerSeats, playOn, question, usualAgent, usualSide } from "../../src/panels/replay/playon";
import type { Moment, Player } from "../../src/wire";

const HUMAN: Player = { kind: "human", name: "Ann" };
const OFFICER: Player = { kind: "agent", agent: "staff" };
const OVER = { winner: 0, case: "1.0", level: "", reason: "all is won", scores: [1, 0] };
const GAME = { seats: ["Blue", "Red"] };

function moment(over: Partial<Moment>): Pick<Moment, "open" | "outcome" | "players" | "acting" | "waiting"> {
  return { open: false, outcome: null, players: [OFFICER, OFFICER], acting: null, waiting: [], ...over };
}

describe("who plays on", () => {
  it("is asked where no person has secrets", () => {
    expect(question(moment({}), GAME)).toBe("side");
    expect(question(moment({ open: true, players: [HUMAN, HUMAN] }), GAME)).toBe("side");
  });
  it("stays as it is, which is told, where one person plays against computers, or there is one seat", () => {
    expect(question(moment({ players: [HUMAN, OFFICER] }), GAME)).toBe("go");
    expect(question(moment({ open: true, players: [HUMAN] }), { seats: ["You"] })).toBe("go");
    expect(question(moment({ players: [HUMAN] }), { seats: ["You"] })).toBe("go");
  });
  it("has to wait for the end while persons keep secrets from each other", () => {
    expect(question(moment({ players: [HUMAN, HUMAN] }), GAME)).toBeNull();
    expect(question(moment({ players: [HUMAN, { kind: "remote" }] }), GAME)).toBeNull();
    expect(question(moment({ players: [HUMAN, HUMAN], outcome: OVER }), GAME)).toBe("side");
  });
  it("is at first who is to order, or who played before", () => {
    expect(usualSide([OFFICER, OFFICER], moment({ acting: 1 }))).toBe(1);
    expect(usualSide([OFFICER, OFFICER], moment({ waiting: [1] }))).toBe(1);
    expect(usualSide([OFFICER, HUMAN], moment({ acting: 0 }))).toBe(1);
    expect(usualSide([HUMAN, HUMAN], moment({ acting: 0 }))).toBe("all");
  });
  it("meets the computer that played, on whichever seat, or the usual one", () => {
    expect(usualAgent([HUMAN, OFFICER], 1, { key: "greedy" })).toBe("staff");
    expect(usualAgent([HUMAN, OFFICER], 0, { key: "greedy" })).toBe("staff");
    expect(usualAgent([HUMAN, HUMAN], 0, { key: "greedy" })).toBe("greedy");
  });
  it("leaves the other seats to computers", () => {
    expect(computerSeats(0, 2)).toEqual([1]);
    expect(computerSeats("all", 2)).toEqual([]);
    expect(computerSeats("none", 2)).toEqual([0, 1]);
  });
});

describe("what is asked of the service", () => {
  it("is a person on the side that is taken, and a calm pace", () => {
    expect(playOn(7, "T", 1, [OFFICER, OFFICER], ["staff", "greedy"])).toEqual({
      entry: 7,
      title: "T",
      players: [
        { kind: "agent", agent: "staff" },
        { kind: "human", name: null },
      ],
      pace: 0.5,
    });
  });
  it("is an order a second where one only looks on", () => {
    const { players, pace } = playOn(7, null, "none", [HUMAN, OFFICER], ["greedy", "staff"]);
    expect(players?.map(({ kind }) => kind)).toEqual(["agent", "agent"]);
    expect(pace).toBe(1);
  });
});
