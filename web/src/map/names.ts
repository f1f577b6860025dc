import type { Layer, Scene, Stamps, Text } from "../wire";
import type { Point, Rect } from "./camera";
import { fontOf, shows, sizeOf, spacingOf } from "./painter";

/** A name of a place printed elsewhere than the map has it: which text of which layer, and where; or left out. */
export interface Aside {
  layer: number;
  item: number;
  x: number;
  y: number;
  anchor: string;
  hidden?: true;
}

/** A part of the map to be painted anew, wherever this layer is shown. */
export interface Repaint {
  layer: Layer;
  area: Rect;
}

/** What names keep clear of: the counters of a hex. */
export interface Occupied {
  /** The middle of the hex. */
  at: Point;
  /** The rectangle around its counters. */
  box: Rect;
}

interface Name {
  layer: number;
  item: number;
  text: Text;
  width: number;
  size: number;
  /** The middle of the symbol of its place; null where none is seen with it. */
  place: Point | null;
}

type Placing = Pick<Aside, "x" | "y" | "anchor" | "hidden">;

/** Measures a text in scene units: a canvas does. */
export type Measure = (text: string, font: string, spacing: number) => number;

/** Names stay so far away from counters, or this near where there is not more room. */
const GAP = 6;
const TIGHT = 2;
/** A symbol of a place is so many scene units wide at its own size; to cover it is as bad as to cover this much of a counter. */
const SYMBOL = 100;
const SIGN = 1.5;
/** How much worse each next place is than the one before, where both cover as much. */
const NEXT = 0.01;
/** A name of which counters hide more than this share wherever it stands is left out: nobody could read it. */
const MOST_HIDDEN = 0.25;
/** What of a letter's size rises above the base line, and hangs below. */
const RISE = 0.72;
const FALL = 0.2;
/** Counters are looked up in squares of this many scene units. */
const CELL = 200;
/** A name that goes around its symbol stays so far from the middle of it, if it is not printed farther away. */
const LEAST_AWAY = 12;
/** A hex reaches so far from its middle at most. */
const REACH = 62;

/**
 * The printed names of places, which step aside for counters: to wherever around the counters of their own hex they cover
 * least of counters, other names and the symbols of places. Names that nothing lies on stay where the map prints them; those
 * that would be hidden everywhere are left out.
 */
export class Names {
  private readonly names: Name[] = [];
  private aside = new Map<Name, Placing>();
  /** The symbols of places that are seen with the names of a layer. */
  private readonly symbols = new Crowd();

  constructor(
    private readonly scene: Scene,
    measure: Measure,
  ) {
    scene.layers.forEach((layer, index) => {
      if (layer.name !== "names" && !layer.name.startsWith("names.")) return;
      const beside = scene.layers.find(({ name }) => name === layer.name.replace("names", "places"));
      const boxes = (beside?.items ?? []).flatMap((marks) => (marks.is === "stamps" ? boxesOf(marks) : []));
      layer.items.forEach((text, item) => {
        const lettering = text.is === "text" ? scene.letterings[text.lettering] : undefined;
        if (text.is !== "text" || !lettering || text.turn) return;
        const size = sizeOf(text, lettering);
        const width = measure(text.text, fontOf(lettering, size), spacingOf(text, lettering));
        this.names.push({ layer: index, item, text, width, size, place: nearest(text, boxes) });
      });
      for (const box of boxes) this.symbols.add(index, box);
    });
  }

  /** All names that do not stand where they are printed. */
  get moved(): Aside[] {
    return [...this.aside].map(([{ layer, item }, placing]) => ({ layer, item, ...placing }));
  }

  /** Where names are printed that are shown at `detail` pixels a scene unit. */
  boxesAt(detail: number): Rect[] {
    const layers = new Set(
      this.scene.layers.flatMap((layer, index) => (shows(layer, detail) ? [index] : [])),
    );
    return this.names
      .filter((name) => layers.has(name.layer) && !this.aside.get(name)?.hidden)
      .map((name) => boxAt(name, this.aside.get(name) ?? name.text));
  }

  /** Counters stand here now. What must be painted anew. */
  settle(counters: readonly Occupied[]): Repaint[] {
    const grid = new Map<string, Occupied[]>();
    for (const one of counters) {
      const key = cell(one.at.x, one.at.y);
      grid.set(key, [...(grid.get(key) ?? []), one]);
    }
    const before = this.aside;
    this.aside = new Map();
    const stale: Repaint[] = [];
    const standing = new Crowd();
    const pressed: { name: Name; near: Occupied[] }[] = [];
    for (const name of this.names) {
      const box = boxAt(name, name.text);
      const near = around(grid, box);
      if (near.some((one) => overlap(one.box, box) > 0)) pressed.push({ name, near });
      else standing.add(name.layer, box);
    }
    for (const { name, near } of pressed) {
      const placing = best(name, near, standing, this.symbols);
      const box = boxAt(name, placing);
      if (covered(box, near) > MOST_HIDDEN * box.width * box.height) {
        this.aside.set(name, { ...placing, hidden: true });
        continue;
      }
      standing.add(name.layer, box);
      if (placing !== name.text) this.aside.set(name, placing);
    }
    for (const name of new Set([...before.keys(), ...this.aside.keys()])) {
      const [old, now]: Placing[] = [before.get(name) ?? placed(name), this.aside.get(name) ?? placed(name)];
      if (!old || !now || (old.x === now.x && old.y === now.y && old.hidden === now.hidden)) continue;
      const layer = this.scene.layers[name.layer];
      if (layer) for (const place of [old, now]) stale.push({ layer, area: boxAt(name, place) });
    }
    return stale;
  }
}

