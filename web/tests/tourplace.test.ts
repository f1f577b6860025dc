import { describe, expect, it } from "vitest";
import { bubblePlace, framed, freePlace } from "../src/panels/tour/place";

const FIELD = { left: 0, top: 60, width: 1200, height: 640 };
const BUBBLE = { width: 360, height: 200 };
const CORNER = { left: 826, top: 486 };

function covers(place: { left: number; top: number }, { x, y }: { x: number; y: number }): boolean {
  return x > place.left && x < place.left + 360 && y > place.top && y < place.top + 200;
}

describe("the bubble of a guide", () => {
  it("covers nothing that is asked below the map", () => {
    const phone = { width: 390, height: 844 };
    const done = { left: 20, top: 800, width: 100, height: 36 };
    expect(bubblePlace(done, BUBBLE, phone, 738).top).toBe(738 - 14 - 200);
    expect(bubblePlace(null, BUBBLE, phone, 640).top).toBe(640 - 14 - 200);
  });

  it("lies where it points when nothing below it may be chosen", () => {
    expect(
      freePlace(CORNER, { now: null, bubble: BUBBLE, field: FIELD, choices: [{ x: 500, y: 300 }] }),
    ).toEqual(CORNER);
  });

  it("leaves free what may be chosen", () => {
    const choices = [
      { x: 1000, y: 600 },
      { x: 100, y: 100 },
    ];
    const place = freePlace(CORNER, { now: null, bubble: BUBBLE, field: FIELD, choices });
    expect(choices.filter((one) => covers(place, one))).toEqual([]);
  });

  it("does not hop back while it lies well", () => {
    const now = { left: 14, top: 74 };
    expect(freePlace(CORNER, { now, bubble: BUBBLE, field: FIELD, choices: [{ x: 500, y: 300 }] })).toEqual(
      now,
    );
  });

  it("does not stay where the field ends above it by now", () => {
    expect(
      freePlace(CORNER, { now: { left: 826, top: 600 }, bubble: BUBBLE, field: FIELD, choices: [] }),
    ).toEqual(CORNER);
  });

  it("leaves the cards to be read, too", () => {
    const cards = { left: 10, top: 500, width: 330, height: 190 };
    const place = { left: 200, top: 480 };
    expect(freePlace(place, { now: null, bubble: BUBBLE, field: FIELD, choices: [], cards })).toEqual({
      left: 826,
      top: 486,
    });
    const elsewhere = [
      { x: 1000, y: 600 },
      { x: 100, y: 100 },
      { x: 1000, y: 100 },
    ];
    // What may be chosen comes first.
    expect(freePlace(place, { now: null, bubble: BUBBLE, field: FIELD, choices: elsewhere, cards })).toEqual(
      place,
    );
  });

  it("hides as little as it can of pieces and of what decides the match", () => {
    const sights = [
      { x: 1000, y: 600 },
      { x: 1100, y: 650 },
      { x: 100, y: 600 },
    ];
    expect(
      freePlace(CORNER, { now: null, bubble: BUBBLE, field: FIELD, choices: [], cards: null, sights }),
    ).toEqual({ left: 14, top: 74 });
    // It does not hop for one of them, but it does not stay over a battlefield either.
    expect(
      freePlace(
        { left: 14, top: 74 },
        { now: CORNER, bubble: BUBBLE, field: FIELD, choices: [], cards: null, sights: sights.slice(1) },
      ),
    ).toEqual(CORNER);
    expect(
      freePlace(
        { left: 14, top: 74 },
        { now: CORNER, bubble: BUBBLE, field: FIELD, choices: [], cards: null, sights },
      ),
    ).toEqual({
      left: 14,
      top: 74,
    });
    // What may be chosen, and the cards, come first.
    const choices = [{ x: 100, y: 100 }];
    const cards = { left: 800, top: 60, width: 390, height: 200 };
    expect(freePlace(CORNER, { now: null, bubble: BUBBLE, field: FIELD, choices, cards, sights })).toEqual({
      left: 14,
      top: 486,
    });
  });

  it("stays where it points when every corner covers something", () => {
    const choices = [
      [1000, 600],
      [100, 100],
      [1000, 100],
      [100, 600],
    ].map(([x = 0, y = 0]) => ({ x, y }));
    expect(freePlace(CORNER, { now: null, bubble: BUBBLE, field: FIELD, choices })).toEqual(CORNER);
  });

  it("frames what it shows from outside, and within the window", () => {
    const window = { width: 1200, height: 800 };
    const button = { left: 500, top: 740, width: 100, height: 36 };
    expect(framed(button, window)).toEqual({ left: 496, top: 736, width: 108, height: 44 });
    const bar = { left: 0, top: 700, width: 1200, height: 100 };
    expect(framed(bar, window)).toEqual({ left: 0, top: 696, width: 1200, height: 104 });
  });
});
