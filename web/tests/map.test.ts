import { describe, expect, it } from "vitest";
import { inksOf, shade, sideColour } from "../src/map/colours";
import { lookOf } from "../src/map/counters";
import { boxOf, shows } from "../src/map/painter";
import { covers, fanAround, fanOut, fanOver, intoRoom, isWithin } from "../src/map/fans";
import { byHex, COUNTER, inOrder, layOut, pieceKey } from "../src/map/stacks";
import { recipeFor, sidc, symbolShape } from "../src/map/symbols";
import { areaOf, detailAt, levelFor, scaleOf, tilesSeen, TILE } from "../src/map/tiles";
import type { Piece } from "../src/wire";

const piece = (more: Partial<Piece>): Piece => ({ side: 0, label: "", title: "84 Inf", ...more });

describe("symbols by plain names", () => {
  it("become codes of friendly land units", () => {
    expect(sidc(recipeFor("infantry"))).toBe("10031000001211000000");
    expect(sidc(recipeFor("Mechanized Infantry"))).toBe("10031000001211020000");
    expect(sidc(recipeFor("airborne"))).toMatch(/01$/);
  });

  it("fall back on a word that is known, and on an empty frame", () => {
    expect(recipeFor("heavy armour brigade")).toBe(recipeFor("armour"));
    expect(symbolShape("gremlins").strokes).toEqual([]);
  });

  it("are drawn for every name that a game uses", () => {
    const used = [
      "infantry",
      "armour",
      "mechanized infantry",
      "amphibious infantry",
      "mountain infantry",
      "static infantry",
      "airborne",
      "cavalry",
      "reconnaissance",
      "garrison",
      "antiaircraft",
      "motorized",
      "mountain",
      "fortification",
      "decoy",
    ];
    for (const name of used) expect(symbolShape(name).strokes.length, name).toBeGreaterThan(0);
    for (const name of ["headquarters", "supreme headquarters"])
      expect(symbolShape(name).text).toMatch(/HQ$/);
  });
});

describe("how a piece looks", () => {
  const inks = inksOf(piece({}), ["Allied", "Axis"], "standard");

  it("is a block or a counter as the sheet says, whatever is printed on it", () => {
    expect(lookOf(piece({ strength: "9-9-6", shape: "block" }), inks).kind).toBe("block");
    expect(lookOf(piece({ strength: "4" }), inks).kind).toBe("counter");
    expect(lookOf(piece({ face_down: true, title: "upright block" }), inks).kind).toBe("back");
    expect(lookOf(piece({ face_down: true, title: "unit", shape: "block" }), inks).kind).toBe("block-back");
  });

  it("shows nothing but the side on a back", () => {
    const look = lookOf(piece({ face_down: true, strength: "4-3-6", symbol: "armour", size: "XX" }), inks);
    expect([look.kind, look.name, look.symbol, look.size, look.strength]).toEqual(["back", "", "", "", ""]);
  });

  it("shows marks in the tone that the sheet gives them, and others as plain discs", () => {
    const badges = {
      weary: { tone: "spent" },
      cheering: { tone: "good", letter: "!" },
      "face-up": { tone: "flat" },
      known: { tone: "silent" },
    } as const;
    const look = lookOf(piece({ marks: ["weary", "cheering", "known", "moved"] }), inks, badges);
    expect(look.spent).toBe(true);
    expect(look.lying).toBe(false);
    expect(look.tags).toEqual([
      { text: "!", tone: "good" },
      { text: "M", tone: "plain" },
    ]);
    expect(lookOf(piece({ marks: ["face-up"] }), inks, badges).lying).toBe(true);
    expect(lookOf(piece({ marks: ["moved"] }), inks, badges).spent).toBe(false);
  });

  it("counts the steps that the sheet tells", () => {
    expect(lookOf(piece({ strength: "III", steps: 3 }), inks).steps).toBe(3);
    expect(lookOf(piece({ strength: "2", steps: 2, max_steps: 4 }), inks)).toMatchObject({
      steps: 2,
      maxSteps: 4,
    });
  });

  it("carries the short name of the sheet, or else the whole name", () => {
    expect(lookOf(piece({ title: "US V Corps (US5)", short: "US5" }), inks).name).toBe("US5");
    expect(lookOf(piece({ title: "4 SS Mech (German)" }), inks).name).toBe("4 SS Mech (German)");
  });

  it("takes its colours from the nation, and from the side for the colour-blind", () => {
    const german = piece({ side: 1, group: "German" });
    const ss = piece({ side: 1, group: "German SS" });
    expect(inksOf(german, [], "standard")).not.toEqual(inksOf(ss, [], "standard"));
    const allied = (group: string): string => inksOf(piece({ side: 0, group }), [], "colour-blind").face;
    expect(inksOf(german, [], "colour-blind").face).not.toBe(allied("German"));
    expect(allied("US")).toBe(allied("nobody known"));
    // Nations of a side are apart by brightness, which everybody sees.
    const bright = (face: string): number =>
      [1, 3, 5].reduce((sum, from) => sum + Number.parseInt(face.slice(from, from + 2), 16), 0);
    for (const [one, other] of [
      [allied("US"), allied("British")],
      [allied("US"), allied("French")],
      [inksOf(german, [], "colour-blind").face, inksOf(ss, [], "colour-blind").face],
    ] as const)
      expect(Math.abs(bright(one) - bright(other))).toBeGreaterThan(90);
    expect(sideColour(0, ["Blue", "Red"], "standard")).not.toBe(sideColour(1, ["Blue", "Red"], "standard"));
  });
});

