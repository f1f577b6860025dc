import { CanvasTextMetrics, Container, Graphics, Text } from "pixi.js";
import type { Area, Choice, Mark, Objective } from "../wire";
import { tipOf } from "./arrows";
import type { Board } from "./board";
import { widened, type Point, type Rect, type Size } from "./camera";
import { shade } from "./colours";
import { formsOf, write, type Form } from "./labels";
import { Stars } from "./stars";

/** A hex that may be chosen: what for, and a short remark. */
export interface Reach {
  hex: number;
  tint: NonNullable<Choice["tint"]>;
  hint: string;
}

/** Size of the small print in hexes, in scene units. */
const HINT = 13;
/** How far the head of an attack's arrow reaches around its middle, and how far from the middle of a hex it begins. */
const HEAD = 17;
const TAIL = 22;

/** Colours of what choosing a hex amounts to. */
const TINTS: Record<NonNullable<Choice["tint"]>, string> = {
  "": "#e0a21b",
  move: "#e0a21b",
  deploy: "#e0a21b",
  rail: "#4a4a4a",
  sea: "#1f6f9f",
  air: "#5a8fd0",
  engage: "#d9641e",
  attack: "#c0271b",
  retreat: "#8657a8",
  advance: "#3f8f3a",
  supply: "#2f7d68",
  spend: "#8a6d1f",
  refuse: "#5a5a5a",
};

/** What lies between the printed map and the pieces, and what lies above them: areas, reach, marks, ways, the cursor. */
export class Layers {
  readonly below = new Container();
  readonly above = new Container();
  readonly top = new Container();
  private readonly areas = new Container();
  /** Areas that are dotted: above the pieces, which would hide them. */
  private readonly spots = new Container();
  private readonly reach = new Container();
  private readonly marks = new Container();
  private readonly stars: Stars;
  private readonly arrows = new Graphics();
  private readonly hover = new Graphics();
  private readonly chosen = new Graphics();
  private readonly cursor = new Graphics();
  private readonly lasso = new Graphics();
  private readonly way = new Container();
  private readonly hintLayer = new Container();
  /** What the layers were drawn from last: what is the same is not drawn again. */
  private readonly drawn = new Map<string, string>();
  /** The marks in hexes, by all that they are drawn from. */
  private marked = new Map<string, Container>();
  /** How many of them there are in a hex. */
  private marksIn: ReadonlyMap<number, number> = new Map();
  private hints: { at: Point; forms: readonly string[]; text: Text }[] = [];
  private scale = 1;

  /** @param names tells where names of places are printed at a scale, `badges` where the discs of the counters of a hex are. */
  constructor(
    private readonly board: Board,
    private readonly names: (scale: number) => readonly Rect[],
    private readonly badges: (hex: number) => readonly Rect[],
  ) {
    this.stars = new Stars(board);
    this.below.addChild(this.areas, this.reach, this.stars.container, this.marks, this.chosen, this.hover);
    this.above.addChild(this.spots, this.arrows, this.hintLayer, this.way);
    this.top.addChild(this.cursor, this.lasso);
  }

  look(scale: number): void {
    if (scale === this.scale) return;
    this.scale = scale;
    this.writeHints();
    this.placeStars();
  }

  /** Whether a layer is to be drawn from something else than before. */
  private isNew(layer: string, from: unknown): boolean {
    const key = JSON.stringify(from);
    if (this.drawn.get(layer) === key) return false;
    this.drawn.set(layer, key);
    return true;
  }

  // --- areas of an overlay --------------------------------------------------------------------------

  setAreas(areas: readonly Area[], colour: (side: number | null | undefined) => string): void {
    if (!this.isNew("areas", [areas, areas.map(({ side }) => colour(side))])) return;
    for (const layer of [this.areas, this.spots]) empty(layer);
    for (const area of areas) {
      const layer = area.style === "dots" ? this.spots : this.areas;
      layer.addChild(this.area(area, colour(area.side)));
    }
  }

  private area(area: Area, colour: string): Graphics {
    const drawing = new Graphics();
    const strength = shade(area);
    const style = area.style ?? "fill";
    if (style === "dots") {
      for (const id of area.hexes) {
        const hex = this.board.get(id);
        if (hex) drawing.circle(hex.x, hex.y - 42, 6.5).fill({ color: colour, alpha: 0.9 * strength });
      }
      drawing.stroke({ width: 1.5, color: "#fffaf0" });
      return drawing;
    }
    if (style === "fill" || style === "hatch") {
      for (const id of area.hexes) this.hexShape(drawing, id, 0);
      drawing.fill({ color: colour, alpha: (style === "fill" ? 0.27 : 0.1) * strength });
    }
    if (style === "hatch") {
      for (const id of area.hexes) this.hatch(drawing, id);
      drawing.stroke({ width: 3, color: colour, alpha: 0.55 * strength });
    }
    for (const ring of this.board.outline(area.hexes)) drawing.poly(flat(ring));
    drawing.stroke({
      width: style === "outline" ? 6 : 3.5,
      color: colour,
      alpha: 0.35 + 0.5 * strength,
      alignment: 1,
      join: "round",
    });
    return drawing;
  }

