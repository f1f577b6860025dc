import { describe, expect, it } from "vitest";
import {
  aftermathOf,
  battlesOf,
  fallenAt,
  hitsOf,
  hittingOn,
  resultText,
  rollOf,
  throwsOf,
  upTo,
} from "../src/story/battles";
import {
  inShort,
  isBlind,
  isHidden,
  marchText,
  recapOf,
  seenAt,
  stirring,
  unanswered,
  unseenText,
} from "../src/story/recap";
import { drawShares } from "../src/panels/charts/chart";
import { courseOf, decidedBy, happened, lossesByTurn, swings } from "../src/panels/end/end";
import type { MatchEvent, Piece } from "../src/wire";

function event(entry: number, more: Partial<MatchEvent> = {}): MatchEvent {
  return { entry, kind: "x", text: `event ${entry}`, case: "1.1", seat: 1, ...more };
}

function dice(entry: number, values: number[], more: Partial<MatchEvent> = {}): MatchEvent {
  return event(entry, {
    draw: { purpose: "fire", sides: 6, values, seats: null },
    battle: 7,
    by: 0,
    ...more,
  });
}

describe("dice that hit by themselves", () => {
  it("say what they hit on", () => {
    expect([[6], [5, 6], [6, 4, 5], [1, 3, 6], []].map((lit) => hittingOn(lit))).toEqual([
      "hits on 6",
      "hits on 5 and 6",
      "hits on 4 to 6",
      "hits on 1, 3 and 6",
      "",
    ]);
  });
});

describe("battles", () => {
  it("tell who has fallen in the last of them at a hex, as far as it has come", () => {
    const gone = (entry: number, unit: number, battle = 7): MatchEvent =>
      event(entry, { kind: "eliminated", units: [unit], battle });
    const events = [dice(1, [6]), gone(1, 11), event(2), dice(3, [6, 6]), gone(3, 12), gone(4, 13)];
    expect(fallenAt(events, 7, 2)).toEqual([11]);
    expect(fallenAt(events, 7, 3)).toEqual([12]);
    expect(fallenAt(events, 7, 9)).toEqual([12, 13]);
    expect(fallenAt(events, 8, 9)).toEqual([]);
  });

  it("tell what the dice were rolled for once", () => {
    const purpose = "attack on Saint-Aubin at 1:1";
    expect(resultText(`${purpose}: 1/0, attackers 1 step`, purpose)).toBe("1/0, attackers 1 step");
    expect(resultText("attackers 1 step", purpose)).toBe("attackers 1 step");
  });

  it("are what happened at one place without a break, if dice fell", () => {
    const events = [
      event(1),
      event(2, { battle: 7 }),
      dice(2, [5]),
      event(3, { battle: 7, text: "lost" }),
      event(4),
      event(5, { battle: 7 }),
      dice(6, [1], { battle: 8 }),
    ];
    const found = battlesOf(events);
    expect(found.map(({ hex, first, last }) => [hex, first, last])).toEqual([
      [7, 2, 3],
      [8, 6, 6],
    ]);
    expect(found[0] && aftermathOf(found[0]).map((one) => one.text)).toEqual(["lost"]);
    expect(found[0] && rollOf(found[0])?.draw?.values).toEqual([5]);
  });

  it("begin anew where a table is read again, not where more dice hit", () => {
    expect(battlesOf([dice(1, [2]), dice(2, [3])])).toHaveLength(2);
    expect(battlesOf([dice(1, [2], { lit: [6] }), dice(2, [6], { lit: [5, 6] })])).toHaveLength(1);
  });

  it("are contests too, under their titles, with the dice for the same thing together", () => {
    const air = { battle: null, contest: "Air combat", lit: [6] };
    const found = battlesOf([
      event(1, air),
      dice(1, [2], air),
      dice(1, [6], air),
      event(1, { ...air, kind: "verdict", text: "won" }),
      event(2, { contest: "Sea" }),
      event(3, { contest: "West", kind: "verdict" }),
    ]);
    expect(found.map(({ hex, contest }) => [hex, contest])).toEqual([
      [null, "Air combat"],
      [null, "West"],
    ]);
    expect(found[0] && throwsOf(found[0]).map((one) => one.draw?.values)).toEqual([[2, 6]]);
    expect(found[1] && aftermathOf(found[1]).map((one) => one.kind)).toEqual(["verdict"]);
  });

  it("take what was told before their dice in the same order", () => {
    const port = { battle: null, contest: "Ports" };
    const found = battlesOf([
      event(1, { ...port, text: "attacks A" }),
      dice(1, [2], port),
      event(2, { ...port, text: "attacks B" }),
      dice(2, [3], port),
    ]);
    expect(found.map((one) => [one.first, one.last, one.events[0]?.text])).toEqual([
      [1, 1, "attacks A"],
      [2, 2, "attacks B"],
    ]);
  });

  it("keep what their last order did, where the dice of another battle fall in it at once", () => {
    const found = battlesOf([
      dice(1, [2], { battle: 7 }),
      event(2, { battle: 7, text: "one advances" }),
      event(3, { battle: 7, text: "another advances" }),
      dice(3, [5], { battle: 8 }),
      event(4, { battle: 8, text: "is eliminated" }),
    ]);
    expect(found.map((one) => [one.hex, one.last, one.events.map(({ text }) => text).slice(1)])).toEqual([
      [7, 3, ["one advances", "another advances"]],
      [8, 4, ["is eliminated"]],
    ]);
  });

  it("count the hits of each side", () => {
    const [battle] = battlesOf([
      dice(1, [2, 6], { lit: [6] }),
      dice(2, [5, 6, 1], { lit: [5, 6], by: 1 }),
      dice(3, [6], { lit: [6] }),
    ]);
    expect(battle && hitsOf(battle)).toEqual([
      { side: 0, dice: 3, hits: 2 },
      { side: 1, dice: 3, hits: 2 },
    ]);
    expect(battle && upTo(battle, 1)?.events).toHaveLength(1);
    expect(battle && upTo(battle, 0)).toBeNull();
  });
});

