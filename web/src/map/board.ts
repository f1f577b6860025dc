import type { GridData, GridHex } from "../wire";
import type { Point, Rect } from "./camera";

/** Scene units in a hex width, side to side. */
export const HEX = 100;
/** Scene units around the middles of the outermost hexes that are shown with them. */
export const FRINGE = 40;
const RADIUS = HEX / Math.sqrt(3);

/** Compass steps, clockwise from the top, of each way that hexes can stand. */
const COMPASS = {
  pointy: ["NE", "E", "SE", "SW", "W", "NW"],
  flat: ["N", "NE", "SE", "S", "SW", "NW"],
} as const;

/** The hexes of a map: where they are, which is under a point, which is next to which. */
export class Board {
  readonly hexes: readonly GridHex[];
  readonly orientation: "pointy" | "flat";
  /** The corners of a hex around its centre, clockwise. */
  readonly corners: readonly Point[];
  readonly bounds: Rect;
  private readonly byId = new Map<number, GridHex>();
  private readonly byLabel = new Map<string, GridHex>();
  private readonly buckets = new Map<string, GridHex[]>();

  constructor(grid: GridData) {
    this.hexes = grid.hexes;
    this.orientation = grid.orientation;
    this.corners = cornersOf(grid.orientation);
    for (const hex of grid.hexes) {
      this.byId.set(hex.id, hex);
      this.byLabel.set(folded(hex.label), hex);
      if (hex.name) this.byLabel.set(folded(hex.name), hex);
      const key = bucket(hex.x, hex.y);
      const there = this.buckets.get(key);
      if (there) there.push(hex);
      else this.buckets.set(key, [hex]);
    }
    this.bounds = boundsOf(grid.hexes);
  }

  get(id: number): GridHex | undefined {
    return this.byId.get(id);
  }

  /** A hex by its printed label or the name of the place in it. */
  find(label: string): GridHex | undefined {
    return this.byLabel.get(folded(label));
  }

  /** The hex that contains a scene point; undefined off the map. */
  at(point: Point): GridHex | undefined {
    const column = Math.floor(point.x / HEX);
    const row = Math.floor(point.y / HEX);
    let best: GridHex | undefined;
    let least = Infinity;
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const hex of this.buckets.get(`${column + dx} ${row + dy}`) ?? []) {
          const distance = (hex.x - point.x) ** 2 + (hex.y - point.y) ** 2;
          if (distance < least) [best, least] = [hex, distance];
        }
      }
    }
    return best && isInside(point, best, this.corners) ? best : undefined;
  }

  /** Of many hexes so many, those nearest to a point. */
  nearest(ids: readonly number[], { x, y }: Point, most: number): number[] {
    const far = (id: number): number => {
      const place = this.byId.get(id);
      return place ? Math.hypot(place.x - x, place.y - y) : Infinity;
    };
    const known = new Map(ids.map((id) => [id, far(id)]));
    return [...known]
      .sort(([, one], [, other]) => one - other)
      .slice(0, most)
      .map(([id]) => id);
  }

  /** The hexes next to one, in the order of the compass; undefined where the map ends. */
  neighbours(id: number): (GridHex | undefined)[] {
    const hex = this.byId.get(id);
    if (!hex) return [];
    return Array.from({ length: 6 }, (_, direction) => this.neighbour(id, direction));
  }

  /** The hex next to one in a direction (0 to 5, clockwise; see `compass`). */
  neighbour(id: number, direction: number): GridHex | undefined {
    const hex = this.byId.get(id);
    if (!hex) return undefined;
    const turn = ((direction + (this.orientation === "pointy" ? 0.5 : 0)) * Math.PI) / 3;
    return this.at({ x: hex.x + Math.sin(turn) * HEX, y: hex.y - Math.cos(turn) * HEX });
  }

  /** Hexes from one to another as the crow flies, both ends included; null for what is not on the map. */
  line(from: number, to: number): number[] | null {
    const [a, b] = [this.byId.get(from), this.byId.get(to)];
    if (!a || !b) return null;
    const steps = this.distance(from, to) ?? 0;
    const found = new Set([from]);
    for (let step = 1; step < steps; step++) {
      const t = step / steps;
      // A little beside the line, so that it runs within hexes where it would follow their sides.
      const hex = this.at({ x: a.x + (b.x - a.x) * t + 0.5, y: a.y + (b.y - a.y) * t + 0.3 });
      if (hex) found.add(hex.id);
    }
    return [...found.add(to)];
  }

  /** Hexes from one to another, whatever lies between: next to each other is 1; null for what is not on the map. */
  distance(from: number, to: number): number | null {
    const [a, b] = [this.byId.get(from), this.byId.get(to)];
    if (!a || !b) return null;
    const [x, y] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
    // Along the rows (or columns) in which hexes touch side by side, and across them.
    const [along, across] = this.orientation === "pointy" ? [x, y] : [y, x];
    const rows = Math.round(across / (HEX * Math.sqrt(0.75)));
    return rows + Math.max(0, Math.round(along / HEX - rows / 2));
  }

  /** The rectangle around hexes that hang together: without such as stand for places off the map, each by itself. */
  get body(): Rect {
    const together = this.hexes.filter(({ id }) => this.neighbours(id).some((next) => next !== undefined));
    return boundsOf(together.length > 0 ? together : this.hexes);
  }

  get compass(): readonly string[] {
    return COMPASS[this.orientation];
  }

  /** The hex to go to from one with an arrow key; the nearest in about that direction. */
  step(id: number, dx: number, dy: number): GridHex | undefined {
    const hex = this.byId.get(id);
    if (!hex) return undefined;
    const around = this.neighbours(id).filter((next): next is GridHex => next !== undefined);
    const towards = (next: GridHex): number =>
      ((next.x - hex.x) * dx + (next.y - hex.y) * dy) / (HEX * Math.hypot(dx, dy));
    const best = around.sort((a, b) => towards(b) - towards(a))[0];
    return best && towards(best) > 0.45 ? best : undefined;
  }

  /** The outline of a set of hexes as closed rings of corner points, inner borders left out. */
  outline(ids: Iterable<number>): Point[][] {
    const inside = new Set(ids);
    const next = new Map<string, { from: Point; to: Point }[]>();
    for (const id of inside) {
      const hex = this.byId.get(id);
      if (!hex) continue;
      for (let side = 0; side < 6; side++) {
        const other = this.neighbour(id, side);
        if (other && inside.has(other.id)) continue;
        const from = shifted(hex, this.corners[side]);
        const to = shifted(hex, this.corners[(side + 1) % 6]);
        const key = cornerKey(from);
        const there = next.get(key);
        if (there) there.push({ from, to });
        else next.set(key, [{ from, to }]);
      }
    }
    return rings(next);
  }
}

