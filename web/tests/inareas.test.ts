import { expect, test } from "vitest";
import { inAreas } from "../src/map/inareas";

const offer = { key: "supply", title: "Supply", help: "" };
const area = (title: string, ...hexes: number[]) => ({ title, hexes });

test("a hex tells which areas of an overlay it lies in, each once", () => {
  const areas = [area("Allied supply", 1, 2), area("Allied units isolated", 2, 3), area("Allied supply", 2)];
  expect(inAreas(offer, { areas }, 2)).toBe("Supply: Allied supply, Allied units isolated");
  expect(inAreas(offer, { areas, guessed: true }, 3)).toBe("Supply: Allied units isolated (partly guessed)");
});

test("a hex in none of them tells nothing", () => {
  expect(inAreas(offer, { areas: [area("Allied supply", 1)] }, 9)).toBe("");
  expect(inAreas(offer, null, 1)).toBe("");
  expect(inAreas(undefined, { areas: [area("Allied supply", 1)] }, 1)).toBe("");
});

test("what the words about the hex say already is not told again", () => {
  const areas = [area("Allied supply", 1), area("Allied units isolated", 1)];
  expect(inAreas(offer, { areas }, 1, ["clear", "in Allied supply"])).toBe("Supply: Allied units isolated");
  expect(inAreas(offer, { areas: [area("Allied supply", 1)] }, 1, ["in Allied supply"])).toBe("");
  expect(inAreas(offer, { areas: [area("Allied supply", 1)] }, 1, ["Allied supply does not come here"])).toBe(
    "Supply: Allied supply",
  );
});
