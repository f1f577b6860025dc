import { describe, expect, it } from "vitest";
import type { Rect } from "../src/map/camera";
import { formsOf, remarkAt, write, type Remark, type Written } from "../src/map/labels";

const row = Math.sqrt(0.75) * 100;
/** Hexes of three rows beside and below each other. */
const hexes = [0, 1, 2].flatMap((y) => [0, 1, 2, 3].map((x) => ({ x: x * 100 + (y % 2) * 50, y: y * row })));

function remarks(...widths: number[]): Remark[] {
  const forms = widths.map((width, index) => ({
    width,
    height: index === 1 ? 30 : 15,
    lines: index === 1 ? 2 : 1,
  }));
  return hexes.map((at) => ({ at, forms }));
}

function covering(of: readonly Remark[], { form, places }: Written): number {
  const boxes = places.flatMap((at, index) => {
    const size = of[index]?.forms.at(Math.min(form, of[index].forms.length - 1));
    return at && size ? [{ at, size }] : [];
  });
  return boxes.filter((one, index) =>
    boxes
      .slice(index + 1)
      .some(
        (other) =>
          Math.abs(one.at.x - other.at.x) < (one.size.width + other.size.width) / 2 &&
          Math.abs(one.at.y - other.at.y) < (one.size.height + other.size.height) / 2,
      ),
  ).length;
}

describe("the forms of a remark", () => {
  it("are one line, two lines, and what stands before the comma", () => {
    expect(formsOf("1:1 alone, 7:1 with all")).toEqual([
      "1:1 alone, 7:1 with all",
      "1:1 alone,\n7:1 with all",
      "1:1 alone",
    ]);
  });
  it("break at a space near the middle where there is no comma", () => {
    const two = "back to\nthe box";
    expect(formsOf("back to the box")).toEqual(["back to the box", two, two]);
    expect(formsOf("open")).toEqual(["open", "open", "open"]);
  });
  it("are the number where it is one of something", () => {
    expect(formsOf("16 hexes")).toEqual(["16 hexes", "16", "16"]);
    expect(formsOf("2 of 6")).toEqual(["2 of 6", "2/6", "2/6"]);
    expect(formsOf("14 hexes, beside the enemy")[2]).toBe("14");
  });
  it("take two lines before they are cut", () => {
    const two = "fed from Ghent\nand from Antwerp";
    expect(formsOf("fed from Ghent and from Antwerp")).toEqual([two, two, "fed from Ghent and from…"]);
    expect(formsOf("truck 3, fed from Ghent and from Antwerp")[0]).toBe(
      "truck 3, fed from\nGhent and from Antwerp",
    );
  });
  it("are cut where a line is longer than can be read at a glance", () => {
    expect(formsOf("by Saint-Germain-en-Laye-sur-Seine")[0]).toBe("by\nSaint-Germain-en-Laye-s…");
    expect(formsOf("Saint-Germain-en-Laye-sur-Seine, fed")[2]).toHaveLength(24);
  });
});

describe("writing remarks into hexes", () => {
  it("leaves short ones at the lower edge of their hexes", () => {
    const short = remarks(60);
    const { form, places } = write(short);
    expect(form).toBe(0);
    expect(places).toEqual(hexes.map(({ x, y }) => ({ x, y: y + 45 - 7.5 })));
  });
  it("lets neighbours have theirs at the upper edge", () => {
    const wide: Remark[] = [0, 100, 200].map((x) => ({
      at: { x, y: 0 },
      forms: [{ width: 130, height: 15, lines: 1 }],
    }));
    const written = write(wide);
    expect(written.places).toEqual([
      { x: 0, y: 37.5 },
      { x: 100, y: -37.5 },
      { x: 200, y: 37.5 },
    ]);
  });
  it("takes the same shorter form for all where the longer ones have no room", () => {
    const crowd = remarks(230, 95, 60);
    const written = write(crowd);
    expect(written.form).toBe(1);
    expect(written.places).not.toContain(null);
    expect(covering(crowd, written)).toBe(0);
  });
  it("keeps them clear of the printed names of places", () => {
    const [own] = remarks(30);
    const name = (x: number, y: number, width = 40): Rect => ({ x, y, width, height: 12 });
    const placed = (...names: Rect[]) => write([own!], names).places[0];
    expect(placed(name(60, 30))).toEqual({ x: 0, y: 37.5 });
    expect(placed(name(-20, 30))).toEqual({ x: 0, y: -37.5 });
    expect(placed(name(-200, 30, 400))).toEqual({ x: 0, y: -37.5 });
    // Both edges are taken in their middle: towards a corner.
    const [below, above] = [name(-80, 30, 85), name(-20, -45)];
    expect(placed(below, above, name(-40, 45, 80))).toEqual({ x: 29, y: 37.5 });
  });
  it("covers the least of names where there is no way around them", () => {
    const wide: Remark = { at: { x: 0, y: 0 }, forms: [{ width: 90, height: 15, lines: 1 }] };
    const rows = [30, -45, 45].map((y, index) => ({
      x: -300,
      y,
      width: 600 - 270 * (index % 2),
      height: 12,
    }));
    expect(write([wide], rows).places).toEqual([{ x: 0, y: -37.5 }]);
  });
  it("leaves out what has no room at all rather than write it over another", () => {
    const crowd = remarks(230);
    const written = write(crowd);
    expect(written.places).toContain(null);
    expect(covering(crowd, written)).toBe(0);
  });
});

describe("what a hint says on the map", () => {
  it("does not tell a hex where it is", () => {
    expect(remarkAt("at 2118 Winchester", "2118")).toBe("");
    expect(remarkAt("at 2118", "2118")).toBe("");
    expect(remarkAt("at 2118 Winchester, fed by rail", "2118")).toBe("fed by rail");
  });
  it("keeps the rest", () => {
    expect(remarkAt("defended, 4 points", "2118")).toBe("defended, 4 points");
    expect(remarkAt("at 21185 Elsewhere", "2118")).toBe("at 21185 Elsewhere");
    expect(remarkAt("", "2118")).toBe("");
  });
});