function cornersOf(orientation: "pointy" | "flat"): Point[] {
  // Corner d is where the side in direction d begins, clockwise.
  const start = orientation === "pointy" ? -90 : -120;
  return Array.from({ length: 6 }, (_, index) => {
    const turn = ((start + 60 * index) * Math.PI) / 180;
    return { x: RADIUS * Math.cos(turn), y: RADIUS * Math.sin(turn) };
  });
}

function isInside(point: Point, hex: GridHex, corners: readonly Point[]): boolean {
  const x = point.x - hex.x;
  const y = point.y - hex.y;
  return corners.every((corner, index) => {
    const end = corners[(index + 1) % 6] ?? corner;
    return (end.x - corner.x) * (y - corner.y) - (end.y - corner.y) * (x - corner.x) >= -1e-6;
  });
}

function boundsOf(hexes: readonly GridHex[]): Rect {
  const xs = hexes.map((hex) => hex.x);
  const ys = hexes.map((hex) => hex.y);
  const left = Math.min(...xs) - RADIUS;
  const top = Math.min(...ys) - RADIUS;
  return { x: left, y: top, width: Math.max(...xs) + RADIUS - left, height: Math.max(...ys) + RADIUS - top };
}

function bucket(x: number, y: number): string {
  return `${Math.floor(x / HEX)} ${Math.floor(y / HEX)}`;
}

function shifted(hex: GridHex, corner: Point | undefined): Point {
  return { x: hex.x + (corner?.x ?? 0), y: hex.y + (corner?.y ?? 0) };
}

function cornerKey(point: Point): string {
  return `${Math.round(point.x)} ${Math.round(point.y)}`;
}

function rings(next: Map<string, { from: Point; to: Point }[]>): Point[][] {
  const found: Point[][] = [];
  for (const sides of next.values()) {
    while (sides.length > 0) {
      let side = sides.pop();
      const ring: Point[] = [];
      while (side) {
        ring.push(side.from);
        side = next.get(cornerKey(side.to))?.pop();
      }
      if (ring.length > 2) found.push(ring);
    }
  }
  return found;
}

/** A name as it is looked up: typed in any case, with or without accents. */
function folded(name: string): string {
  return name.trim().toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
}