describe("stacks", () => {
  const stack = (count: number, side = 0): { piece: Piece; key: string }[] =>
    Array.from({ length: count }, (_, index) => ({
      piece: piece({ side, unit: index }),
      key: `${side}-${index}`,
    }));

  it("stand in the middle of their hex and say how many they are", () => {
    const [only] = layOut(stack(1));
    expect(only).toMatchObject({ dx: 0, dy: 0, scale: 1, count: 1 });
    expect(layOut(stack(7)).map((one) => one.count)).toEqual([0, 0, 0, 0, 0, 0, 7]);
  });

  it("have on top who may be chosen next, then who may act", () => {
    const keys = (units: number[]): Set<string> => new Set(units.map((unit) => `0-${unit}`));
    const order = (able: number[], wanted: number[]): unknown[] =>
      inOrder(stack(3), keys(able), keys(wanted)).map((one) => one.piece.unit);
    expect(order([], [])).toEqual([0, 1, 2]);
    expect(order([0], [])).toEqual([1, 2, 0]);
    expect(order([2], [1])).toEqual([0, 2, 1]);
    expect(order([0, 2], [0])).toEqual([1, 2, 0]);
  });

  it("have the strongest on top of those that may act as well, and counters that are no units below", () => {
    const one = (
      unit: number | null,
      strength: string,
      more: object = {},
    ): { piece: Piece; key: string } => ({
      piece: piece({ side: 0, unit, strength, title: strength, ...more }),
      key: `u${unit ?? strength}`,
    });
    const order = (able: string[], ...there: { piece: Piece; key: string }[]): string[] =>
      inOrder(there, new Set(able), new Set()).map((shown) => shown.key);
    const [six, three, wing] = [one(6, "6-4-5"), one(3, "3-2-6"), one(null, "9")];
    expect(order(["u6", "u3"], six, three, wing)).toEqual(["u9", "u3", "u6"]);
    expect(order(["u3"], six, three, wing)).toEqual(["u9", "u6", "u3"]);
    expect(order([], one(1, "(12)-1"), one(2, "4"), one(3, "III"), one(4, "8", { face_down: true }))).toEqual(
      ["u3", "u4", "u2", "u1"],
    );
  });

  it("of two sides stand apart", () => {
    const placed = layOut([...stack(2, 0), ...stack(2, 1)]);
    const [ours, theirs] = [placed[1], placed[3]];
    expect(
      Math.hypot((ours?.dx ?? 0) - (theirs?.dx ?? 0), (ours?.dy ?? 0) - (theirs?.dy ?? 0)),
    ).toBeGreaterThan(30);
    expect(placed.every((one) => one.scale < 1)).toBe(true);
  });

  it("fan out without covering each other", () => {
    for (const count of [2, 5, 6, 12]) {
      const places = fanOut(count, COUNTER);
      for (const [index, a] of places.entries()) {
        for (const b of places.slice(index + 1)) {
          expect(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))).toBeGreaterThan(COUNTER);
        }
      }
    }
  });

  it("fan out around the piece that is pointed at, all of them within sight", () => {
    const room = { left: 0, top: 0, right: 600, bottom: 600 };
    for (const at of [
      { x: 300, y: 300 },
      { x: 40, y: 300 },
      { x: 560, y: 40 },
    ]) {
      for (const kept of [0, 1, 5, 6]) {
        const { across, slot, places } = fanAround(7, COUNTER, kept, at, { room });
        expect(places[kept]).toEqual(at);
        // Seen from nearer, with room on all sides, it stays on its side.
        const middle = { x: 300, y: 300 };
        const again = fanAround(7, COUNTER / 2, kept, middle, { room, turn: { across, slot } });
        expect([again.across, again.slot]).toEqual([across, slot]);
        expect(new Set(places.map((one) => `${one.x} ${one.y}`)).size).toBe(7);
        for (const { x, y } of places) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(COUNTER / 2);
          expect(Math.max(x, y)).toBeLessThanOrEqual(600 - COUNTER / 2);
        }
      }
    }
    const pushed = intoRoom([{ x: 10, y: 300 }], COUNTER, room);
    expect(pushed).toEqual({ x: COUNTER / 2 - 10, y: 0 });
  });

  it("move away from the edge that cuts the piece which is pointed at", () => {
    const room = { left: 0, top: 0, right: 390, bottom: 500 };
    for (const at of [
      { x: 5, y: 250 },
      { x: 385, y: 250 },
      { x: 380, y: 495 },
    ]) {
      for (const count of [2, 3, 6])
        expect(isWithin(fanAround(count, COUNTER, 0, at, { room }).places, COUNTER, room)).toBe(true);
    }
    // Who is out of sight stays so: the fan comes into sight with its hex.
    const far = fanAround(2, COUNTER, 0, { x: 2000, y: 250 }, { room });
    expect(far.places.every(({ x }) => x > 600)).toBe(true);
  });

  it("fan out away from what else may be chosen, where that is possible", () => {
    const room = { left: 0, top: 0, right: 1000, bottom: 1000 };
    const at = { x: 500, y: 500 };
    for (const [dx, dy] of [
      [100, 0],
      [-100, 0],
      [0, 100],
      [50, -87],
    ]) {
      const clear = [{ x: 500 + dx!, y: 500 + dy! }];
      for (let kept = 0; kept < 4; kept++) {
        const { places } = fanAround(4, COUNTER, kept, at, { room, clear });
        expect(places[kept]).toEqual(at);
        expect(new Set(places.map((one) => `${one.x} ${one.y}`)).size).toBe(4);
        expect(clear.some((one) => covers(places, COUNTER, one))).toBe(false);
      }
    }
    // With all sides taken they stand side by side, as ever.
    const ring = Array.from({ length: 12 }, (_, index) => ({
      x: 500 + 90 * Math.cos((index * Math.PI) / 6),
      y: 500 + 90 * Math.sin((index * Math.PI) / 6),
    }));
    expect(fanAround(2, COUNTER, 0, at, { room, clear: ring }).places[0]).toEqual(at);
  });

  it("fan out over their hex, within sight if that is, and never off it", () => {
    const room = { left: 0, top: 0, right: 600, bottom: 600 };
    for (const x of [0, 5, 300, 600]) {
      for (const y of [0, 300, 598])
        expect(isWithin(fanOver(4, COUNTER, { x, y }, room), COUNTER, room)).toBe(true);
    }
    const far = { x: -2000, y: 300 };
    const places = fanOver(4, COUNTER, far, room);
    expect(isWithin(places, COUNTER, room)).toBe(false);
    const near = Math.min(...places.map((one) => Math.abs(one.x - far.x)));
    expect(near).toBeLessThan(COUNTER);
    expect(places.every((one) => one.y === far.y)).toBe(true);
  });

  it("tell unknown pieces of one hex apart", () => {
    const back = piece({ face_down: true, hex: 5, unit: null });
    expect(
      byHex([back, back])
        .get(5)
        ?.map((one) => one.key),
    ).toEqual(["0@5 84 Inf#0", "0@5 84 Inf#1"]);
    expect(pieceKey(back)).toBe("0@5 84 Inf#0");
    expect(byHex([piece({ hex: null })]).size).toBe(0);
  });
});