describe("the recap", () => {
  const mine = (one: MatchEvent): boolean => one.seat === 0;
  /** Odd units are one's own. */
  const losers = {
    whose: (unit: number | null) => (unit === null ? "the other side" : unit % 2 ? "you" : "Red"),
    unit: (unit: number) => `U${unit}`,
  };

  it("begins after one's own last order", () => {
    const move = event(4, { units: [3], hexes: [1, 2] });
    const found = recapOf([event(2, { units: [3], hexes: [5, 6] }), event(3, { seat: 0 }), move], mine);
    expect(found?.ways.map((way) => way.hexes)).toEqual([[1, 2]]);
    expect(found && inShort(found, losers)).toBe("1 move");
  });

  it("begins after one's own turn, not after what one answered in theirs", () => {
    const begun = (one: MatchEvent): boolean => mine(one) && one.turn !== 1;
    const found = recapOf(
      [
        event(2, { seat: 0, turn: 0 }),
        event(3, { units: [3], hexes: [1, 2], turn: 1 }),
        event(4, { seat: 0, units: [8], hexes: [6, 7], turn: 1, text: "one's own retreat" }),
        event(5, { units: [4], hexes: [5, 6], turn: 1 }),
      ],
      mine,
      begun,
    );
    const events = [event(4, { seat: 0 })];
    const ways = (own: (one: MatchEvent) => boolean) => found && unanswered(found, events, own).ways;
    expect(ways(mine)?.map(({ unit }) => unit)).toEqual([4]);
    expect(ways(() => false)?.map(({ unit }) => unit)).toEqual([3, 4]);
    expect(found).toMatchObject({ first: 3, last: 5, others: [] });
    expect(found?.ways.map((way) => way.unit)).toEqual([3, 4]);
  });

  it("tells a march by where it began and ended, a retreat as it was told", () => {
    const told = (kind: string): string => {
      const way = { units: [3], hexes: [1, 2, 7], kind, text: "U3 goes 1, 2, 7" };
      const [found] = recapOf([event(4, way)], mine)?.ways ?? [];
      return found
        ? marchText(
            found,
            (unit) => `U${unit}`,
            (hex) => `H${hex}`,
          )
        : "";
    };
    expect(told("move")).toBe("U3: H1 to H7");
    expect(told("retreat")).toBe("U3 goes 1, 2, 7");
  });

  it("is none where nothing was done that has a name", () => {
    expect(recapOf([event(1, { seat: 0 }), event(2)], mine)).toBeNull();
    expect(recapOf([event(2, { seat: 0, units: [1], hexes: [1, 2] })], mine)).toBeNull();
  });

  it("leaves out what others answered in a battle of one's own, and what that brought", () => {
    const fought = [
      event(1, { seat: 0, battle: 7 }),
      dice(1, [3], { seat: 0, lit: [6] }),
      dice(2, [5], { by: 1, lit: [5, 6] }),
      event(2, { units: [3] }),
      event(2, { kind: "phase" }),
    ];
    expect(recapOf(fought, mine)).toBeNull();
    const found = recapOf([...fought, event(3, { units: [4], hexes: [1, 2] })], mine);
    expect(found).toMatchObject({ first: 3, battles: [], others: [] });
    expect(found?.ways).toHaveLength(1);
  });

  it("tells where unseen pieces left and came", () => {
    const piece = (hex: number, more: Partial<Piece> = {}): Piece => ({
      side: 1,
      label: "",
      title: "",
      hex,
      face_down: true,
      ...more,
    });
    const open = piece(12, { face_down: false }); // an air unit: no unit of the roster, but known by name
    const before = [open, piece(1), piece(2), piece(3, { unit: 4 }), piece(5, { side: 0 })];
    const now = [piece(2), piece(9), piece(4, { unit: 4 }), piece(6, { side: 0 })];
    expect(stirring(before, now, 0)).toEqual({ left: [1], came: [9] });
  });

  it("leaves to the card of a battle what the battle moved", () => {
    const piece: Piece = { side: 1, label: "", title: "", hex: 1, face_down: true };
    expect(stirring([piece, { ...piece, hex: 3 }], [], 0, new Set([1]))).toEqual({ left: [3], came: [] });
    expect(stirring([piece], [{ ...piece, hex: 2 }], 0, new Set([1, 2]))).toEqual({ left: [], came: [] });
    const title = (hex: number) => `hex ${hex}`;
    expect(unseenText({ left: [1, 3], came: [9] }, title)).toBe(
      "Unseen pieces left hex 1, hex 3; came to hex 9.",
    );
    expect(unseenText({ left: [], came: [9] }, title)).toBe("Unseen pieces came to hex 9.");
  });

  it("tells what the end of their turn brought, though nobody moved", () => {
    const over = event(3, { kind: "phase" });
    const found = recapOf([event(1, { seat: 0 }), event(2), over], mine);
    expect(found?.others).toHaveLength(1);
    expect(found && inShort(found, losers)).toBe("no move seen, 1 other event");
    expect(found && inShort(found, losers, true)).toBe("moved unseen, 1 other event");
    // Where all pieces lie open, as in most set-ups, nobody moved unseen.
    expect(found && inShort(found, losers, false, false)).toBe("1 event");
    expect(recapOf([event(1, { seat: 0 }), over], mine)).toBeNull();
  });

  it("counts marches of those who are not known by name apart from whatever else happened", () => {
    const unseen = event(2, { kind: "move", hexes: [5, 6], text: "a face-down unit goes from 5 to 6" });
    const found = recapOf([event(1, { seat: 0 }), unseen, event(2), event(3, { kind: "phase" })], mine);
    expect(found && inShort(found, losers)).toBe("1 unseen move, 1 other event");
    expect(isBlind(event(2, { kind: "move", units: [3], hexes: [5, 6] }))).toBe(false);
  });

  it("counts who was lost apart from whatever else happened", () => {
    const dead = (...units: number[]): MatchEvent => event(2, { kind: "eliminated", units });
    const told = (...more: MatchEvent[]): string => {
      const over = event(3, { kind: "phase" });
      const found = recapOf([event(1, { seat: 0 }), event(2), ...more, over], mine);
      return found ? inShort(found, losers, true) : "";
    };
    expect(told(dead(7), dead(8))).toBe("moved unseen, you lost U7, Red lost U8, 1 other event");
    expect(told(dead(7, 9))).toBe("moved unseen, you lost U7 and U9, 1 other event");
    expect(told(dead(7, 9), dead(11))).toBe("moved unseen, you lost 3 units, 1 other event");
    expect(told(dead())).toBe("moved unseen, the other side lost 1 unit, 1 other event");
  });

  it("counts steps that were lost elsewhere than in battles, as by those who starve", () => {
    const short = (...units: number[]): MatchEvent[] =>
      units.map((unit) => event(2, { kind: "loss", units: [unit] }));
    const told = (...more: MatchEvent[]): string => {
      const over = event(3, { kind: "phase" });
      const found = recapOf([event(1, { seat: 0 }), event(2), ...more, over], mine);
      return found ? inShort(found, losers, true) : "";
    };
    expect(told(...short(7))).toBe("moved unseen, you lost 1 step, 1 other event");
    expect(told(...short(7, 9, 8), event(2, { kind: "eliminated", units: [11] }))).toBe(
      "moved unseen, you lost U11 and 2 steps, Red lost 1 step, 1 other event",
    );
  });

  it("tells once that moves were not seen", () => {
    const unseen = event(2, { kind: "move", hexes: [5, 6] });
    const found = recapOf([event(1, { seat: 0 }), unseen, event(3, { kind: "phase" })], mine);
    expect(found && inShort(found, losers, true)).toBe("1 unseen move");
  });

  it("names who was lost in a battle, too, and nobody who was only reduced", () => {
    const fought = [
      dice(2, [3]),
      event(2, { kind: "loss", units: [5], battle: 7 }),
      event(3, { kind: "eliminated", units: [7], battle: 7, seat: 0, turn: 1 }),
    ];
    const march = event(4, { units: [4], hexes: [1, 2] });
    const begun = (one: MatchEvent): boolean => mine(one) && one.turn !== 1;
    const found = recapOf([event(1, { seat: 0 }), ...fought, march], mine, begun);
    expect(found && inShort(found, losers)).toBe("1 move, 1 battle, you lost U7");
  });

  it("is told against what stood when one's own turn had ended, or the set-up", () => {
    const events = [event(3), event(4, { turn: 1 }), event(5, { turn: 1 })];
    expect(seenAt(events, 0)).toBe(3);
    expect(seenAt(events, 4)).toBe(4);
    expect(seenAt([], 0)).toBe(0);
    expect(isHidden({ side: 1, label: "", title: "", hex: 1, face_down: true }, 0)).toBe(true);
    expect(isHidden({ side: 1, label: "", title: "", hex: 1, face_down: true, unit: 4 }, 0)).toBe(false);
  });
});

