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

  it("comes near to few who can act while all of the map is shown, and leaves it where somebody has put it", () => {
    const { eye: on } = eye();
    on.still = true;
    const { scale } = on.camera;
    on.approach([0, FAR]);
    expect(on.camera.scale).toBe(scale);
    on.approach([FAR, FAR + 1]);
    expect(on.camera.scale).toBeGreaterThan(2 * scale);
    expect(on.sees(FAR) && on.sees(FAR + 1)).toBe(true);
    on.goBack([]);
    expect(on.camera.scale).toBe(scale);
    let came = 0;
    on.approach([FAR], 0, () => (came += 1)); // once more: it was nobody's hand
    expect(came).toBe(1);
    on.goBack([]);
    on.still = false;
    on.approach([FAR], 0, () => (came += 1));
    on.goBack([]);
    on.approach([0], 0, () => (came += 1)); // not before it has come to where it is on its way
    expect(came).toBe(2);
    on.still = true;
    arrive(on);
    expect(came).toBe(3);
    expect(on.sees(0)).toBe(true);
    on.goBack([]);
    on.zoom({ x: 400, y: 300 }, 1.05);
    const put = { ...on.camera };
    on.approach([FAR, FAR + 1]);
    expect(on.camera).toEqual(put);
  });

  it("shows most of the few places where an order can go on, not one at its edge alone", () => {
    const { eye: on } = eye();
    on.still = true;
    on.zoom({ x: 400, y: 300 }, 3);
    const here = on.hexAt({ x: 400, y: 300 })!;
    const edge = on.hexAt({ x: 110, y: 300 })!;
    const places = [edge, edge - 4, edge - 5];
    const before = { ...on.camera };
    on.offer(places, []);
    expect(on.camera).toEqual(before); // one of those who can act is seen
    on.offer(places.slice(0, 2), [here]);
    expect(on.camera).toEqual(before);
    on.offer(places, [here]);
    expect([here, ...places].every((hex) => on.sees(hex))).toBe(true);
  });

  it("knows before it has left what it will see no more", () => {
    const { eye: on } = eye();
    on.zoom({ x: 400, y: 300 }, 8);
    const here = on.hexAt({ x: 400, y: 300 })!;
    expect([on.sees(here), on.sees(here, true), on.sees(FAR, true)]).toEqual([true, true, false]);
    on.show([FAR]);
    expect([on.sees(here), on.sees(here, true), on.sees(FAR, true)]).toEqual([true, false, true]);
    arrive(on);
    expect([on.sees(here), on.sees(FAR)]).toEqual([false, true]);
  });

  it("lets no panel cut off a hex that is kept, unless somebody has moved the map away from it", () => {
    const { eye: on } = eye();
    on.still = true;
    on.zoom({ x: 400, y: 300 }, 8);
    const before = { ...on.camera };
    const cut = on.hexAt({ x: 560, y: 300 })!;
    on.resize({ ...ROOM, width: 500 }, WINDOW);
    expect(on.sees(cut)).toBe(false);
    on.resize(ROOM, WINDOW);
    on.keep([cut]);
    on.resize({ ...ROOM, width: 500 }, WINDOW);
    expect(on.sees(cut)).toBe(true);
    expect(on.camera.scale).toBe(before.scale);
    on.resize(ROOM, WINDOW);
    expect(on.camera).toEqual(before);
    on.pan(2000, 0);
    on.resize({ ...ROOM, width: 500 }, WINDOW);
    expect(on.sees(cut)).toBe(false);
  });

  it("lets none cut it off while the map is held by what it was opened with, or on its way", () => {
    const { eye: on } = eye();
    on.openOn([1411, 1419]);
    const beside = [...Array(400).keys()].map((x) => on.hexAt({ x: 2 * x, y: 300 }) ?? -1);
    const cut = beside.findLast((hex) => hex >= 0 && on.sees(hex))!;
    on.keep([cut]);
    on.resize({ ...ROOM, width: 560 }, WINDOW);
    expect(on.sees(cut)).toBe(true);
    on.show([FAR]);
    on.keep([FAR]);
    on.resize({ ...ROOM, width: 300 }, WINDOW);
    arrive(on);
    expect(on.sees(FAR)).toBe(true);
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

  it("goes back to where it was before others were watched, also where nothing is to be chosen on the map", () => {
    const { eye: on } = eye();
    on.zoom({ x: 0, y: 0 }, 8);
    const before = on.camera;
    on.offer([FAR], []);
    arrive(on);
    expect(on.camera).not.toEqual(before);
    on.goBack([FAR]);
    arrive(on);
    expect(on.sees(FAR)).toBe(true); // it would not be seen there
    on.goBack([]);
    arrive(on);
    for (const key of ["x", "y", "scale"] as const) expect(on.camera[key]).toBeCloseTo(before[key]);
  });

  it("takes of many hexes those that are seen, else the nearest to a hex or to what is seen", () => {
    const { eye: on } = eye();
    const all = Array.from({ length: FAR + 1 }, (_, hex) => hex);
    on.zoom({ x: 400, y: 300 }, 8);
    const few = on.nearest(all, 12);
    expect(few).toHaveLength(12);
    expect(few.every((hex) => on.sees(hex))).toBe(true);
    const unseen = all.filter((hex) => !on.sees(hex));
    expect(on.nearest(unseen, 1, FAR)).toEqual([FAR]);
    const [next] = on.nearest(unseen, 1);
    const before = on.camera;
    on.offer([next!], []);
    arrive(on);
    // The map goes no further than to the nearest: before, it went to the first of all, in a far corner.
    expect(Math.hypot(on.camera.x - before.x, on.camera.y - before.y)).toBeLessThan(600);
  });

  it("looks closer only where that is asked for, and counters could not be told apart", () => {
    const { eye: on } = eye();
    const { scale } = on.camera;
    expect(scale).toBeLessThan(0.42);
    on.offer([1419], []);
    expect(on.isMoving).toBe(false);
    on.offer([1419], [], true);
    arrive(on);
    expect(on.camera.scale).toBeCloseTo(0.62);
    expect(on.sees(1419)).toBe(true);
    on.goBack([]);
    arrive(on);
    expect(on.camera.scale).toBeCloseTo(scale);
    on.zoom({ x: 400, y: 300 }, 0.5 / scale);
    on.offer([1419], [], true);
    expect(on.camera.scale).toBeCloseTo(0.5);
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

  it("minds what lies over it when it is opened, but for the choices below", () => {
    const { eye: on } = eye();
    on.setInsets({ ...BARE, left: 300 });
    on.openOn([1410]);
    expect(on.screenOf(1410)?.x).toBeGreaterThan(300);
    const before = on.camera;
    on.setInsets({ ...BARE, left: 300, bottom: 200 });
    expect(on.camera).toEqual(before);
    const other = eye().eye;
    other.setInsets({ ...BARE, left: 300, bottom: 200 });
    other.openOn([1410]);
    expect(other.camera).toEqual(before);
  });

  it("stays where it is when choices, keys and lists come and go later", () => {
    const { eye: on } = eye();
    on.openOn([1410]);
    const before = on.camera;
    for (const insets of [{ bottom: 200 }, { left: 250, bottom: 90 }, { right: 300 }, {}]) {
      on.setInsets({ ...BARE, ...insets });
      expect(on.isMoving).toBe(false);
      expect(on.camera).toEqual(before);
    }
    on.fitAll(0);
    const whole = on.camera;
    on.setInsets({ ...BARE, bottom: 150 });
    expect(on.camera).toEqual(whole);
  });

  it("makes way where they would hide what must be chosen, and comes back when they are gone", () => {
    const { eye: on } = eye();
    on.openOn([1410]);
    const before = on.camera;
    on.setInsets({ ...BARE, left: 500 });
    on.clear([1410], ({ x }) => x < 500);
    arrive(on);
    expect(on.screenOf(1410)?.x).toBeGreaterThan(500);
    on.setInsets(BARE);
    arrive(on);
    expect(on.camera.x).toBeCloseTo(before.x, 3);
    expect(on.camera.scale).toBeCloseTo(before.scale, 6);
  });

  it("lies under the same point of the window when a bar has another line, unless that hides a choice", () => {
    const { eye: on } = eye();
    on.fitAll(0);
    const [before, at] = [on.camera.scale, on.screenOf(1410)];
    on.resize({ ...ROOM, height: 560 }, WINDOW);
    expect(on.camera.scale).toBeCloseTo(before, 9);
    expect(on.screenOf(1410)?.x).toBeCloseTo(at!.x, 6);
    expect(on.screenOf(1410)?.y).toBeCloseTo(at!.y, 6);
    on.resize(ROOM, WINDOW);
    expect(on.screenOf(1410)?.y).toBeCloseTo(at!.y, 6);
    // A panel at its side is another matter: all is still to be seen.
    on.resize({ ...ROOM, width: 500 }, WINDOW);
    expect(on.camera.scale).toBeLessThan(before);
    on.resize(ROOM, WINDOW);
    expect(on.camera.scale).toBeCloseTo(before, 9);
  });

  it("is as large when a panel comes beside it in the same moment in which a bar has another line", () => {
    const { eye: on } = eye();
    const window = { width: 1400, height: 600 };
    const room = { x: 0, y: 0, ...window };
    on.resize(room, window);
    on.fitAll(0);
    const { scale } = on.camera;
    on.resize({ ...room, width: 1100, height: 560 }, window);
    expect(on.camera.scale).toBeCloseTo(scale, 9);
    on.resize({ ...room, width: 1100 }, window);
    expect(on.camera.scale).toBeCloseTo(scale, 9);
    on.resize({ ...room, height: 560 }, window);
    expect(on.camera.scale).toBeCloseTo(scale, 9);
  });

  it("brings a choice clear of a bar that has another line", () => {
    const { eye: on } = eye();
    on.zoom({ x: 400, y: 300 }, 3);
    const low = on.hexAt({ x: 400, y: 555 })!;
    expect(on.sees(low)).toBe(true);
    on.resize({ ...ROOM, height: 540 }, WINDOW);
    expect(on.sees(low)).toBe(false);
    on.clear([low], () => false);
    arrive(on);
    expect(on.sees(low)).toBe(true);
  });

  it("shows all there is where what it opens with is nearly that", () => {
    const { eye: on } = eye();
    const whole = on.camera;
    on.openOn([101, 2838]);
    expect(on.camera).toEqual(whole);
    on.openOn([1410, 1419]);
    expect(on.camera.scale).toBeGreaterThan(whole.scale * 1.3);
  });

  it("opens with what can be chosen besides, but for a few far off", () => {
    const { eye: on } = eye();
    const frame = [1410, 1419];
    on.openOn(frame);
    const close = on.camera;
    on.openOn(frame, [1412, 1415, FAR]);
    expect(on.camera).toEqual(close);
    expect(on.sees(FAR)).toBe(false);
    on.openOn(frame, [1415, 0, FAR]);
    expect(on.sees(0) && on.sees(FAR)).toBe(true);
    const near = eye().eye;
    near.openOn(frame, [1412, 1415, 1421]);
    expect(near.sees(1421)).toBe(true);
  });

  it("opens with where somebody can go, unless those who can are small then", () => {
    const near = eye().eye;
    near.open([1410, 1419], [1409, 1420]);
    const { scale } = near.camera;
    expect([1409, 1410, 1419, 1420].every((hex) => near.sees(hex))).toBe(true);
    const far = eye().eye;
    far.open([1410, 1419], [0, FAR]);
    expect(far.camera.scale).toBeGreaterThan(scale * 0.9);
    expect(far.sees(1410) && far.sees(1419)).toBe(true);
    // Of an attack the few that could support it from far off need not be seen.
    const attack = [1410, 1412, 1415, 1419, FAR];
    const all = eye().eye;
    all.open(attack);
    expect(all.sees(FAR)).toBe(true);
    const one = eye().eye;
    one.open(attack, [], true);
    expect(one.camera.scale).toBeGreaterThan(scale * 0.9);
    expect(one.sees(FAR)).toBe(false);
    const both = eye().eye;
    both.open([1410, FAR], [], true);
    expect(both.sees(1410) && both.sees(FAR)).toBe(true);
    const nobody = eye().eye;
    nobody.open([], [0, FAR]);
    expect(nobody.sees(0) && nobody.sees(FAR)).toBe(true);
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
