import { describe, expect, it } from "vitest";
import { menuPlace } from "../src/orders/menuplace";

const ROOM = { width: 1280, height: 700 };
const MENU = { width: 160, height: 80 };
const AT = { x: 600, y: 300 };

describe("the menu beside a unit", () => {
  it("lies at the right, where nothing is to be chosen", () => {
    expect(menuPlace(AT, MENU, ROOM, [])).toEqual({ x: 646, y: 260 });
  });

  it("covers none of what can be chosen, where that is possible", () => {
    const around = [
      { x: 640, y: 300 },
      { x: 680, y: 290 },
      { x: 560, y: 300 },
      { x: 520, y: 310 },
    ];
    const place = menuPlace(AT, MENU, ROOM, around);
    const hidden = around.filter(
      (one) => one.x > place.x && one.x < place.x + 160 && one.y > place.y && one.y < place.y + 80,
    );
    expect(hidden).toEqual([]);
  });

  it("stays on the map, clear of its buttons", () => {
    expect(menuPlace({ x: 1260, y: 5 }, MENU, ROOM, []).x).toBeLessThanOrEqual(1280 - 64 - 160);
    expect(menuPlace({ x: 5, y: 695 }, MENU, ROOM, []).y).toBeLessThanOrEqual(700 - 80);
  });
});