  private hatch(drawing: Graphics, id: number): void {
    const hex = this.board.get(id);
    if (!hex) return;
    for (let offset = -40; offset <= 40; offset += 20) {
      const half = Math.min(46, Math.sqrt(Math.max(0, 48 ** 2 - (offset * 0.9) ** 2))) * 0.72;
      drawing.moveTo(hex.x + offset * 0.7 - half, hex.y + offset * 0.7 + half);
      drawing.lineTo(hex.x + offset * 0.7 + half, hex.y + offset * 0.7 - half);
    }
  }

  // --- what may be chosen ---------------------------------------------------------------------------

  setReach(reach: readonly Reach[]): void {
    if (!this.isNew("reach", reach)) return;
    empty(this.reach);
    empty(this.hintLayer);
    const groups = new Map<string, Reach[]>();
    for (const one of reach) {
      const colour = TINTS[one.tint];
      const there = groups.get(colour);
      if (there) there.push(one);
      else groups.set(colour, [one]);
    }
    for (const [colour, hexes] of groups) {
      const drawing = new Graphics();
      for (const { hex } of hexes) this.hexShape(drawing, hex, 4);
      drawing.fill({ color: colour, alpha: 0.3 });
      for (const { hex } of hexes) this.hexShape(drawing, hex, 4);
      drawing.stroke({ width: 2.6, color: colour, alpha: 0.95, join: "round" });
      this.reach.addChild(drawing);
    }
    this.hints = reach.flatMap(({ hex, hint }) => {
      const at = this.board.get(hex);
      return at && hint ? [{ at, forms: formsOf(hint), text: label("", HINT, "#2b2823") }] : [];
    });
    for (const { text } of this.hints) {
      text.anchor.set(0.5);
      this.hintLayer.addChild(text);
    }
    this.writeHints();
  }

  /**
   * Small print grows when the map is far away, and is left out where it still could not be read, or would cover
   * other small print. It gets out of the way of names as far as it can.
   */
  writeHints(): void {
    this.hintLayer.visible = this.scale > 0.36;
    if (!this.hintLayer.visible) return;
    const pixels = Math.min(19, Math.max(11.5, HINT * this.scale));
    const scale = Math.min(1.9, pixels / (HINT * this.scale));
    const sizes = new Map<string, Form>();
    const sizeOf = (form: string, { style }: Text): Form => {
      const known = sizes.get(form);
      if (known) return known;
      const { width, height, lines } = CanvasTextMetrics.measureText(form, style);
      const size = { width: width * scale, height: height * scale, lines: lines.length };
      sizes.set(form, size);
      return size;
    };
    const remarks = this.hints.map(({ at, forms, text }) => ({
      at,
      forms: forms.map((form) => sizeOf(form, text)),
    }));
    const { form, places } = write(remarks, remarks.length > 0 ? this.names(this.scale) : []);
    this.hints.forEach(({ forms, text }, index) => {
      const [place, words] = [places[index], forms[Math.min(form, forms.length - 1)] ?? ""];
      text.visible = place != null;
      if (!place) return;
      if (text.text !== words) text.text = words;
      text.scale.set(scale);
      text.position.set(place.x, place.y);
    });
  }

  /** The remarks that are written on the map, with the rectangles that they take up, in scene units. */
  get remarks(): { text: string; at: Point; size: Size }[] {
    if (!this.hintLayer.visible) return [];
    return this.hints.flatMap(({ text }) =>
      text.visible
        ? [
            {
              text: text.text,
              at: { x: text.x, y: text.y },
              size: { width: text.width, height: text.height },
            },
          ]
        : [],
    );
  }

  /** The hexes chosen so far in the order that is being put together. */
  setChosen(hexes: readonly number[]): void {
    if (!this.isNew("chosen", hexes)) return;
    this.chosen.clear();
    for (const hex of hexes) this.hexShape(this.chosen, hex, 3);
    if (hexes.length > 0) {
      this.chosen.stroke({ width: 9, color: "#fffaf0", alpha: 0.9 });
      for (const hex of hexes) this.hexShape(this.chosen, hex, 3);
      this.chosen.stroke({ width: 5, color: "#f0b400" });
    }
  }

  setHover(hex: number | null): void {
    this.hover.clear();
    if (hex === null) return;
    this.hexShape(this.hover, hex, 2);
    this.hover.stroke({ width: 3.5, color: "#2b2823", alpha: 0.7 });
  }

