import { describe, expect, it } from "vitest";
import type { Eye } from "../src/map/eye";
import { tipBeside, tipPlace } from "../src/map/tipplace";

const ROOM = { width: 1280, height: 700 };
const TIP = { width: 280, height: 60 };
const AT = { x: 600, y: 300 };

function hides(place: { x: number; y: number }, one: { x: number; y: number }): boolean {
  return one.x > place.x && one.x < place.x + TIP.width && one.y > place.y && one.y < place.y + TIP.height;
}

describe("what is told beside a hex", () => {
  it("lies above or below it, as asked for, where nothing else is to be chosen", () => {
    expect(tipPlace(AT, { scale: 1, tip: TIP, room: ROOM, choices: [AT], first: "above" })).toEqual({
      x: 460,
      y: 186,
    });
    expect(tipPlace(AT, { scale: 1, tip: TIP, room: ROOM, choices: [AT], first: "below" })).toEqual({
      x: 460,
      y: 354,
    });
  });

  it("covers neither its own hex nor another that may be chosen", () => {
    const licata = { x: 640, y: 400 };
    const messina = { x: 700, y: 230 };
    for (const first of ["above", "below"] as const) {
      const place = tipPlace(AT, { scale: 1, tip: TIP, room: ROOM, choices: [AT, licata, messina], first });
      expect([AT, licata, messina].filter((one) => hides(place, one))).toEqual([]);
    }
  });

  it("stays on the map, and off its own hex at the edges, too", () => {
    for (const at of [
      { x: 10, y: 12 },
      { x: 1200, y: 690 },
      { x: 600, y: 5 },
    ]) {
      const place = tipPlace(at, { scale: 1, tip: TIP, room: ROOM, choices: [], first: "above" });
      expect(hides(place, at)).toBe(false);
      expect(place.x).toBeGreaterThanOrEqual(0);
      expect(place.y).toBeGreaterThanOrEqual(0);
      expect(place.x + TIP.width).toBeLessThanOrEqual(ROOM.width);
      expect(place.y + TIP.height).toBeLessThanOrEqual(ROOM.height);
    }
  });
});

describe("beside a hex of the map", () => {
  const eye = {
    sees: (hex: number) => hex === 7,
    screenOf: () => AT,
    camera: { x: 0, y: 0, scale: 1 },
    size: ROOM,
  } as unknown as Eye;
  const told = { tip: TIP, choices: [AT], first: "above" } as const;

  it("lies as the map is seen now", () => {
    expect(tipBeside(eye, 7, told)).toEqual({ x: 460, y: 186 });
  });

  it("is not told of a hex that is out of sight, nor of none", () => {
    expect([8, null, undefined].map((hex) => tipBeside(eye, hex, told))).toEqual([null, null, null]);
  });
});