describe("tiles of the map", () => {
  const box = { x: -100, y: -100, width: 2600, height: 3800 };

  it("have the names of the size in which they are painted, not of that in which they are shown", () => {
    // Just below a size from which on other names are printed, the tiles of the next larger size are shown.
    expect(detailAt(0.61, 1, -9)).toBeCloseTo(Math.SQRT1_2, 6);
    expect(detailAt(0.61, 2, -9)).toBeCloseTo(Math.SQRT1_2, 6);
    expect(detailAt(0.5, 1, -9)).toBe(0.5);
    expect(detailAt(0.1, 1, levelFor(0.5))).toBe(0.5);
  });

  it("are painted at least as fine as they are shown, and not much finer", () => {
    for (const pixels of [0.2, 0.5, 1, 1.3, 2.9]) {
      const scale = scaleOf(levelFor(pixels));
      expect(scale).toBeGreaterThan(pixels * 0.98);
      expect(scale).toBeLessThan(pixels * 1.45);
    }
  });

  it("cover what is seen", () => {
    const camera = { x: 1200, y: 1800, scale: 1 };
    const tiles = tilesSeen(camera, { width: 1000, height: 700 }, 0, box);
    const areas = tiles.map((tile) => areaOf(tile, box));
    for (const [x, y] of [
      [701, 1451],
      [1699, 2149],
      [1200, 1800],
    ] as const) {
      expect(areas.some((a) => x >= a.x && x <= a.x + a.width && y >= a.y && y <= a.y + a.height)).toBe(true);
    }
    expect(areas.every((area) => area.width <= TILE && area.x + area.width <= box.x + box.width)).toBe(true);
  });
});

