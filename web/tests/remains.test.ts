import { describe, expect, it } from "vitest";
import { remains, saysWhatRemains } from "../src/orders/remains";
import type { OrderKind } from "../src/wire";

const FIELD = { name: "unit", kind: "unit", prompt: "which unit?" };

function kind(verb: string, more: Partial<OrderKind> = {}): OrderKind {
  return {
    verb,
    title: verb,
    help: "",
    case: "1",
    fields: [FIELD],
    units: [],
    first: [],
    count: 0,
    passes: false,
    gives_up: false,
    adds: false,
    yields: false,
    idle: [],
    ...more,
  };
}

const DONE = kind("done", { fields: [], passes: true });

describe("what is left in a step", () => {
  it("is something as long as a headquarters or a unit can be given an order of use", () => {
    expect(remains([kind("activate", { count: 3 }), DONE])).toBe("something");
    expect(remains([kind("move", { units: [1, 2], count: 2, idle: [2] }), DONE])).toBe("something");
  });

  it("is something while an order without a choice can be given", () => {
    expect(remains([kind("roll", { fields: [] }), DONE])).toBe("something");
  });

  it("is only what gains nothing when all that can act are idle", () => {
    expect(remains([kind("move", { units: [1, 2], count: 2, idle: [1, 2] }), DONE])).toBe("idle");
  });

  it("is nothing but giving up and taking back", () => {
    const disband = kind("disband", { count: 4, gives_up: true });
    expect(remains([disband, kind("scrap", { count: 2 }), kind("call-off", { fields: [] }), DONE])).toBe(
      "nothing",
    );
    expect(remains([DONE])).toBe("nothing");
  });

  it("is told where the step is ended", () => {
    expect(saysWhatRemains("something", ["3 headquarters not activated"])).toBe(
      "Still to be done: 3 headquarters not activated.",
    );
    expect(saysWhatRemains("something", [])).toBe("More can be ordered in this step.");
    expect(saysWhatRemains("nothing", ["2 units isolated"])).toBe("Nothing is left to do in this step.");
  });
});
