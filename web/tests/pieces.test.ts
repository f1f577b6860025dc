import { describe, expect, it } from "vitest";
import { Board } from "../src/map/board";
import { Pieces } from "../src/map/pieces";
import { growth } from "../src/map/stacks";
import { HEX as HEX_EDGE } from "../src/orders/menuplace";
import type { Piece } from "../src/wire";
import { grid } from "./grid";

const HEX = 203;
const closeTo = (value: number): unknown => expect.closeTo(value, 6);

/** The pieces of a board, three of which stand in one hex. */
function stacked(): { pieces: Pieces; told: string[] } {
  const told: string[] = [];
  const pieces = new Pieces(new Board(grid("pointy", 6, 6)), () => undefined);
  const units = [1, 2, 3].map((unit) => ({ unit, hex: HEX, title: String(unit), label: "" }) as Piece);
  pieces.onFan = () => told.push(pieces.fannedHex === null ? "folded" : "fanned");
  pieces.place(units);
  pieces.look(1, 1, { left: 0, top: 0, right: 700, bottom: 600 });
  pieces.fan(HEX);
  return { pieces, told };
}

describe("a stack that is fanned out", () => {
  it("has a box around all of it, and tells when it comes and goes", () => {
    const { pieces, told } = stacked();
    const { x, y, width, height } = pieces.fannedBox!;
    for (const at of pieces.fannedPlaces) {
      expect(at.x > x && at.x < x + width && at.y > y && at.y < y + height).toBe(true);
    }
    pieces.fan(null);
    expect(pieces.fannedBox).toBeNull();
    expect(told).toEqual(["fanned", "folded"]);
  });

  it("comes into sight when the map is moved, and folds where its hex does not", () => {
    const { pieces } = stacked();
    const middle = pieces.fannedPlaces[1]!;
    const room = { left: middle.x - 20, top: 0, right: middle.x + 500, bottom: 600 };
    pieces.look(1, 1, room);
    pieces.arrive();
    expect(pieces.fannedHex).toBe(HEX);
    expect(Math.min(...pieces.fannedPlaces.map((at) => at.x))).toBeGreaterThan(room.left);
    pieces.look(1, 1, { ...room, left: middle.x + 30 });
    pieces.arrive();
    expect(pieces.fannedHex).toBeNull();
  });
});

describe("pieces seen from far away", () => {
  it("are drawn larger than they are, but do not leave their hexes", () => {
    expect([0.2, 0.3, 0.35, 0.4, 0.5, 1].map(growth)).toEqual([1.35, 1.35, 1.35, 1.15, 1, 1].map(closeTo));
    const { pieces } = stacked();
    pieces.fan(null);
    const width = (): number => pieces.occupied()[0]!.box.width;
    const before = width();
    let placed = 0;
    pieces.onPlaced = () => (placed += 1);
    pieces.look(0.25, 0.25, { left: 0, top: 0, right: 2800, bottom: 2400 });
    expect(width()).toBeGreaterThan(before * 1.2);
    expect(width()).toBeLessThan(2 * HEX_EDGE + 8);
    pieces.look(1, 1, { left: 0, top: 0, right: 700, bottom: 600 });
    expect(width()).toBe(before);
    // Names of places that step aside for them do so anew.
    expect(placed).toBe(2);
    pieces.look(1, 1, { left: 5, top: 0, right: 705, bottom: 600 });
    expect(placed).toBe(2);
  });
});
