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

  it("goes farther where all is to be chosen nearby, and then covers no part of a hex if it can", () => {
    const half = 46;
    // Hexes all around the unit and to the right, as behind a front along which it may go.
    const front = [-1, 0, 1, 2, 3].flatMap((column) =>
      [-3, -2, -1, 0, 1, 2, 3].map((row) => ({ x: AT.x + 80 * column, y: AT.y + 2 * half * row })),
    );
    const place = menuPlace(AT, MENU, ROOM, front, half);
    const touched = front.filter(
      (one) =>
        one.x > place.x - half &&
        one.x < place.x + MENU.width + half &&
        one.y > place.y - half &&
        one.y < place.y + MENU.height + half,
    );
    expect(touched).toEqual([]);
  });

  it("lies slantwise where what can be chosen lies at all four sides of a unit", () => {
    const sides = [60, 110, 160, 210, 260, 310, 360, 410, 460].flatMap((by) => [
      { x: AT.x + by, y: AT.y },
      { x: AT.x - by, y: AT.y },
      { x: AT.x, y: AT.y + by },
      { x: AT.x, y: AT.y - by },
    ]);
    const place = menuPlace(AT, MENU, ROOM, sides);
    const hidden = sides.filter(
      (one) => one.x > place.x && one.x < place.x + 160 && one.y > place.y && one.y < place.y + 80,
    );
    expect(hidden).toEqual([]);
  });

  it("stays on the map, clear of its buttons", () => {
    expect(menuPlace({ x: 1260, y: 5 }, MENU, ROOM, []).x).toBeLessThanOrEqual(1280 - 64 - 160);
    expect(menuPlace({ x: 5, y: 695 }, MENU, ROOM, []).y).toBeLessThanOrEqual(700 - 80);
  });
});
