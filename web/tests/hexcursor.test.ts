import { describe, expect, it } from "vitest";
import { fakeService } from "../src/fake";
import { HexCursor } from "../src/map/hexcursor.svelte";
import type { MapView } from "../src/map/view";
import { opened, settle } from "./opened";

/** A map of hexes in a row, numbered by their places, with these units in one of them. */
async function cursor(units: number[] = [], there = 3) {
  const { session, bench } = await opened(fakeService());
  const shown: number[][] = [];
  let fanned: number | null = null;
  const hexes = [0, 1, 2, 3, 4].map((id) => ({ id, x: id, y: 0 }));
  const view = {
    board: {
      hexes,
      compass: ["E", "W"],
      get: (id: number) => hexes[id],
      step: (id: number, dx: number) => hexes[id + dx],
      neighbour: (id: number, direction: number) => hexes[id + (direction === 0 ? 1 : -1)],
    },
    eye: { show: (places: number[]) => shown.push(places), size: { width: 0, height: 0 }, hexAt: () => 2 },
    pieces: {
      fan: (hex: number | null) => (fanned = hex),
      get fannedHex() {
        return fanned;
      },
      piecesIn: (hex: number) => (hex === there ? units.map((unit) => ({ piece: { unit } })) : []),
    },
  } as unknown as MapView;
  let hovered: number | null = null;
  const made = new HexCursor(
    view,
    bench,
    () => hovered,
    (unit) => session.state?.sheet.pieces.find((piece) => piece.unit === unit)?.hex ?? null,
  );
  const hover = (hex: number) => (hovered = hex);
  return { cursor: made, bench, shown, hover, fanned: () => fanned };
}

describe("the hex cursor", () => {
  it("appears under the mouse, or in the middle, and goes by arrows and compass as far as the map", async () => {
    const { cursor: here, shown, hover } = await cursor();
    expect(here.start()).toBe(2);
    hover(3);
    here.step(1, 0);
    expect(here.hex).toBe(3);
    here.step(1, 0);
    here.step(1, 0);
    expect(here.hex).toBe(4);
    here.stepCompass("W");
    expect(here.hex).toBe(3);
    here.stepCompass("nowhere");
    expect(here.hex).toBe(3);
    expect(shown).toEqual([[3], [4], [4], [3], [3]]);
  });

  it("appears with the unit that is chosen", async () => {
    const { cursor: here, bench } = await cursor();
    const unit = bench.unitsToAct[0]!;
    bench.pickUnit(unit);
    await settle();
    expect(here.start()).toBe(bench.anchor);
  });

  it("means the pieces of its stack one after the other, and points at them", async () => {
    const { cursor: here, bench, fanned } = await cursor([7, 8]);
    expect(here.placed).toBeNull();
    here.put(3);
    expect(here.meant?.unit).toBe(7);
    here.nextPiece();
    expect([here.meant?.unit, fanned()]).toEqual([7, 3]);
    here.nextPiece();
    expect(here.meant?.unit).toBe(8);
    expect(bench.pointing.subject).toEqual({ hex: 3, unit: 8 });
    here.nextPiece();
    expect(here.meant?.unit).toBe(7);
    here.offer(3, [8]);
    expect([here.meant?.unit, fanned()]).toEqual([8, 3]);
    here.put(2);
    expect([here.meant, fanned()]).toEqual([null, null]);
    here.nextPiece();
    expect(fanned()).toBeNull();
  });
});
