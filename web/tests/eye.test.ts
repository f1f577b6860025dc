import { describe, expect, it } from "vitest";
import { Board } from "../src/map/board";
import { BARE, within, widened } from "../src/map/camera";
import { Eye } from "../src/map/eye";
import { grid } from "./grid";

const WINDOW = { width: 800, height: 600 };
const ROOM = { x: 0, y: 0, ...WINDOW };
const FAR = 2830;

/** An eye over a board of thirty lines of forty hexes, in a window that shows a part of it well. */
function eye(): { eye: Eye; told: string[] } {
  const board = new Board(grid("pointy", 30, 40));
  const field = widened(board.bounds, 40);
  const box = within(widened(field, 200), widened(field, 200));
  const told: string[] = [];
  const made = new Eye(board, field, box, {
    moved: () => told.push("moved"),
    leaving: () => told.push("leaving"),
    arrived: () => told.push("arrived"),
    standing: () => [],
  });
  made.resize(ROOM, WINDOW);
  return { eye: made, told };
}

/** Let it come to where it was sent. */
function arrive(on: Eye): void {
  on.fly(performance.now() + 10_000);
}

describe("the eye", () => {
  it("sees all at first where no counters stand, and goes on doing so in another window", () => {
    const { eye: on } = eye();
    expect(on.sees(0) && on.sees(FAR)).toBe(true);
    const before = on.camera.scale;
    on.resize({ x: 0, y: 0, width: 1200, height: 900 }, { width: 1200, height: 900 });
    expect(on.camera.scale).toBeCloseTo(before * 1.5, 1);
  });

  it("stays where it is when it is shown what it sees", () => {
    const { eye: on, told } = eye();
    on.zoom({ x: 400, y: 300 }, 8);
    told.length = 0;
    on.show([1419]);
    expect(told).toEqual([]);
    expect(on.isMoving).toBe(false);
  });

  it("is at once where it is sent when nothing is to glide", () => {
    const { eye: on, told } = eye();
    on.zoom({ x: 0, y: 0 }, 8);
    on.still = true;
    told.length = 0;
    on.show([FAR]);
    expect(on.isMoving).toBe(false);
    expect(told).toEqual(["moved", "arrived"]);
    expect(on.sees(FAR)).toBe(true);
  });

  it("tells that it leaves, moves and arrives when it is sent somewhere", () => {
    const { eye: on, told } = eye();
    on.zoom({ x: 0, y: 0 }, 8);
    expect(on.sees(FAR)).toBe(false);
    told.length = 0;
    on.show([FAR]);
    expect(on.isMoving).toBe(true);
    arrive(on);
    expect(told).toEqual(["leaving", "moved", "arrived"]);
    expect(on.sees(FAR)).toBe(true);
  });

  it("goes back when the choice is taken back for which the page moved it", () => {
    const { eye: on } = eye();
    on.zoom({ x: 0, y: 0 }, 8);
    const before = on.camera;
    on.chosen(1);
    on.offer([FAR], []);
    arrive(on);
    expect(on.sees(FAR)).toBe(true);
    on.chosen(0);
    arrive(on);
    expect(on.camera.x).toBeCloseTo(before.x, 6);
    expect(on.camera.y).toBeCloseTo(before.y, 6);
    expect(on.camera.scale).toBeCloseTo(before.scale, 6);
  });

  it("does not go back once somebody has moved it", () => {
    const { eye: on } = eye();
    on.zoom({ x: 0, y: 0 }, 8);
    on.chosen(1);
    on.offer([FAR], []);
    arrive(on);
    on.pan(40, 0);
    const moved = on.camera;
    on.chosen(0);
    expect(on.isMoving).toBe(false);
    expect(on.camera).toEqual(moved);
  });

  it("opens on what it is told to until somebody has moved it", () => {
    const { eye: on } = eye();
    on.openOn([FAR]);
    const opened = on.camera;
    expect(on.sees(FAR)).toBe(true);
    expect(on.sees(0)).toBe(false);
    on.pan(-10, 0);
    on.openOn([0]);
    expect(on.camera.scale).toBe(opened.scale);
    expect(on.sees(0)).toBe(false);
  });

  it("keeps clear of a panel that stays over its edge, and comes back when that is gone", () => {
    const { eye: on } = eye();
    on.openOn([1410]);
    const before = on.camera;
    on.setInsets({ ...BARE, left: 300 });
    const at = on.screenOf(1410);
    expect(at?.x).toBeGreaterThan(300);
    on.setInsets(BARE);
    expect(on.camera.x).toBeCloseTo(before.x, 3);
  });

  it("waits for its flight to end before it is moved for something else", () => {
    const { eye: on } = eye();
    on.zoom({ x: 0, y: 0 }, 8);
    on.show([FAR]);
    on.offer([0], []);
    arrive(on);
    expect(on.sees(FAR)).toBe(true);
    expect(on.isMoving).toBe(true);
    arrive(on);
    expect(on.sees(0)).toBe(true);
  });
});
