import type { Graphics } from "pixi.js";
import { describe, expect, it } from "vitest";
import { Marked } from "../src/map/marked";
import type { Board } from "../src/map/board";

const PLACES: Record<number, { x: number; y: number }> = { 1: { x: 0, y: 0 }, 2: { x: 1000, y: 0 } };
const board = { get: (hex: number) => PLACES[hex] } as unknown as Board;

/** How far to the left and right what is drawn reaches, and how high it is. */
function extent(marked: Marked): { left: number; right: number; height: number } {
  const { x, width, height } = marked.container.getLocalBounds();
  return { left: Math.round(x), right: Math.round(x + width), height: Math.round(height) };
}

/** Whether anything is drawn at a point. */
function isDrawn(marked: Marked, x: number, y: number): boolean {
  return (marked.container.children[0] as Graphics).containsPoint({ x, y } as Parameters<
    Graphics["containsPoint"]
  >[0]);
}

describe("what is marked on the map", () => {
  it("has a ring, with what leads from one to the other, and goes with the marks", () => {
    const marked = new Marked(board);
    marked.set([1], [2]);
    expect(extent(marked)).toEqual({ left: -68, right: 1068, height: 136 });
    expect([isDrawn(marked, 500, 0), isDrawn(marked, 0, 64), isDrawn(marked, 0, 0)]).toEqual([
      true,
      true,
      false,
    ]);
    marked.set([1, 2], []);
    expect(isDrawn(marked, 500, 0)).toBe(false);
    marked.set([2], []);
    expect(extent(marked)).toEqual({ left: 932, right: 1068, height: 136 });
    marked.set([], []);
    expect(extent(marked).height).toBe(0);
  });

  it("keeps its size on the screen from afar", () => {
    const marked = new Marked(board);
    marked.set([1], []);
    marked.look(0.1);
    const { left, right } = extent(marked);
    expect((right - left) * 0.1).toBeCloseTo(2 * 22 + 8);
  });

  it("is nothing where there is no such hex", () => {
    const marked = new Marked(board);
    marked.set([7], [8]);
    expect(extent(marked).height).toBe(0);
  });
});
