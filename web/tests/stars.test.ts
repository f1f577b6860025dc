import { describe, expect, it } from "vitest";
import { discs } from "../src/map/stacks";
import { starPlace } from "../src/map/stars";

const MIDDLE = { x: 100, y: 200 };
const RIGHT = { x: 105, y: 160, width: 60, height: 20 };
const LEFT = { x: 40, y: 160, width: 55, height: 20 };

describe("the star of a hex", () => {
  it("stands to the right above its middle where nothing is printed there", () => {
    expect(starPlace(MIDDLE, 1, [])).toEqual({ x: 130, y: 170 });
    expect(starPlace(MIDDLE, 1, [LEFT])).toEqual({ x: 130, y: 170 });
  });

  it("goes to another corner rather than cover a name", () => {
    expect(starPlace(MIDDLE, 1, [RIGHT])).toEqual({ x: 70, y: 170 });
    expect(starPlace(MIDDLE, 1, [RIGHT, LEFT])).toEqual({ x: 130, y: 230 });
  });

  it("covers least where names are all around", () => {
    const below = { x: 40, y: 222, width: 130, height: 30 };
    expect(starPlace(MIDDLE, 1, [RIGHT, { ...LEFT, width: 20 }, below])).toEqual({ x: 70, y: 170 });
  });

  it("leaves the discs of a counter to be read: of its state at its right, of its stack at its left", () => {
    const counter = { ...MIDDLE, scale: 1 };
    expect(starPlace(MIDDLE, 1, discs(counter, 0, 0))).toEqual({ x: 130, y: 170 });
    expect(starPlace(MIDDLE, 1, discs(counter, 1, 4))).toEqual({ x: 70, y: 170 });
    expect(starPlace(MIDDLE, 1, [...discs(counter, 1, 0), LEFT])).toEqual({ x: 130, y: 230 });
  });

  it("grows away from the middle when it is seen from afar", () => {
    expect(starPlace(MIDDLE, 2, [])).toEqual({ x: 146, y: 154 });
  });
});
