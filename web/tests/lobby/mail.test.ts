import { describe, expect, it } from "vitest";
import { fingerprint, nextStep } from "../../src/lobby/mail/words";
import { byMail, fileName, playerNamed, playerText, seated, seatKey } from "../../src/shared/players";
import type { AgentAbout, MailState, Player } from "../../src/wire";

const STATE = { id: "a", title: "", game: "", scenario: "", seats: [], parts: 0, match: null, news: "" };

describe("a match by mail", () => {
  it("says what to do next, whatever its status", () => {
    const all: MailState["status"][] = ["offered", "offer", "yours", "ready", "theirs", "over"];
    const said = all.map((status) => nextStep({ ...STATE, status }));
    expect(new Set(said).size).toBe(all.length);
    expect(nextStep({ ...STATE, status: "ready" })).toMatch(/send the file/i);
  });
  it("shows keys short enough to read out", () => {
    expect(fingerprint("a910ac8c2b407ec901195c69")).toBe("A910 AC8C 2B40 7EC9");
  });
});

describe("players", () => {
  const players: Player[] = [
    { kind: "human", name: "Ann" },
    { kind: "agent", agent: "staff" },
  ];
  const remote: Player = { kind: "remote", name: "Bob" };

  it("are told apart", () => {
    expect(players.map(playerText)).toEqual(["Ann", "Computer (Staff)"]);
    expect(playerText({ kind: "human" })).toBe("Person");
    const recruit = { key: "greedy", title: "Recruit", games: [], level: true } as unknown as AgentAbout;
    expect(playerNamed({ kind: "agent", agent: "greedy" }, [recruit])).toBe("Computer (Recruit)");
    expect(playerNamed({ kind: "agent", agent: "staff" }, [recruit])).toBe("Computer (Staff)");
    expect(playerText(remote)).toBe("Bob by mail");
    expect([...players, remote].map(seatKey)).toEqual(["human", "staff", "remote"]);
    expect(byMail({ players })).toBe(false);
    expect(byMail({ players: [remote] })).toBe(true);
  });
  it("hand a seat to a computer and take it back with the others left as they are", () => {
    const given = seated(players, 0, "greedy");
    expect(given).toEqual([{ kind: "agent", agent: "greedy" }, players[1]]);
    expect(seated(given, 1, "human")[1]).toEqual({ kind: "human", name: null });
  });
});

describe("fileName", () => {
  it("has only letters that every system takes", () => {
    expect(fileName({ title: "WestFront: Husky, the 2nd / Café" }, "txt")).toBe(
      "westfront-husky-the-2nd-cafe.txt",
    );
    expect(fileName({ title: "???" }, "match")).toBe("match.match");
  });
});
