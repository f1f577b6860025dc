import { describe, expect, it } from "vitest";
import { Unasked } from "../../src/panels/odds/unasked";

describe("odds that open by themselves", () => {
  it("stay while attacks are begun and fought, and leave with the phase", () => {
    const odds = new Unasked();
    const combat = ["Turn 1", "Allied phase", "combat"];
    const plan = ["Turn 1", "Allied phase", "combat at 3404", "plan"];
    expect(odds.step(combat, false)).toBeNull();
    expect(odds.step(plan, true)).toBe("open");
    expect(odds.step(plan, true)).toBeNull();
    expect(odds.step([...plan.slice(0, 3), "losses"], false)).toBeNull();
    expect(odds.step(combat, false)).toBeNull();
    expect(odds.step(plan, true)).toBeNull();
    expect(odds.step(["Turn 1", "Allied phase", "movement"], false)).toBe("close");
    expect(odds.step(["Turn 1", "German phase", "movement"], false)).toBeNull();
  });
  it("know no step to go back to when the page was opened in the midst of a plan", () => {
    const odds = new Unasked();
    expect(odds.step(["Turn 1", "combat", "attack on 2333", "plan"], true)).toBe("open");
    expect(odds.step(["Turn 1", "combat", "announcing"], false)).toBe("close");
    expect(odds.step(["Turn 1", "combat", "attack on 2334", "plan"], true)).toBe("open");
    expect(odds.step(["Turn 1", "combat", "battle at 2334", "advance"], false)).toBeNull();
    expect(odds.step(["Turn 1", "combat", "announcing"], false)).toBeNull();
  });
});