  /** The hex cursor of the keyboard. */
  setCursor(hex: number | null): void {
    this.cursor.clear();
    if (hex === null) return;
    this.hexShape(this.cursor, hex, 1);
    this.cursor.stroke({ width: 9, color: "#fffaf0" });
    this.hexShape(this.cursor, hex, 1);
    this.cursor.stroke({ width: 5, color: "#1f6fb2" });
  }

  /** A way over the map with what it costs at its end. */
  setWay(path: readonly number[], cost: string): void {
    empty(this.way);
    const points = path.flatMap((id) => this.board.get(id) ?? []);
    const end = points.at(-1);
    if (!end) return;
    const line = new Graphics();
    if (points.length > 1) {
      for (const [width, color] of [
        [13, "#fffaf0"],
        [7, "#b07a00"],
      ] as const) {
        smooth(line, points);
        line.stroke({ width, color, cap: "round", join: "round" });
      }
      arrowHead(line, points.at(-2) ?? end, end);
    }
    this.way.addChild(line);
    if (cost) {
      const sign = plate(cost, end.x, end.y + (end.y < 40 ? 54 : -54));
      sign.scale.set(Math.min(2, Math.max(1, 14 / (19 * this.scale))));
      this.way.addChild(sign);
    }
  }

  // --- a lasso --------------------------------------------------------------------------------------

  /** The ring that is being drawn around units; empty for none. */
  setLasso(ring: readonly Point[]): void {
    this.lasso.clear();
    if (ring.length < 2) return;
    this.lasso
      .poly([...ring].flatMap(({ x, y }) => [x, y]))
      .fill({ color: "#ffc400", alpha: 0.14 })
      .stroke({ width: Math.max(3, 2.4 / this.scale), color: "#b07a00" });
  }

  // --- marks ----------------------------------------------------------------------------------------

  setMarks(marks: readonly Mark[], colour: (side: number | null | undefined) => string): void {
    const arrows = marks.flatMap((mark) => (mark.to == null ? [] : [{ mark, colour: colour(mark.side) }]));
    if (this.isNew("arrows", arrows)) {
      this.arrows.clear();
      for (const one of arrows) {
        const [hex, other] = [this.board.get(one.mark.hex), this.board.get(one.mark.to ?? -1)];
        if (hex && other) this.arrow(hex, other, one.colour);
      }
    }
    const before = this.marked;
    this.marked = new Map();
    const perHex = new Map<number, number>();
    for (const mark of marks) {
      const hex = this.board.get(mark.hex);
      if (!hex || (mark.to != null && this.board.get(mark.to))) continue;
      const index = perHex.get(mark.hex) ?? 0;
      perHex.set(mark.hex, index + 1);
      const key = JSON.stringify([mark, index, colour(mark.side)]);
      const there = before.get(key) ?? markDrawing(mark, hex, index, colour(mark.side));
      if (!before.delete(key)) this.marks.addChild(there);
      this.marked.set(key, there);
    }
    for (const one of before.values()) one.destroy({ children: true });
    this.marksIn = perHex;
    this.placeStars();
  }

  /** A star in the corner of each hex that decides the match, in the colour of its holder. */
  setObjectives(objectives: readonly Objective[], colour: (side: number | null | undefined) => string): void {
    if (!this.isNew("objectives", [objectives, objectives.map(({ side }) => colour(side))])) return;
    this.stars.show(objectives, colour);
    this.placeStars();
  }

  placeStars(): void {
    this.stars.place(this.scale, this.names, (hex) => {
      const at = this.board.get(hex);
      const marks = at ? Array.from({ length: this.marksIn.get(hex) ?? 0 }, (_, n) => markPlace(at, n)) : [];
      return [...this.badges(hex), ...marks.map(({ x, y }) => widened({ x, y, width: 0, height: 0 }, FLAG))];
    });
  }

  /** From a hex to beside the counters of another, which can be read. */
  private arrow(from: Point, to: Point, colour: string): void {
    if (Math.hypot(to.x - from.x, to.y - from.y) < 1) return;
    const tip = tipOf(from, to);
    const [across, down] = [Math.cos(tip.angle), Math.sin(tip.angle)];
    const tail = { x: from.x + across * TAIL, y: from.y + down * TAIL };
    const end = { x: tip.x - across * HEAD, y: tip.y - down * HEAD };
    for (const [width, color] of [
      [15, "#fffaf0"],
      [9, colour],
    ] as const) {
      this.arrows.moveTo(tail.x, tail.y).lineTo(end.x, end.y).stroke({ width, color, cap: "round" });
    }
    arrowHead(this.arrows, tail, end, colour, HEAD);
  }

