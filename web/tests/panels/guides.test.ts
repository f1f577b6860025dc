import { describe, expect, it } from "vitest";
import { guidedMatch, guideOf, GUIDES, scene } from "../../src/panels/tour/guides";
import { onward, skipped, type Seen } from "../../src/panels/tour/steps";
import type { About } from "../../src/wire";

const BLANK: Seen = {
  entry: 0,
  step: "",
  path: [],
  asked: true,
  verbs: [],
  mine: [],
  dock: null,
  drawer: null,
  over: false,
};

describe("the guides", () => {
  it.each(Object.entries(GUIDES))("%s can be gone through from its first step to its last", (_, guide) => {
    const keys = guide.steps.map((step) => step.key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(guide.steps.at(-1)?.task).toBeUndefined();
    let index = 0;
    for (let turn = 0; turn < keys.length && index < keys.length - 1; turn++)
      index = skipped(index + 1, BLANK, guide.steps);
    expect(keys[index]).toBe("end");
  });

  it("go on with what the player does", () => {
    const { steps } = GUIDES["husky"]!;
    const command = steps.findIndex((step) => step.key === "command");
    const start: Seen = { ...BLANK, step: "command", verbs: ["activate", "done"] };
    expect(onward(command, start, start, steps)).toBe(command);
    const activated = { ...start, entry: 1, mine: [{ entry: 1, kind: "activation" }] };
    expect(onward(command, activated, start, steps)).toBe(command + 1);
    const moving: Seen = { ...activated, entry: 2, step: "moves", verbs: ["move", "invade", "done"] };
    expect(steps[onward(command + 1, moving, activated, steps)]?.key).toBe("invade");
    const battle: Seen = { ...moving, step: "fights", verbs: ["fight"] };
    expect(steps[skipped(command + 3, battle, steps)]?.key).toBe("battle");
  });

  it("show on the map what the last step showed that showed anything", () => {
    const at = (key: string): number => GUIDES["normandy"]!.steps.findIndex((step) => step.key === key);
    expect(scene("normandy", at("welcome"))).toEqual([]);
    expect(scene("normandy", at("italy"))).toContain("Rome");
    expect(scene("normandy", at("attack"))).toContain("Cherbourg");
    expect(scene("another", 3)).toEqual([]);
  });

  it("lead through an attack that is announced, and leave it out where there is none", () => {
    const { steps } = GUIDES["beachhead"]!;
    const at = (key: string): number => steps.findIndex((step) => step.key === key);
    const moving: Seen = { ...BLANK, step: "allied movement", verbs: ["move", "done"] };
    const announcing: Seen = { ...BLANK, step: "announcing", verbs: ["attack", "done"] };
    expect(steps[onward(at("move"), announcing, moving, steps)]?.key).toBe("announce");
    const planning: Seen = { ...BLANK, step: "plan", verbs: ["join", "close"] };
    expect(steps[onward(at("announce"), planning, announcing, steps)]?.key).toBe("support");
    expect(steps[onward(at("support"), announcing, planning, steps)]?.key).toBe("fight");
    const building: Seen = { ...BLANK, step: "mulberries", verbs: ["build", "done"] };
    expect(steps[onward(at("move"), building, moving, steps)]?.key).toBe("mulberry");
  });

  it("tell of the advance into a port, and of the rest of the phase wherever the log was opened", () => {
    const { steps } = GUIDES["normandy"]!;
    const at = (key: string): number => steps.findIndex((step) => step.key === key);
    const path = (step: string): Partial<Seen> => ({ step, path: ["Turn 1", "Allied phase", step] });
    const planning: Seen = { ...BLANK, ...path("plan"), verbs: ["join", "roll", "call-off"] };
    const advancing: Seen = { ...BLANK, ...path("advance"), verbs: ["advance", "done"] };
    const combat: Seen = { ...BLANK, ...path("allied combat"), verbs: ["attack", "done"] };
    expect(onward(at("roll"), advancing, planning, steps)).toBe(at("advance"));
    expect(onward(at("roll"), combat, planning, steps)).toBe(at("log"));
    expect(onward(at("advance"), combat, advancing, steps)).toBe(at("log"));
    expect(onward(at("log"), { ...advancing, dock: "log" }, advancing, steps)).toBe(at("rest"));
    const later: Seen = { ...BLANK, step: "german order", path: ["Turn 1", "German phase", "german order"] };
    expect(onward(at("rest"), later, combat, steps)).toBe(at("end"));
  });

  it("wait for the other side, and tell of its battle before one's own second part", () => {
    const { steps } = GUIDES["husky"]!;
    const at = (key: string): number => steps.findIndex((step) => step.key === key);
    const theirs: Seen = { ...BLANK, step: "fights", asked: false };
    expect(onward(at("axis"), theirs, theirs, steps)).toBe(at("axis"));
    expect(onward(at("axis"), { ...theirs, asked: true }, theirs, steps)).toBe(at("counter"));
    expect(onward(at("axis"), { ...BLANK, step: "command" }, theirs, steps)).toBe(at("month"));
  });

  it("wait where the sequence of play is between the places that they tell of", () => {
    const { steps } = GUIDES["salerno"]!;
    const at = (key: string): number => steps.findIndex((step) => step.key === key);
    const air: Seen = { ...BLANK, step: "air commitment", verbs: ["commit", "done"] };
    const between: Seen = { ...BLANK, step: "air combat" };
    expect(onward(at("air"), between, air, steps)).toBe(at("air"));
    const moving: Seen = { ...BLANK, step: "initial movement", verbs: ["move", "done"] };
    expect(onward(at("air"), moving, air, steps)).toBe(at("move"));
    const raided: Seen = { ...BLANK, step: "air-sea interdiction" };
    const sailing: Seen = { ...BLANK, step: "sea movement", verbs: ["sail", "assault", "done"] };
    expect(onward(at("landing"), raided, sailing, steps)).toBe(at("landing"));
    const landed = { ...sailing, entry: 1, mine: [{ entry: 1, kind: "landing" }] };
    expect(onward(at("landing"), landed, sailing, steps)).toBe(at("sea"));
    const attacking: Seen = { ...BLANK, step: "combat", verbs: ["attack", "done"] };
    expect(onward(at("sea"), attacking, landed, steps)).toBe(at("attack"));
    const planning: Seen = { ...BLANK, step: "plan", verbs: ["join", "roll"] };
    expect(onward(at("attack"), planning, attacking, steps)).toBe(at("odds"));
    expect(onward(at("odds"), { ...BLANK, step: "answer" }, planning, steps)).toBe(at("result"));
    expect(onward(at("odds"), attacking, planning, steps)).toBe(at("more"));
  });

  it("are for a match against a computer that knows the game, or for none", () => {
    const about = {
      games: [{ key: "westfront" }],
      agents: [{ key: "greedy", games: ["westfront"] }],
    } as unknown as About;
    expect(guideOf("westfront")).toBe("husky");
    expect(guideOf("other")).toBeNull();
    expect(guidedMatch("husky", about)).toMatchObject({
      game: "westfront",
      scenario: "husky",
      players: [{ kind: "human" }, { kind: "agent", agent: "greedy" }],
    });
    expect(guidedMatch("normandy", about)).toBeNull();
    const war = {
      games: [{ key: "war_in_europe" }],
      agents: [{ key: "greedy", games: ["war_in_europe"] }],
    } as unknown as About;
    expect(guidedMatch("salerno", war)?.players).toEqual([
      { kind: "agent", agent: "greedy" },
      { kind: "human" },
    ]);
  });
});