describe("boxes of path data", () => {
  it("hold every point, and are unknown for relative paths", () => {
    expect(boxOf("M0 5L10 -5H40V20Z")).toEqual({ x: 0, y: -5, width: 40, height: 25 });
    expect(boxOf("M0 0C-5 1 8 9 3 4")).toEqual({ x: -5, y: 0, width: 13, height: 9 });
    expect(boxOf("M0 0l5 5")).toBeNull();
  });
});

describe("layers of a map", () => {
  it("show at the scales they are made for", () => {
    const middle = { name: "names.middle", items: [], least: 0.2, below: 0.4 };
    expect([0.1, 0.2, 0.3, 0.4].map((scale) => shows(middle, scale))).toEqual([false, true, true, false]);
    expect([0.01, 3].map((scale) => shows({ name: "sea", items: [] }, scale))).toEqual([true, true]);
  });
});

describe("the shades of an overlay", () => {
  it("are told apart, and the strongest is as strong as an area without shades", () => {
    const shades = [0, 1, 2].map((level) => shade({ level, levels: 3 }));
    expect(shades.every((one, index) => index === 0 || one > (shades[index - 1] ?? 1) + 0.25)).toBe(true);
    expect(shades.at(-1)).toBe(1);
    expect(shade({})).toBe(1);
    expect(shade({ level: 5, levels: 5 })).toBe(1);
  });
});
