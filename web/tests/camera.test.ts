import { describe, expect, it } from "vitest";
import {
  BARE,
  between,
  filling,
  fit,
  isBetter,
  isSeen,
  keepOn,
  MAX_SCALE,
  pan,
  resized,
  seen,
  stayed,
  toScene,
  toScreen,
  zoomAt,
  covering,
  fitInto,
} from "../src/map/camera";

const view = { width: 1000, height: 600 };
const box = { x: -50, y: -50, width: 2000, height: 3000 };

describe("the camera", () => {
  it("puts its own point in the middle of the screen", () => {
    expect(toScreen({ x: 300, y: 400, scale: 2 }, view, { x: 300, y: 400 })).toEqual({ x: 500, y: 300 });
  });

  it("turns screen into scene and back", () => {
    const camera = { x: 321, y: 654, scale: 0.73 };
    const back = toScreen(camera, view, toScene(camera, view, { x: 77, y: 88 }));
    expect(back.x).toBeCloseTo(77);
    expect(back.y).toBeCloseTo(88);
  });

  it("shows all of a box when it fits it", () => {
    const camera = fit(box, view, 20);
    const shown = seen(camera, view);
    expect(camera.scale).toBeCloseTo(560 / 3000);
    expect(shown.x).toBeLessThanOrEqual(box.x);
    expect(shown.y + shown.height).toBeGreaterThanOrEqual(box.y + box.height);
  });

  it("keeps what is under the pointer there while zooming", () => {
    const camera = { x: 900, y: 1200, scale: 0.8 };
    const at = { x: 700, y: 250 };
    const fixed = toScene(camera, view, at);
    const zoomed = zoomAt(camera, view, at, 1.5, box);
    expect(zoomed.scale).toBeCloseTo(1.2);
    expect(toScene(zoomed, view, at).x).toBeCloseTo(fixed.x);
    expect(toScene(zoomed, view, at).y).toBeCloseTo(fixed.y);
  });

  it("zooms neither beyond the closest look nor much further than the whole map", () => {
    const camera = { x: 900, y: 1200, scale: 1 };
    expect(zoomAt(camera, view, { x: 500, y: 300 }, 100, box).scale).toBe(MAX_SCALE);
    expect(zoomAt(camera, view, { x: 500, y: 300 }, 0.0001, box).scale).toBeCloseTo(
      fit(box, view).scale * 0.9,
    );
  });

  it("does not lose the map when panning", () => {
    let camera = { x: 900, y: 1200, scale: 1 };
    for (let index = 0; index < 50; index++) camera = pan(camera, view, 400, 0, box);
    expect(seen(camera, view).x + seen(camera, view).width).toBeGreaterThan(box.x);
    expect(isSeen(camera, view, { x: box.x + 100, y: camera.y })).toBe(true);
  });

  it("stands a map that is smaller than the screen in its middle", () => {
    const small = { x: 0, y: 0, width: 100, height: 100 };
    expect(keepOn({ x: 900, y: -30, scale: 1 }, view, small)).toMatchObject({ x: 50, y: 50 });
  });

  it("gives new room of the screen to the hexes if nothing else was seen before", () => {
    const field = { x: 0, y: 0, width: 2000, height: 1000 };
    const taller = { width: 1000, height: 800 };
    expect(resized({ x: 800, y: 700, scale: 1 }, view, taller, field, box)).toMatchObject({ x: 800, y: 600 });
    expect(resized({ x: 800, y: 900, scale: 1 }, view, taller, field, box)).toMatchObject({ x: 800, y: 900 });
  });

  it("stays under the same point of the window where the map is shown in another part of it", () => {
    const camera = { x: 800, y: 700, scale: 2 };
    const [before, now] = [
      { x: 0, y: 50, ...view },
      { x: 440, y: 50, width: 560, height: 500 },
    ];
    const moved = stayed(camera, before, now);
    const point = { x: 700, y: 650 };
    const [one, other] = [toScreen(camera, before, point), toScreen(moved, now, point)];
    expect(other.x + now.x).toBeCloseTo(one.x + before.x);
    expect(other.y + now.y).toBeCloseTo(one.y + before.y);
  });

  it("flies evenly from one place to another", () => {
    const half = between({ x: 0, y: 0, scale: 1 }, { x: 10, y: 20, scale: 4 }, 0.5);
    expect(half).toEqual({ x: 5, y: 10, scale: 2 });
  });

  it("covers what must be seen, moving no further than needed", () => {
    const camera = { x: 1000, y: 1000, scale: 1 };
    expect(covering(camera, view, { x: 900, y: 900, width: 100, height: 100 })).toEqual(camera);
    const east = covering(camera, view, { x: 1800, y: 1000, width: 100, height: 100 });
    expect(east).toMatchObject({ y: 1000, scale: 1 });
    expect(toScreen(east, view, { x: 1900, y: 1000 }).x).toBeCloseTo(view.width - 24);
    const all = covering(camera, view, { x: 0, y: 0, width: 4000, height: 100 });
    expect(all.scale).toBeCloseTo((view.width - 48) / 4000);
    expect(toScreen(all, view, { x: 0, y: 0 }).x).toBeCloseTo(24);
    expect(covering(camera, view, { x: 0, y: 0, width: 4000, height: 100 }, { least: 0.5 }).scale).toBe(0.5);
  });

  it("keeps what must be clicked clear of what lies over the edges of the map", () => {
    const insets = { top: 0, right: 60, bottom: 150, left: 200 };
    const low = { x: 900, y: 1250, width: 100, height: 40 };
    const clear = covering({ x: 1000, y: 1000, scale: 1 }, view, low, { insets });
    expect(toScreen(clear, view, { x: 900, y: 1290 }).y).toBeCloseTo(view.height - 150 - 24);
    const whole = fitInto(box, view, insets, 20);
    const start = toScreen(whole, view, { x: box.x, y: box.y });
    const end = toScreen(whole, view, { x: box.x + box.width, y: box.y + box.height });
    expect(start.x).toBeGreaterThanOrEqual(219.9);
    expect(end.x).toBeLessThanOrEqual(view.width - 79.9);
    expect(end.y).toBeLessThanOrEqual(view.height - 169.9);
  });

  it("goes back for what could be seen before, or seen larger, and not otherwise", () => {
    const left = { x: 500, y: 2000, scale: 1 };
    const away = { x: 500, y: 300, scale: 1 };
    const over = { x: 500, y: 1200, scale: 0.25 };
    const [near, far] = [
      { x: 520, y: 1950 },
      { x: 480, y: 320 },
    ];
    expect(isBetter(left, away, view, [near, far])).toBe(true);
    expect(isBetter(left, away, view, [far])).toBe(false);
    expect(isBetter(left, over, view, [near])).toBe(true);
    expect(isBetter(left, over, view, [near, far])).toBe(false);
    expect(isBetter(left, { ...left, scale: 0.8 }, view, [near])).toBe(false);
    expect(isBetter(left, left, view, [])).toBe(false);
  });
});

describe("what a map is opened with", () => {
  const field = { x: 0, y: 0, width: 1000, height: 600 };
  const printed = { x: -500, y: -500, width: 2000, height: 1600 };

  it("lies in the middle of the way in which all of the map is seen, though something lies over another edge", () => {
    const view = { width: 1000, height: 700 };
    const box = { x: 50, y: 200, width: 900, height: 380 };
    const insets = { ...BARE, right: 80 };
    const camera = fitInto(box, view, insets, 10);
    const found = filling(camera, view, box, { insets, least: 0, areas: [field, printed] });
    expect(found.y).toBe(300);
    expect(found.x).toBe(camera.x);
    // Nothing over an edge: it may be in the middle both ways.
    const free = filling(fitInto(box, view, BARE, 10), view, box, {
      insets: BARE,
      least: 0,
      areas: [field, printed],
    });
    expect(free).toMatchObject({ x: 500, y: 300 });
  });
});