describe("the end", () => {
  it("finds the largest swings, one a moment", () => {
    const chart = {
      key: "points",
      title: "Points",
      entries: [1, 2, 3],
      labels: ["Turn 1", "Turn 2", "Turn 3"],
      lines: [
        { title: "Blue", side: 0, values: [0, 10, 11] },
        { title: "Red", side: 1, values: [0, 1, 10] },
      ],
    };
    expect(swings([chart], 2).map((one) => [one.entry, one.title, one.from, one.to])).toEqual([
      [2, "Blue points", 0, 10],
      [3, "Red points", 1, 10],
    ]);
  });

  it("goes by the chances of victory where they are known", () => {
    const [points, chance] = ["points", "chance"].map((key) => ({
      key,
      title: key === "chance" ? "Chance of victory" : "Points",
      entries: [1, 2],
      labels: ["Turn 1", "Turn 2"],
      lines: [
        { title: "Blue", side: 0, values: [60, 20] },
        { title: "Red", side: 1, values: [40, 80] },
      ],
    }));
    if (!points || !chance) throw new Error("there are two");
    expect(decidedBy([points])).toEqual([points]);
    expect(decidedBy([chance, points])).toEqual([chance]);
    const mute = { ...chance, lines: [{ title: "Blue", side: 0, values: [44, 45, 48, 100] }] };
    expect(decidedBy([mute, points])).toEqual([points, mute]);
    expect(decidedBy([mute])).toEqual([mute]);
    const [blocks, scored, held] = ["blocks", "points", "hexes"].map((key) => ({ ...points, key }));
    expect(decidedBy([blocks!, held!, scored!])).toEqual([scored, held]);
    expect(decidedBy([blocks!])).toEqual([blocks]);
    const lively = { ...points, lines: [{ title: "Blue", side: 0, values: [5, 6, 7] }] };
    expect(courseOf([points, lively])).toBe(lively);
    expect(courseOf([points])).toBe(points);
    expect(swings([chance], 1).map((one) => [one.title, one.from, one.to, one.unit])).toEqual([
      ["Blue chance of victory", 60, 20, "%"],
    ]);
    expect(swings([points], 1)[0]?.unit).toBe("");
    const still = { ...chance, lines: [{ title: "Blue", side: 0, values: [13, 14] }] };
    expect(swings([still], 1)).toEqual([]); // a hundredth more decides nothing
  });

  it("names the share of a draw where the sides' chances leave one", () => {
    const [blue, red] = [
      { title: "Blue", side: 0, values: [60, 0] },
      { title: "Red", side: 1, values: [25, 0] },
    ];
    const chart = { key: "chance", title: "", entries: [1, 2], labels: ["", ""], lines: [blue!, red!] };
    expect(drawShares(chart)).toEqual([15, 100]);
    expect(drawShares({ ...chart, key: "points" })).toBeNull();
    const sure = [
      { ...blue!, values: [60, 100] },
      { ...red!, values: [40, 0] },
    ];
    expect(drawShares({ ...chart, lines: sure })).toBeNull();
  });

  it("counts losses by turn and side", () => {
    const marks = [{ entry: 5, label: "Turn 1 › combat", major: true }];
    const events = [event(2, { kind: "loss", units: [1] }), event(3, { kind: "eliminated", units: [2, 3] })];
    expect(lossesByTurn(events, marks, (unit) => unit % 2)).toEqual([
      { turn: "Turn 1", counts: { 0: 1, 1: 2 } },
    ]);
  });
});

