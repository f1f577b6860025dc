import { describe, expect, it } from "vitest";
import { placesOf } from "../../src/panels/advice/places";
import { plansOf } from "../../src/shared/plans";
import type { Session } from "../../src/state/session.svelte";
import type { Choice, OrderKind, Value } from "../../src/wire";

function kind(verb: string, ...fields: string[]): OrderKind {
  return { verb, fields: fields.map((one) => ({ name: one, kind: one, prompt: "" })) } as OrderKind;
}

const nobody = (): Promise<Choice[]> => Promise.reject(new Error("nothing is to be looked up"));

describe("where a hint is about", () => {
  it("is where its units stand and its hexes lie, which need no look-up", async () => {
    const hint = { text: "", told: "", verb: "invade", values: [4, 1931, 1831], reasons: [] };
    expect(await placesOf(kind("invade", "unit", "hex", "hex"), hint, nobody)).toEqual({
      units: [4],
      hexes: [1931, 1831],
    });
  });

  it("is where a way ends", async () => {
    const hint = { text: "", told: "", verb: "go", values: [4, [10, 11, 12]], reasons: [] };
    expect(await placesOf(kind("go", "unit", "hex"), hint, nobody)).toEqual({ units: [4], hexes: [12] });
  });

  it("is where the service says what is neither unit nor hex lies", async () => {
    const asked: [string, Value[]][] = [];
    const hint = { text: "", told: "", verb: "support", values: [7, [1, 2], null], reasons: [] };
    const found = await placesOf(kind("support", "hex", "units", "bomber"), hint, (verb, chosen) => {
      asked.push([verb, chosen]);
      const other = { value: [1, 3], token: "", title: "", units: [1, 3] };
      return Promise.resolve([other, { value: [1, 2], token: "", title: "", units: [1, 2], hexes: [9] }]);
    });
    expect(found).toEqual({ units: [1, 2], hexes: [7, 9] });
    expect(asked).toEqual([["support", [7]]]);
  });
});

describe("what computers had in mind", () => {
  it("is told of each by itself, with whose it is", async () => {
    const session = {
      summary: { players: [{ kind: "agent", agent: "staff" }, { kind: "human" }] },
      agents: [{ key: "staff", title: "Officer" }],
      seatName: (seat: number) => ["Allied", "Axis"][seat],
      ask: (_: string, { seat }: { seat: number }) => Promise.resolve({ plan: [`plan ${seat}`] }),
    } as unknown as Session;
    expect(await plansOf(session, [0, 1])).toEqual([
      { seat: 0, whose: "Allied: Computer (Officer)", lines: ["plan 0"] },
      { seat: 1, whose: "Axis: Person", lines: ["plan 1"] },
    ]);
  });
});
