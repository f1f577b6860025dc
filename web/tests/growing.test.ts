import { describe, expect, it } from "vitest";
import { valuesOf, type Desk } from "../src/orders/desk";
import { grown } from "../src/orders/growing";
import type { Choice, OrderKind, Value } from "../src/wire";

function choice(value: Value): Choice {
  return { value, token: String(value), title: String(value) };
}

/** A desk on which an order with these fields is begun with the first of them. */
function begun(...fields: string[]): Desk {
  const kind: OrderKind = {
    verb: "move",
    title: "move",
    help: "",
    case: "1",
    fields: fields.map((name) => ({ name, kind: name, prompt: `${name}?` })),
    units: [],
    first: [],
    count: 0,
    passes: false,
    gives_up: false,
    adds: false,
    yields: false,
    idle: [],
  };
  return { branches: [{ kind, chosen: [choice(1)], next: null }] };
}

/** A service that answers by how many values are chosen, and notes what it was asked. */
function service(...answers: Value[][]) {
  const asked: Value[][] = [];
  const ask = (_: string, chosen: readonly Value[]) => {
    asked.push([...chosen]);
    return Promise.resolve((answers[chosen.length - 1] ?? []).map(choice));
  };
  return { ask, asked };
}

function chosen(desk: Desk): Value[][] {
  return desk.branches.map(valuesOf);
}

describe("learning how an order may go on", () => {
  it("stops where there is something to choose", async () => {
    const { ask, asked } = service([10, 11]);
    const desk = await grown(begun("unit", "hex"), ask);
    expect(chosen(desk)).toEqual([[1]]);
    expect(desk.branches[0]?.next?.map(({ value }) => value)).toEqual([10, 11]);
    expect(asked).toEqual([[1]]);
  });

  it("chooses what is neither unit nor hex and stands alone, and asks on", async () => {
    const { ask, asked } = service(["rail"], [10, 11]);
    const desk = await grown(begun("unit", "str", "hex"), ask);
    expect(chosen(desk)).toEqual([[1, "rail"]]);
    expect(asked).toEqual([[1], [1, "rail"]]);
  });

  it("chooses the one hex only where more is to be chosen after it, of an order that is begun", async () => {
    const { ask } = service([10], [20, 21]);
    expect(chosen(await grown(begun("unit", "hex", "hex"), ask))).toEqual([[1, 10]]);
    expect(chosen(await grown(begun("unit", "hex", "hex"), ask, false))).toEqual([[1]]);
    expect(chosen(await grown(begun("unit", "hex"), ask))).toEqual([[1]]);
  });

  it("does not choose a hex by itself with which the order would be ready", async () => {
    const { ask } = service([10], ["rail"]);
    expect(chosen(await grown(begun("unit", "hex", "str"), ask))).toEqual([[1]]);
  });

  it("leaves out an order that cannot go on, or of which the service does not answer", async () => {
    expect((await grown(begun("unit", "hex"), service().ask)).branches).toEqual([]);
    const failing = () => Promise.reject(new Error("overtaken by events"));
    expect((await grown(begun("unit", "hex"), failing)).branches).toEqual([]);
  });
});
