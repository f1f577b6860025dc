import { beforeEach, describe, expect, it } from "vitest";
import { Pointer } from "../src/map/pointer.svelte";
import type { MapView } from "../src/map/view";
import { Muster } from "../src/orders/muster.svelte";
import { attackService, TARGET } from "./attack";
import { opened, settle } from "./opened";

const STACK = 25;
const UNITS = [1, 2, 3];

/** A map with one stack of units side by side when it is fanned out: a point is the number of one of them. */
function stacked(): { view: MapView; fanned: () => number | null } {
  let fanned: number | null = null;
  const placed = UNITS.map((unit) => ({
    key: String(unit),
    piece: { unit, hex: STACK, title: String(unit) },
  }));
  const pieces = {
    get fannedHex() {
      return fanned;
    },
    fan: (hex: number | null) => {
      fanned = hex;
    },
    inFan: () => fanned !== null,
    pieceAt: ({ x }: { x: number }) => placed[x - 1] ?? null,
    pieceIn: () => placed.at(-1),
    piecesIn: (hex: number) => (hex === STACK ? placed : []),
  };
  const eye = { toScene: <T>(at: T): T => at, hexAt: () => STACK };
  const view = { pieces, eye, board: { get: () => undefined }, effects: { flash: () => undefined } };
  return { view: view as unknown as MapView, fanned: () => fanned };
}

describe("a stack that is fanned out", () => {
  beforeEach(() => {
    sessionStorage.clear();
  });

  async function attacking(able: readonly number[] = UNITS) {
    const { service, given } = attackService(UNITS, able);
    const { session, bench } = await opened(service);
    const { view, fanned } = stacked();
    const pointer = new Pointer(view, bench, session, new Muster(session, bench));
    /** What the page does when something new may be chosen. */
    const show = async (): Promise<void> => {
      await settle(5);
      bench.sync();
      pointer.offer();
      await settle();
    };
    await session.give("attack", [1, TARGET]);
    await show();
    /** A click on the map, or on a row of the card, and what comes of it. */
    const click = async (unit: number, row = false): Promise<void> => {
      if (row) pointer.clickRow({ side: 0, label: "", unit, hex: STACK, title: String(unit) }, false);
      else pointer.click({ x: unit, y: 0 });
      for (let turn = 0; turn < 12; turn++) await Promise.resolve();
      pointer.offer(); // that the order is on its way is shown, too
      await show();
    };
    return { given, fanned, pointer, view, click };
  }

  it("stays so while more of it may join an attack, and closes after the last", async () => {
    const { given, fanned, pointer, click } = await attacking();
    pointer.click({ x: 3, y: 0 });
    expect(fanned()).toBe(STACK);
    await click(2);
    expect(given).toEqual([`attack 1 ${TARGET}`, "join 2"]);
    expect(fanned()).toBe(STACK);
    await click(3);
    expect(given).toHaveLength(3);
    expect(fanned()).toBeNull();
    pointer.close();
  });

  it("stays so in the same way when units are chosen by the rows of its card", async () => {
    const { given, fanned, pointer, click } = await attacking();
    pointer.click({ x: 3, y: 0 });
    await click(2, true);
    expect(given).toEqual([`attack 1 ${TARGET}`, "join 2"]);
    expect(fanned()).toBe(STACK);
    await click(3, true);
    expect(given).toHaveLength(3);
    expect(fanned()).toBeNull();
    pointer.close();
  });

  it("stays so while the pointer is on its card, and folds when it has gone elsewhere", async () => {
    const { fanned, pointer } = await attacking();
    pointer.click({ x: 3, y: 0 });
    pointer.hover({ x: 3, y: 0 });
    pointer.hover(null); // off the map ...
    pointer.card.hold(true, null); // ... and onto the card
    await settle(400);
    expect(fanned()).toBe(STACK);
    pointer.leaveCard();
    await settle(400);
    expect(fanned()).toBeNull();
    pointer.close();
  });

  it("does not fan out over the hexes that a click on one of it has lit up, however late they do", async () => {
    const { service } = attackService(UNITS, UNITS);
    const { session, bench } = await opened(service);
    const ask = session.ask.bind(session);
    session.ask = async (...asked) => {
      await settle(400);
      return ask(...asked);
    };
    const { view, fanned } = stacked();
    const pointer = new Pointer(view, bench, session, new Muster(session, bench));
    pointer.hover({ x: 3, y: 0 });
    bench.pickUnit(3);
    await settle(300);
    expect(fanned()).toBeNull();
    await settle(400);
    expect([...bench.targets.hexes.keys()]).toEqual([TARGET]);
    expect(fanned()).toBeNull();
    pointer.close();
  });
});
