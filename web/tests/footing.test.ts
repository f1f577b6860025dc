import { describe, expect, it } from "vitest";
import { BARE, toScreen, type Camera, type Rect } from "../src/map/camera";
import { LOOSE, type Place } from "../src/map/detours";
import { Footing, GivingWay, type Over, type Room } from "../src/map/footing";

const window = { width: 1400, height: 900 };
const at = (rect: Partial<Rect>): Room => ({
  at: { x: 0, y: 60, width: 1400, height: 780, ...rect },
  window,
});
const ALONE = at({});
const DOCKED = at({ width: 1020 });
const DRAWN = at({ x: 440, width: 960 });
const FIELD = { x: 0, y: 0, width: 700, height: 600 };
const BOX = { x: -50, y: -50, width: 800, height: 700 };
const BOUNDS = { field: FIELD, box: BOX, kept: [] };

/** Where in the window a point of the map is. */
function placeOf(camera: Camera, room: Room): { x: number; y: number } {
  const { x, y } = toScreen(camera, room.at, { x: 300, y: 300 });
  return { x: x + room.at.x, y: y + room.at.y };
}

describe("the footing of the map", () => {
  it("leaves the map where it is when panels open, and knows exactly where it was when they are closed", () => {
    const footing = new Footing();
    // Far off the middle: to keep it on the map in each room would move it, bit by bit.
    const camera = { x: 690, y: 40, scale: 1.8 };
    const docked = footing.settle(camera, ALONE, DOCKED, BOUNDS);
    expect(placeOf(docked, DOCKED)).toEqual(placeOf(camera, ALONE));
    const drawn = footing.settle(docked, DOCKED, DRAWN, BOUNDS);
    const back = footing.settle(drawn, DRAWN, ALONE, BOUNDS);
    expect(back).toEqual(camera);
  });

  it("brings back what a panel would cut off, with those beside it, as long as the panel is there", () => {
    const footing = new Footing();
    const camera = { x: 350, y: 300, scale: 1.8 };
    const kept = [{ x: 690, y: 300 }];
    const stays = new Footing().settle(camera, ALONE, DOCKED, BOUNDS);
    const clear = footing.settle(camera, ALONE, DOCKED, { ...BOUNDS, kept });
    expect(toScreen(stays, DOCKED.at, kept[0]!).x).toBeGreaterThan(DOCKED.at.width);
    expect(toScreen(clear, DOCKED.at, { x: 690 + 110, y: 300 }).x).toBeLessThan(DOCKED.at.width);
    expect([clear.y, clear.scale]).toEqual([stays.y, stays.scale]);
    // It is announced, and another line of buttons comes: the map does not jump back.
    const lower = at({ width: 1020, height: 740 });
    expect(footing.settle(clear, DOCKED, lower, BOUNDS).x).toBeCloseTo(clear.x, 6);
    // It goes back when the panel does, whatever lines of buttons there are by then.
    const alone = at({ height: 740 });
    const back = placeOf(footing.settle(clear, lower, alone, BOUNDS), alone);
    expect(back.x).toBeCloseTo(placeOf(camera, ALONE).x, 6);
    expect(back.y).toBeCloseTo(placeOf(camera, ALONE).y, 6);
    expect(footing.settle(clear, alone, ALONE, BOUNDS)).toEqual(camera);
  });

  it("stays where none of it is cut, where somebody looks elsewhere, and where there is no room for all of it", () => {
    const camera = { x: 350, y: 300, scale: 1.8 };
    const stays = new Footing().settle(camera, ALONE, DOCKED, BOUNDS);
    const wide = [
      { x: 0, y: 300 },
      { x: 690, y: 300 },
    ];
    for (const kept of [[{ x: 350, y: 300 }], [{ x: 1300, y: 300 }], wide])
      expect(new Footing().settle(camera, ALONE, DOCKED, { ...BOUNDS, kept })).toEqual(stays);
  });

  it("begins anew where somebody has moved the map meanwhile", () => {
    const footing = new Footing();
    footing.settle({ x: 690, y: 40, scale: 1.8 }, ALONE, DOCKED, BOUNDS);
    footing.lift();
    const moved = { x: 300, y: 300, scale: 2 };
    const after = footing.settle(moved, DOCKED, ALONE, BOUNDS);
    expect(placeOf(after, ALONE)).toEqual(placeOf(moved, DOCKED));
  });

  it("keeps the middle where the window itself changes its size", () => {
    const footing = new Footing();
    const smaller: Room = {
      at: { x: 0, y: 60, width: 1000, height: 500 },
      window: { width: 1000, height: 620 },
    };
    const camera = { x: 350, y: 300, scale: 3 };
    expect(footing.settle(camera, ALONE, smaller, BOUNDS)).toEqual(camera);
  });
});

describe("giving way", () => {
  const card: Over = { insets: { ...BARE, left: 340, bottom: 60 }, lasting: { ...BARE, bottom: 60 } };
  const from: Place = { camera: { x: 1, y: 2, scale: 1 }, hold: LOOSE };

  it("ends when what lay over the map is put away, once", () => {
    const way = new GivingWay();
    way.note(from, card);
    expect(way.back(card)).toBeNull();
    expect(way.back({ ...card, insets: card.lasting })).toEqual(from);
    expect(way.back({ ...card, insets: BARE })).toBeNull();
  });

  it("is not ended by choices below that are gone, which come again with the next order", () => {
    const way = new GivingWay();
    way.note(from, card);
    expect(way.back({ insets: { ...BARE, left: 340 }, lasting: BARE })).toBeNull();
  });

  it("goes back to before the first of several, and nowhere once somebody has moved the map", () => {
    const way = new GivingWay();
    way.note(from, card);
    way.note({ ...from, camera: { x: 9, y: 9, scale: 1 } }, card);
    expect(way.back({ insets: BARE, lasting: BARE })).toEqual(from);
    way.note(from, card);
    way.forget();
    expect(way.back({ insets: BARE, lasting: BARE })).toBeNull();
  });
});
