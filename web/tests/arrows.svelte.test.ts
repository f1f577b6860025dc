import { flushSync } from "svelte";
import { describe, expect, it } from "vitest";
import type { Session, Stage } from "../src/state/session.svelte";
import { RecapArrows } from "../src/story/arrows.svelte";
import { LEGIBLE } from "../src/story/journeys";
import type { Recap, Way } from "../src/story/recap";

/** So many marches, each longer than the one before it. */
function marches(count: number): Way[] {
  return Array.from({ length: count }, (_, unit) => ({
    entry: unit,
    unit,
    hexes: Array.from({ length: unit + 2 }, (_, step) => 100 * unit + step),
    text: "",
    plain: true,
  }));
}

function recapOf(ways: Way[]): Recap {
  return { first: 0, last: ways.length, ways, battles: [], others: [], lost: [] };
}

/** What is drawn of a recap, by units, after what is done with its arrows. */
function drawn(recap: Recap | null, act: (arrows: RecapArrows) => void = () => undefined): number[] {
  let shown: number[] = [-1];
  const stage: Partial<Stage> = {
    arrows: (ways) => {
      shown = ways.map(({ hexes }) => (hexes[0] ?? 0) / 100);
    },
  };
  const close = $effect.root(() => {
    const arrows = new RecapArrows(
      { stage } as unknown as Session,
      () => recap,
      () => 1,
    );
    flushSync();
    act(arrows);
    flushSync();
  });
  close();
  return shown;
}

describe("the arrows of a recap", () => {
  it("are all where they are few, and none without a recap", () => {
    expect(drawn(recapOf(marches(2)))).toEqual([0, 1]);
    expect(drawn(null)).toEqual([]);
  });

  it("are the longest marches where they are many, or all that are asked for", () => {
    const recap = recapOf(marches(2 * LEGIBLE));
    expect(drawn(recap)).toEqual(recap.ways.slice(LEGIBLE).map(({ unit }) => unit));
    expect(
      drawn(recap, (arrows) => {
        arrows.toggle();
      }),
    ).toHaveLength(2 * LEGIBLE);
  });

  it("are one that is picked, until it is picked again", () => {
    const recap = recapOf(marches(2 * LEGIBLE));
    const [shortest] = recap.ways;
    if (!shortest) throw new Error("no way");
    expect(
      drawn(recap, (arrows) => {
        arrows.pick(shortest);
        expect(arrows.isPicked(shortest)).toBe(true);
        expect(arrows.caption).toBe(`The map shows one of ${2 * LEGIBLE} ways.`);
      }),
    ).toEqual([0]);
    expect(
      drawn(recap, (arrows) => {
        arrows.pick(shortest);
        arrows.pick(shortest);
      }),
    ).toHaveLength(LEGIBLE);
  });

  it("cannot be picked where the map shows all of them", () => {
    const recap = recapOf(marches(2));
    const [first] = recap.ways;
    if (!first) throw new Error("no way");
    expect(
      drawn(recap, (arrows) => {
        arrows.pick(first);
      }),
    ).toEqual([0, 1]);
  });
});
