import { describe, expect, it } from "vitest";
import { announced, rolled } from "../../src/panels/odds/rolled";
import type { Forecast, Mark, MatchEvent } from "../../src/wire";

const forecast = { hex: 7, summary: "3:1" } as unknown as Forecast;

function event(entry: number, more: Partial<MatchEvent> = {}): MatchEvent {
  return { entry, kind: "roll", text: "", case: "9.7", battle: 7, ...more };
}

describe("odds whose dice have fallen", () => {
  const draw = { purpose: "attack", sides: 6, values: [3], seats: null };

  it("are kept until other odds are told", () => {
    expect(rolled({ forecast, entry: 4 }, [event(5, { draw })])).toBe(forecast);
  });

  it("are forgotten when the attack was called off, or other dice have fallen", () => {
    expect(rolled({ forecast, entry: 4 }, [event(4, { draw }), event(5)])).toBeNull();
    expect(rolled({ forecast, entry: 4 }, [event(5, { draw, battle: 8 })])).toBeNull();
    expect(rolled(null, [event(5, { draw })])).toBeNull();
  });
});

describe("odds of an attack that is announced", () => {
  const told = { forecast, entry: 4 };
  const mark = (more: Partial<Mark>): Mark => ({ hex: 7, text: "", ...more });

  it("stay as long as the map shows it", () => {
    expect(announced(told, [mark({ kind: "battle" })])).toBe(forecast);
    expect(announced(told, [mark({ hex: 3, kind: "attack", to: 7 })])).toBe(forecast);
  });

  it("go when it is called off, and are none of another", () => {
    expect(announced(told, [])).toBeNull();
    expect(announced(told, [mark({ kind: "attack", to: 9 }), mark({ kind: "control" })])).toBeNull();
    expect(announced(null, [mark({ kind: "battle" })])).toBeNull();
  });
});