describe("what happened in a decisive moment", () => {
  const names = { hex: (hex: number) => `place ${hex}`, unit: (unit: number) => `unit ${unit}` };
  it("is told by battles, at places that decide first, and by who was lost", () => {
    const events = [
      dice(1, [3], { battle: 1 }),
      dice(3, [3], { battle: 5 }),
      event(4, { kind: "eliminated", units: [12], battle: 5 }),
      event(5),
      dice(6, [3], { battle: 7 }),
      dice(9, [3], { battle: 8 }),
    ];
    const told = happened({ since: 2, entry: 6 }, events, new Set([7]), names);
    expect(told).toBe("Fought at place 7, place 5. Lost: unit 12.");
  });
  it("is told by why the match ended then, before all else", () => {
    const events = [dice(3, [3], { battle: 5 }), event(4, { text: "a march", hexes: [3] })];
    const why = "the Allies hold two ports, and need four";
    expect(happened({ since: 2, entry: 6 }, events, new Set(), names, why)).toBe(
      "The Allies hold two ports, and need four. Fought at place 5.",
    );
    expect(happened({ since: 3, entry: 6 }, events, new Set(), names, why)).toBe(
      "The Allies hold two ports, and need four.",
    );
  });
  it("is told by what was said of the places that decide, where nobody fought", () => {
    const events = [
      event(3, { text: "a capture", hexes: [7] }),
      event(4, { text: "a march", hexes: [3] }),
      event(5, { kind: "phase", text: "the turn is over" }),
    ];
    expect(happened({ since: 2, entry: 6 }, events, new Set([7]), names)).toBe("A capture.");
    expect(happened({ since: 2, entry: 6 }, events, new Set(), names)).toBe("A capture. A march.");
  });
});
