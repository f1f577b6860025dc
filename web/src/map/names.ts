import type { Layer, Scene, Text } from "../wire";
import type { Point, Rect } from "./camera";
import { fontOf, shows, sizeOf, spacingOf } from "./painter";

/** A name of a place printed elsewhere than the map has it: which text of which layer, and where. */
export interface Aside {
  layer: number;
  item: number;
  x: number;
  y: number;
  anchor: string;
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
}

type Placing = Pick<Aside, "x" | "y" | "anchor">;

/** Measures a text in scene units: a canvas does. */
export type Measure = (text: string, font: string, spacing: number) => number;

/** Names stay so far away from counters. */
const GAP = 6;
/** What of a letter's size rises above the base line, and hangs below. */
const RISE = 0.72;
const FALL = 0.2;
/** Counters are looked up in squares of this many scene units. */
const CELL = 200;
/** A hex reaches so far from its middle at most. */
const REACH = 62;

/**
 * The printed names of places, which step aside for counters: to whichever side of the counters of their own hex they cover
 * least. Names that nothing lies on stay where the map prints them.
 */
export class Names {
  private readonly names: Name[] = [];
  private aside = new Map<Name, Placing>();

  constructor(
    private readonly scene: Scene,
    measure: Measure,
  ) {
    scene.layers.forEach((layer, index) => {
      if (layer.name !== "names" && !layer.name.startsWith("names.")) return;
      layer.items.forEach((text, item) => {
        const lettering = text.is === "text" ? scene.letterings[text.lettering] : undefined;
        if (text.is !== "text" || !lettering || text.turn) return;
        const size = sizeOf(text, lettering);
        const width = measure(text.text, fontOf(lettering, size), spacingOf(text, lettering));
        this.names.push({ layer: index, item, text, width, size });
      });
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
      .filter(({ layer }) => layers.has(layer))
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
      const placing = best(name, near, standing);
      standing.add(name.layer, boxAt(name, placing));
      if (placing !== name.text) this.aside.set(name, placing);
    }
    for (const name of new Set([...before.keys(), ...this.aside.keys()])) {
      const [old, now] = [before.get(name) ?? name.text, this.aside.get(name) ?? name.text];
      if (old.x === now.x && old.y === now.y) continue;
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
function best(name: Name, near: readonly Occupied[], standing: Crowd): Placing {
  const { text, size } = name;
  const home = near
    .filter(({ at }) => Math.hypot(at.x - text.x, at.y - text.y) < REACH)
    .sort((a, b) => far(a, text) - far(b, text))[0];
  const around = home?.box ?? { x: text.x, y: text.y, width: 0, height: 0 };
  const [middle, base] = [around.x + around.width / 2, around.y + around.height / 2 + size * 0.3];
  const choices: Placing[] = home
    ? [
        { x: around.x + around.width + GAP, y: base, anchor: "start" },
        { x: middle, y: around.y + around.height + GAP + size * RISE, anchor: "middle" },
        { x: middle, y: around.y - GAP - size * FALL, anchor: "middle" },
        { x: around.x - GAP, y: base, anchor: "end" },
      ]
    : [1, -1].map((way) => ({ x: text.x, y: text.y + way * size * 1.4, anchor: text.anchor ?? "middle" }));
  let found: { placing: Placing; cost: number } = { placing: text as Placing, cost: cost(text) };
  for (const placing of choices) {
    const price = cost(placing);
    if (price < found.cost) found = { placing, cost: price };
  }
  return found.placing;

  function cost(placing: Placing | Text): number {
    const box = boxAt(name, placing);
    return (
      near.reduce((sum, one) => sum + overlap(one.box, box), 0) + standing.covered(name.layer, box) * 1.5
    );
  }
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
