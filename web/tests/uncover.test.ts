import { describe, expect, it } from "vitest";
import { BARE, toScreen, type Camera, type Point } from "../src/map/camera";
import { uncovering } from "../src/map/uncover";

const VIEW = { width: 1000, height: 800 };
const CAMERA: Camera = { x: 500, y: 400, scale: 1 };
/** The buttons lie over the right edge. */
const AT = { camera: CAMERA, view: VIEW, insets: { ...BARE, right: 64 }, least: 0.3 };
const CORNER: Point = { x: 970, y: 120 };

/** Rows of hexes in the middle of the screen. */
function middle(count: number): Point[] {
  return Array.from({ length: count }, (_, index) => ({
    x: 300 + (index % 6) * 60,
    y: 200 + Math.floor(index / 6) * 60,
  }));
}

describe("uncovering what may be chosen", () => {
  it("leaves the map where it is while an order is begun and one hex of thirty is hidden", () => {
    expect(uncovering([CORNER], [...middle(29), CORNER], AT, true)).toBeNull();
  });

  it("pushes the map no further than the hidden hex needs, at the same scale", () => {
    const goal = uncovering([CORNER], [...middle(29), CORNER], AT, false)!;
    expect(goal.scale).toBe(1);
    expect(goal.y).toBe(CAMERA.y);
    const { x } = toScreen(goal, VIEW, CORNER);
    expect(x).toBeLessThan(1000 - 64 - 20);
    expect(x).toBeGreaterThan(1000 - 64 - 120);
  });

  it("pushes it for the one of two choices that is hidden while an order is begun, too", () => {
    const goal = uncovering([CORNER], [{ x: 600, y: 300 }, CORNER], AT, true);
    expect(goal?.scale).toBe(1);
  });

  it("does not lose one choice for another while an order is begun", () => {
    const all = [{ x: 40, y: 300 }, { x: 500, y: 300 }, CORNER];
    expect(uncovering([CORNER], all, AT, true)).toBeNull();
    const goal = uncovering([CORNER], all, AT, false)!;
    for (const place of all) {
      const { x } = toScreen(goal, VIEW, place);
      expect(x).toBeGreaterThan(20);
      expect(x).toBeLessThan(1000 - 64);
    }
  });

  it("stays where nothing is hidden", () => {
    expect(uncovering([], middle(30), AT, false)).toBeNull();
  });
});
