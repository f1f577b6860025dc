import { describe, expect, it } from "vitest";
import { cardPlace } from "../src/map/card";

const card = { width: 310, height: 380 };
/** The rectangle around a hex that reaches so far from its middle. */
const hex = (x: number, y: number, reach: number) => ({
  x: x - reach,
  y: y - reach,
  width: 2 * reach,
  height: 2 * reach,
});

describe("the place of the hex card", () => {
  const wide = { width: 1280, height: 700 };
  it("is the lower left corner, if nothing is hidden there", () => {
    expect(cardPlace({ map: wide, card, own: hex(800, 300, 40), choices: [], tray: 0 })).toEqual({
      right: false,
      top: false,
      from: 12,
      most: 380,
    });
  });
  it("is another one where it would hide what may be chosen, or its own hex", () => {
    const choices = [
      { x: 100, y: 500 },
      { x: 200, y: 600 },
      { x: 1200, y: 600 },
    ];
    expect(cardPlace({ map: wide, card, own: hex(800, 300, 40), choices, tray: 0 })).toMatchObject({
      right: false,
      top: true,
    });
    expect(cardPlace({ map: wide, card, own: hex(200, 500, 40), choices: [], tray: 0 })).toMatchObject({
      right: true,
      top: false,
    });
  });
  it("is not where another card lies", () => {
    const other = { width: 330, height: 400 };
    const place = cardPlace({
      map: wide,
      card,
      own: hex(800, 300, 40),
      choices: [],
      tray: 0,
      row: false,
      other,
    });
    expect(place).toMatchObject({ right: true, top: false });
    const phone = { width: 390, height: 620 };
    const low = cardPlace({
      map: phone,
      card,
      own: hex(180, 200, 25),
      choices: [],
      tray: 0,
      row: true,
      other: { width: 366, height: 210 },
    });
    expect(low.top ? low.most : 620 - 210 - low.most).toBeGreaterThan(0);
    expect(low.top || 200 + 25 + low.most <= 620 - 210).toBe(true);
  });
  it("is above or below its hex on a phone, and no higher than there is room", () => {
    const phone = { width: 390, height: 620 };
    const low = cardPlace({ map: phone, card, own: hex(180, 420, 25), choices: [], tray: 0 });
    expect(low.top).toBe(true);
    expect(low.most).toBeLessThan(420 - 25);
    const high = cardPlace({ map: phone, card, own: hex(180, 260, 25), choices: [], tray: 60 });
    expect(high.top).toBe(false);
    expect(620 - 60 - high.most).toBeGreaterThan(260 + 25);
  });
  it("is low rather than over a choice where it is brief", () => {
    const phone = { width: 390, height: 620 };
    const tall = { width: 234, height: 330 };
    const choices = [148, 210, 330].map((x) => ({ x, y: 330 }));
    const place = (brief: boolean) =>
      cardPlace({
        map: phone,
        card: tall,
        own: hex(60, 280, 25),
        choices,
        tray: 0,
        row: true,
        taken: [],
        brief,
      });
    expect(place(false).most).toBe(330);
    expect(place(true)).toMatchObject({ top: false, most: 90 });
    const free = cardPlace({
      map: phone,
      card: tall,
      own: hex(60, 120, 25),
      choices: [],
      tray: 0,
      row: true,
      taken: [],
      brief: true,
    });
    expect(free.most).toBe(330);
  });
  it("keeps clear of the buttons, which stand in a row above on a phone", () => {
    const phone = { width: 390, height: 620 };
    const column = cardPlace({ map: phone, card, own: hex(180, 420, 25), choices: [], tray: 0 });
    const row = cardPlace({ map: phone, card, own: hex(180, 420, 25), choices: [], tray: 0, row: true });
    expect(row.top).toBe(true);
    expect(column.most - row.most).toBeGreaterThan(40);
  });

  it("is not on the stack that is fanned out over its hex", () => {
    const phone = { width: 390, height: 434 };
    const small = { width: 234, height: 200 };
    const fan = { x: 214, y: 180, width: 126, height: 126 };
    // In the lower left corner it would cover no middle of a piece, as high as it likes to be.
    const place = cardPlace({ map: phone, card: small, own: fan, choices: [], tray: 0, row: true });
    expect(place.top).toBe(false);
    expect(434 - place.most).toBeGreaterThan(180 + 126);
  });

  it("is beside the column of buttons rather than on it, where there is another corner", () => {
    const low = { width: 940, height: 520 };
    const own = hex(160, 400, 60);
    expect(
      cardPlace({ map: low, card: { width: 310, height: 300 }, own, choices: [], tray: 0 }),
    ).toMatchObject({
      right: true,
      top: false,
    });
    expect(
      cardPlace({ map: low, card: { width: 310, height: 360 }, own, choices: [], tray: 0 }),
    ).toMatchObject({ right: true, top: true });
  });

  it("is below the odds that are told at the upper edge, if nowhere else", () => {
    const phone = { width: 390, height: 540 };
    const small = { width: 234, height: 180 };
    const odds = { x: 12, y: 68, width: 300, height: 80 };
    const own = hex(147, 480, 40);
    expect(cardPlace({ map: phone, card: small, own, choices: [], tray: 0, row: true }).from).toBe(64);
    const place = cardPlace({ map: phone, card: small, own, choices: [], tray: 0, row: true, taken: [odds] });
    expect(place).toMatchObject({ top: true, from: 154, most: 180 });
    // Where it is too high for that, it gets lower.
    const high = cardPlace({
      map: phone,
      card: { ...small, height: 400 },
      own,
      choices: [],
      tray: 0,
      row: true,
      taken: [odds],
    });
    expect(high).toMatchObject({ top: true, from: 154 });
    expect(high.from + high.most).toBeLessThan(own.y);
  });

  it("leaves the bubble of a guide free", () => {
    const map = { width: 1000, height: 700 };
    const card = { width: 260, height: 200 };
    const own = hex(150, 600, 60);
    expect(cardPlace({ map, card, own, choices: [], tray: 0 })).toMatchObject({ right: true, top: false });
    const guide = { x: 630, y: 480, width: 360, height: 210 };
    const bare = { width: 0, height: 0 };
    expect(
      cardPlace({ map, card, own, choices: [], tray: 0, row: false, other: bare, taken: [guide] }),
    ).toMatchObject({
      right: false,
      top: true,
    });
  });
});
