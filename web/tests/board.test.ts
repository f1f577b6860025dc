import { describe, expect, it } from "vitest";
import { Board, HEX } from "../src/map/board";
import { grid } from "./grid";

describe.each(["pointy", "flat"] as const)("a board of %s hexes", (orientation) => {
  const board = new Board(grid(orientation, 5, 6));

  it("has a body without hexes that stand by themselves for places off the map", () => {
    const { hexes, ...rest } = grid(orientation, 5, 6);
    const off = { ...hexes[0]!, id: 9999, label: "off", x: -900, y: -500 };
    const wide = new Board({ ...rest, hexes: [...hexes, off] });
    expect(wide.bounds).not.toEqual(board.bounds);
    expect(wide.body).toEqual(board.bounds);
    expect(new Board({ ...rest, hexes: [off] }).body).toEqual(new Board({ ...rest, hexes: [off] }).bounds);
  });

  it("finds the hex of every point within it, and none beyond the edge", () => {
    for (const hex of board.hexes) {
      expect(board.at(hex)?.id).toBe(hex.id);
      for (const corner of board.corners) {
        const inside = { x: hex.x + corner.x * 0.97, y: hex.y + corner.y * 0.97 };
        expect(board.at(inside)?.id).toBe(hex.id);
      }
    }
    expect(board.at({ x: -80, y: -80 })).toBeUndefined();
  });

  it("knows the neighbours of a hex in the middle, all a hex width away", () => {
    const around = board.neighbours(202);
    expect(around.every((next) => next !== undefined)).toBe(true);
    const here = board.get(202);
    for (const next of around) {
      expect(Math.hypot((next?.x ?? 0) - (here?.x ?? 0), (next?.y ?? 0) - (here?.y ?? 0))).toBeCloseTo(HEX);
    }
    expect(new Set(around.map((next) => next?.id)).size).toBe(6);
  });

  it("goes back when it goes the opposite way", () => {
    for (let direction = 0; direction < 6; direction++) {
      const next = board.neighbour(202, direction);
      expect(board.neighbour(next?.id ?? -1, (direction + 3) % 6)?.id).toBe(202);
    }
  });

  it("steps with the arrow keys and stays at the edge", () => {
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const next = board.step(202, dx, dy);
      const here = board.get(202);
      const moved = ((next?.x ?? 0) - (here?.x ?? 0)) * dx + ((next?.y ?? 0) - (here?.y ?? 0)) * dy;
      expect(moved).toBeGreaterThan(40);
    }
    expect(board.step(0, -1, 0)).toBeUndefined();
  });

  it("draws one ring around hexes that touch, and two around hexes that do not", () => {
    const next = board.neighbour(202, 0)?.id ?? -1;
    const ring = board.outline([202, next]);
    expect(ring.length).toBe(1);
    expect(ring[0]?.length).toBe(10);
    expect(board.outline([0, 404]).length).toBe(2);
  });

  it("finds hexes by label", () => {
    expect(board.find(" 2.3 ")?.id).toBe(203);
    expect(board.find("9.9")).toBeUndefined();
  });
});

describe("looking a place up", () => {
  const data = grid("pointy", 2, 2);
  const named = {
    ...data,
    hexes: data.hexes.map((hex) => (hex.id === 101 ? { ...hex, name: "Alençon" } : hex)),
  };

  it("takes its name in any case, with or without accents", () => {
    const board = new Board(named);
    expect(["Alençon", "alencon ", "ALENÇON", "1.1"].map((name) => board.find(name)?.id)).toEqual([
      101, 101, 101, 101,
    ]);
    expect(board.find("Caen")).toBeUndefined();
  });
});