  private hexShape(drawing: Graphics, id: number, inset: number): void {
    const hex = this.board.get(id);
    if (!hex) return;
    const share = 1 - inset / 57;
    drawing.poly(flat(this.board.corners.map((c) => ({ x: hex.x + c.x * share, y: hex.y + c.y * share }))));
  }
}

/** So far around its place a small mark reaches. */
const FLAG = 12;

/** Where a small mark stands, a flag or a disc: at the corner of the hex, so that it shows beside the counters. */
function markPlace({ x, y }: Point, index: number): Point {
  return { x: x - 30 + index * 19, y: y + 30 };
}

function markDrawing(mark: Mark, hex: Point, index: number, colour: string): Container {
  const kind = mark.kind ?? "";
  const drawing = new Graphics();
  if (kind === "battle" || kind === "attack") {
    burst(drawing, 0, 0, 30);
    drawing.fill({ color: "#d8432b", alpha: 0.9 }).stroke({ width: 2.5, color: "#fff4dd" });
    drawing.position.set(hex.x, hex.y);
    return drawing;
  }
  const at = markPlace(hex, index);
  if (kind === "control" || kind === "city" || kind === "objective" || kind === "") {
    drawing.moveTo(0, 9).lineTo(0, -12).stroke({ width: 2.4, color: "#2b2823" });
    drawing.poly([0, -12, 17, -7.5, 0, -3]).fill(mark.side == null ? "#f3ecd9" : colour);
    drawing.stroke({ width: 1.4, color: mark.side == null ? "#2b2823" : "#fffaf0" });
    drawing.position.set(at.x, at.y);
    return drawing;
  }
  const letter = MARK_LETTERS[kind] ?? mark.text.slice(0, 1).toUpperCase();
  drawing
    .circle(0, 0, 10.5)
    .fill(mark.side == null ? "#4a443b" : colour)
    .stroke({ width: 1.8, color: "#fffaf0" });
  const text = label(letter, 14, "#fffaf0", false);
  text.anchor.set(0.5, 0.52);
  const root = new Container();
  root.addChild(drawing, text);
  root.position.set(at.x, at.y);
  return root;
}

const MARK_LETTERS: Record<string, string> = {
  beachhead: "B",
  bridge: "Br",
  fortress: "F",
  plan: "P",
  port: "A",
  ruin: "×",
  strike: "✈",
  supply: "S",
};

function burst(drawing: Graphics, x: number, y: number, radius: number): void {
  const points: number[] = [];
  for (let index = 0; index < 16; index++) {
    const reach = index % 2 === 0 ? radius : radius * 0.58;
    const turn = (index * Math.PI) / 8;
    points.push(x + Math.cos(turn) * reach, y + Math.sin(turn) * reach);
  }
  drawing.poly(points);
}

function label(text: string, size: number, fill: string, halo = true): Text {
  return new Text({
    text,
    resolution: 4,
    style: {
      fontFamily: "Barlow Semi Condensed",
      fontWeight: "600",
      fontSize: size,
      align: "center",
      lineHeight: Math.round(size * 1.15),
      fill,
      ...(halo ? { stroke: { color: "#fffaf0", width: 3.2, join: "round" as const } } : {}),
    },
  });
}

function plate(text: string, x: number, y: number): Container {
  const root = new Container();
  const words = label(text, 19, "#2b2823", false);
  words.anchor.set(0.5);
  const width = words.width + 16;
  const back = new Graphics().roundRect(-width / 2, -14, width, 28, 5).fill("#fffaf0");
  back.stroke({ width: 1.8, color: "#b07a00" });
  root.addChild(back, words);
  root.position.set(x, y);
  return root;
}

function smooth(line: Graphics, points: readonly Point[]): void {
  const [first] = points;
  if (!first) return;
  line.moveTo(first.x, first.y);
  for (let index = 1; index < points.length - 1; index++) {
    const [here, next] = [points[index], points[index + 1]];
    if (here && next) line.quadraticCurveTo(here.x, here.y, (here.x + next.x) / 2, (here.y + next.y) / 2);
  }
  const last = points.at(-1);
  if (last) line.lineTo(last.x, last.y);
}

function arrowHead(line: Graphics, from: Point, to: Point, colour = "#b07a00", size = 15): void {
  const turn = Math.atan2(to.y - from.y, to.x - from.x);
  const corner = (angle: number, reach: number): [number, number] => [
    to.x + Math.cos(turn + angle) * reach,
    to.y + Math.sin(turn + angle) * reach,
  ];
  line.poly([...corner(0, size), ...corner(2.4, size), ...corner(-2.4, size)]).fill(colour);
  line.stroke({ width: 2, color: "#fffaf0" });
}

function flat(points: readonly Point[]): number[] {
  return points.flatMap((point) => [point.x, point.y]);
}

function empty(container: Container): void {
  for (const child of container.removeChildren()) child.destroy({ children: true });
}