/** The boxes of names, by layer: names of different layers are never seen together. */
class Crowd {
  private readonly taken = new Map<string, Rect[]>();

  add(layer: number, box: Rect): void {
    const key = `${layer} ${cell(box.x + box.width / 2, box.y)}`;
    this.taken.set(key, [...(this.taken.get(key) ?? []), box]);
  }

  covered(layer: number, box: Rect): number {
    let sum = 0;
    for (const key of cells(box)) {
      for (const other of this.taken.get(`${layer} ${key}`) ?? []) sum += overlap(other, box);
    }
    return sum;
  }
}

/** Where a name covers least, if counters lie on it where it is printed; as it is printed, if nowhere is better. */
function best(name: Name, near: readonly Occupied[], standing: Crowd, symbols: Crowd): Placing {
  const { text, size } = name;
  const home = near
    .filter(({ at }) => Math.hypot(at.x - text.x, at.y - text.y) < REACH)
    .sort((a, b) => far(a, text) - far(b, text))[0];
  const around = home?.box ?? { x: text.x, y: text.y, width: 0, height: 0 };
  const choices: Placing[] = home
    ? [...beside(home, around, size, GAP), ...beside(home, around, size, TIGHT)]
    : [
        ...(name.place ? aroundSymbol(text, name.place, size) : []),
        ...[1, -1].map((way) => ({
          x: text.x,
          y: text.y + way * size * 1.4,
          anchor: text.anchor ?? "middle",
        })),
      ];
  let found: { placing: Placing; cost: number } = { placing: text as Placing, cost: cost(text) };
  choices.forEach((placing, index) => {
    const price = cost(placing) + index * NEXT;
    if (price < found.cost) found = { placing, cost: price };
  });
  return found.placing;

  function cost(placing: Placing | Text): number {
    const box = boxAt(name, placing);
    return (
      covered(box, near) + standing.covered(name.layer, box) * 1.5 + symbols.covered(name.layer, box) * SIGN
    );
  }
}

/** Where a name may stand beside counters, the best place first: on all sides, and at the corners below and above. */
function beside({ at }: Occupied, box: Rect, size: number, gap: number): Placing[] {
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const [middle, base] = [box.x + box.width / 2, box.y + box.height / 2 + size * 0.3];
  const [below, above] = [bottom + gap + size * RISE, box.y - gap - size * FALL];
  return [
    { x: right + gap, y: base, anchor: "start" },
    { x: middle, y: below, anchor: "middle" },
    { x: middle, y: above, anchor: "middle" },
    { x: box.x - gap, y: base, anchor: "end" },
    // Counters of the next hexes leave a gap in the middle of the hex rather than of a stack that leans.
    { x: at.x, y: below, anchor: "middle" },
    { x: at.x, y: above, anchor: "middle" },
    ...[below, above].flatMap((y) => [
      { x: box.x, y, anchor: "start" },
      { x: right, y, anchor: "end" },
    ]),
  ];
}

/** Where a name may stand around the symbol of its place that no counter lies on: as far from it as it is printed. */
function aroundSymbol(text: Text, { x, y }: Point, size: number): Placing[] {
  const away = Math.max(LEAST_AWAY, Math.abs(text.x - x));
  return [
    { x: x + away, y: y + size * 0.3, anchor: "start" },
    { x: x - away, y: y + size * 0.3, anchor: "end" },
    { x, y: y + away + size * RISE, anchor: "middle" },
    { x, y: y - away - size * FALL, anchor: "middle" },
  ];
}

/** The middle of the symbol next to where a name is printed; null where none is near. */
function nearest(text: Text, boxes: readonly Rect[]): Point | null {
  const far = ({ x, y }: Point): number => Math.hypot(x - text.x, y - text.y);
  const middles = boxes.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }));
  const [best] = middles.filter((place) => far(place) < REACH).sort((a, b) => far(a) - far(b));
  return best ?? null;
}

/** Where the symbols are that are set down at many points. */
function boxesOf({ at, size = 1 }: Stamps): Rect[] {
  const wide = SYMBOL * size;
  return Array.from({ length: Math.floor(at.length / 2) }, (_, index) => ({
    x: (at[2 * index] ?? 0) - wide / 2,
    y: (at[2 * index + 1] ?? 0) - wide / 2,
    width: wide,
    height: wide,
  }));
}

/** How much of a rectangle counters lie on. */
function covered(box: Rect, near: readonly Occupied[]): number {
  return near.reduce((sum, one) => sum + overlap(one.box, box), 0);
}

/** Where the map prints a name. */
function placed({ text: { x, y, anchor = "middle" } }: Name): Placing {
  return { x, y, anchor };
}

function far({ at }: Occupied, point: Point): number {
  return Math.hypot(at.x - point.x, at.y - point.y);
}

function boxAt({ width, size }: Name, { x, y, anchor }: Pick<Text, "x" | "y" | "anchor">): Rect {
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  return { x: left, y: y - size * RISE, width, height: size * (RISE + FALL) };
}

function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

function cell(x: number, y: number): string {
  return `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`;
}

/** The squares of a rectangle, and those next to it. */
function* cells({ x, y, width, height }: Rect): Iterable<string> {
  for (let column = Math.floor(x / CELL) - 1; column <= Math.floor((x + width) / CELL) + 1; column++) {
    for (let row = Math.floor(y / CELL) - 1; row <= Math.floor((y + height) / CELL) + 1; row++)
      yield `${column} ${row}`;
  }
}

function around(grid: ReadonlyMap<string, Occupied[]>, box: Rect): Occupied[] {
  return [...cells(box)].flatMap((key) => grid.get(key) ?? []);
}
