import type { Badge, Piece } from "../wire";
import type { Point, Rect } from "./camera";
import { darker, type Inks } from "./colours";
import { symbolShape } from "./symbols";

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Everything that shows on a counter. Equal looks are drawn once. */
export interface Look {
  kind: "counter" | "block" | "back" | "block-back";
  inks: Inks;
  symbol: string;
  size: string;
  name: string;
  strength: string;
  steps: number;
  maxSteps: number;
  lying: boolean;
  spent: boolean;
  tags: readonly Tag[];
}

/** A small disc or plate at the corner of a counter. */
export interface Tag {
  text: string;
  tone: "bad" | "plain" | "good";
}

/** The face of a counter, in the units in which it is drawn. */
const FACE: Rect = { x: 0, y: 0, width: 100, height: 100 };

/** Share of the drawing that is margin on each side: room for the shadow and the tags. */
export const MARGIN = 0.12;

export type Badges = Readonly<Record<string, Badge>>;

/** How a piece looks. The sheet says what it is made of, what is written on it and how its marks show. */
export function lookOf(piece: Piece, inks: Inks, badges: Badges = {}): Look {
  const shown = (piece.marks ?? []).map((mark) => ({ mark, badge: badges[mark] }));
  const has = (tone: Badge["tone"]): boolean => shown.some(({ badge }) => badge?.tone === tone);
  const isBlock = piece.shape === "block";
  const back = piece.face_down === true;
  const steps = piece.steps ?? 0;
  return {
    kind: back ? (isBlock ? "block-back" : "back") : isBlock ? "block" : "counter",
    inks,
    symbol: back ? "" : (piece.symbol ?? ""),
    size: back ? "" : (piece.size ?? ""),
    name: back ? "" : piece.short || piece.title,
    strength: back ? "" : (piece.strength ?? ""),
    steps: back ? 0 : steps,
    maxSteps: back ? 0 : Math.max(steps, piece.max_steps ?? steps),
    lying: has("flat"),
    spent: has("spent"),
    tags: shown.flatMap(({ mark, badge }) => tagOf(mark, badge)),
  };
}

/** The disc of a mark, for those that have one. */
function tagOf(mark: string, badge: Badge | undefined): Tag[] {
  const tone = badge?.tone ?? "plain";
  if (tone !== "plain" && tone !== "good" && tone !== "bad") return [];
  return [{ text: badge?.letter || mark.slice(0, 1).toUpperCase(), tone }];
}

export function lookKey(look: Look): string {
  return JSON.stringify(look);
}

/** Draw a look on a square of `side` pixels, margin included, from the origin. */
export function drawLook(context: Context, look: Look, side: number): void {
  context.save();
  const unit = (side * (1 - 2 * MARGIN)) / 100;
  context.translate(side * MARGIN, side * MARGIN);
  context.scale(unit, unit);
  if (look.kind === "counter" || look.kind === "back") drawCounter(context, look);
  else drawBlock(context, look);
  drawTags(context, look.tags);
  context.restore();
}

/** How many pieces a stack has, on a disc around a point as far from both edges. */
export function drawCount(context: Context, count: number, middle: number): void {
  context.beginPath();
  context.arc(middle, middle, 10.5, 0, 2 * Math.PI);
  context.fillStyle = "#fbf7ec";
  context.fill();
  context.lineWidth = 1.6;
  context.strokeStyle = "#2b2823";
  context.stroke();
  line(context, String(count), {
    x: middle,
    y: middle + 5.2,
    size: 15,
    room: 20,
    ink: "#2b2823",
    align: "center",
    weight: 600,
  });
}

// --- counters: die-cut cardboard ----------------------------------------------------------------------

function drawCounter(context: Context, look: Look): void {
  const { inks } = look;
  cardboard(context, look.spent ? mixed(inks.face, "#d9cfb8", 0.42) : inks.face, inks.edge, 7);
  if (look.kind === "back") {
    emblem(context, inks);
    return;
  }
  context.globalAlpha = look.spent ? 0.72 : 1;
  // The sign of an army or army group takes up more of the line than a division's.
  const room = look.size.length > 3 ? 56 : look.size ? 64 : 88;
  line(context, look.name, { x: 6, y: 17, size: 16.5, room, ink: inks.ink, align: "left" });
  line(context, look.size, {
    x: 94,
    y: 16.5,
    size: 15,
    room: 28,
    ink: inks.ink,
    align: "right",
    weight: 600,
  });
  frame(context, look, { x: 22, y: 23.5, width: 56, height: 37.3 });
  line(context, look.strength, {
    x: 50,
    y: 93,
    size: 34,
    room: 90,
    ink: inks.ink,
    align: "center",
    weight: 600,
  });
  if (look.maxSteps > 1 && look.steps < look.maxSteps) reducedBand(context, inks);
  context.globalAlpha = 1;
}

/** A reduced unit shows the band across its face that the back of a printed counter has. */
function reducedBand(context: Context, inks: Inks): void {
  context.save();
  roundedRect(context, FACE, 7);
  context.clip();
  context.globalAlpha = 0.85;
  context.fillStyle = "#fbf7ec";
  context.fillRect(0, 62.5, 100, 3);
  context.fillStyle = darker(inks.face, 0.75);
  context.fillRect(0, 65.5, 100, 1);
  context.restore();
}

function cardboard(context: Context, face: string, edge: string, radius: number): void {
  shadow(context, 2.5, 5);
  roundedRect(context, FACE, radius);
  context.fillStyle = face;
  context.fill();
  noShadow(context);
  // Light falls from the upper left on the cut edge.
  context.save();
  roundedRect(context, FACE, radius);
  context.clip();
  context.lineWidth = 5;
  context.strokeStyle = "rgb(255 255 255 / 42%)";
  context.beginPath();
  context.moveTo(0, 100);
  context.lineTo(0, 0);
  context.lineTo(100, 0);
  context.stroke();
  context.strokeStyle = "rgb(0 0 0 / 20%)";
  context.beginPath();
  context.moveTo(100, 0);
  context.lineTo(100, 100);
  context.lineTo(0, 100);
  context.stroke();
  context.restore();
  roundedRect(context, FACE, radius);
  context.lineWidth = 1.6;
  context.strokeStyle = edge;
  context.stroke();
}

// --- blocks: painted wood ----------------------------------------------------------------------------

function drawBlock(context: Context, look: Look): void {
  const { inks } = look;
  const wood = look.kind === "block-back" ? darker(inks.face, 0.9) : inks.face;
  const depth = look.lying ? 5 : 13;
  const face = look.spent ? mixed(wood, "#d9cfb8", 0.42) : wood;
  // A standing block shows its front edge below the face; a lying one is seen from above.
  shadow(context, look.lying ? 2 : 4, look.lying ? 4 : 8);
  roundedRect(context, FACE, 6);
  context.fillStyle = darker(face, 0.62);
  context.fill();
  noShadow(context);
  const height = 100 - depth;
  roundedRect(context, { ...FACE, height }, 6);
  context.fillStyle = face;
  context.fill();
  context.lineWidth = 1.4;
  context.strokeStyle = "rgb(255 255 255 / 45%)";
  roundedRect(context, { x: 1.4, y: 1.4, width: 97.2, height: height - 2.8 }, 5);
  context.stroke();
  roundedRect(context, FACE, 6);
  context.strokeStyle = darker(inks.face, 0.45);
  context.lineWidth = 1.6;
  context.stroke();
  context.save();
  context.translate(50, height / 2);
  const fitting = height / 100;
  context.scale(fitting, fitting);
  context.translate(-50, -50);
  if (look.kind === "block-back") emblem(context, inks);
  else blockFace(context, look);
  context.restore();
}

function blockFace(context: Context, look: Look): void {
  const { inks } = look;
  context.globalAlpha = look.spent ? 0.75 : 1;
  frame(context, look, { x: 20, y: 31, width: 60, height: 40 });
  line(context, look.name, { x: 50, y: 87.5, size: 17, room: 84, ink: inks.ink, align: "center" });
  pips(context, look.steps, 0, inks.ink, 1);
  // The other edges carry the other strengths, as on a real block that is turned when it loses a step.
  for (let turn = 1; turn <= 3; turn++) {
    const value = look.steps - turn;
    if (value > 0) pips(context, value, turn, inks.ink, 0.28);
  }
  line(context, look.size, {
    x: 50,
    y: 29,
    size: 12.5,
    room: 60,
    ink: inks.ink,
    align: "center",
    weight: 600,
  });
  context.globalAlpha = 1;
}

/** Strength as diamonds along one edge: 0 the top, then clockwise. */
function pips(context: Context, count: number, edge: number, ink: string, alpha: number): void {
  if (edge === 2) return; // the name stands there
  const size = edge === 0 ? 6.8 : 3.4;
  const gap = size * 2.35;
  context.save();
  context.globalAlpha *= alpha;
  context.translate(50, 50);
  context.rotate((edge * Math.PI) / 2);
  context.fillStyle = ink;
  for (let index = 0; index < count; index++) {
    const x = (index - (count - 1) / 2) * gap;
    const y = edge === 0 ? -39 : -42;
    context.beginPath();
    context.moveTo(x, y - size);
    context.lineTo(x + size, y);
    context.lineTo(x, y + size);
    context.lineTo(x - size, y);
    context.closePath();
    context.fill();
  }
  context.restore();
}

// --- parts --------------------------------------------------------------------------------------------

interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

function frame(context: Context, look: Look, at: Frame): void {
  const ink = "#1b1a17";
  context.fillStyle = look.inks.field;
  context.fillRect(at.x, at.y, at.width, at.height);
  drawSymbol(context, look.symbol, at, ink);
  context.strokeStyle = ink;
  context.lineWidth = 2.4;
  context.strokeRect(at.x, at.y, at.width, at.height);
}

/** The inside of a NATO symbol within a frame. */
function drawSymbol(context: Context, symbol: string, at: Frame, ink: string): void {
  const shape = symbolShape(symbol);
  const scale = at.width / 150;
  context.save();
  context.beginPath();
  context.rect(at.x, at.y, at.width, at.height);
  context.clip();
  context.translate(at.x, at.y);
  context.scale(scale, at.height / 100);
  context.lineJoin = "round";
  for (const stroke of shape.strokes) {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = stroke.transform;
    context.save();
    context.transform(a, b, c, d, e, f);
    const path = new Path2D(stroke.path);
    if (stroke.fill) {
      context.fillStyle = ink;
      context.fill(path);
    }
    if (stroke.stroke) {
      context.strokeStyle = ink;
      context.lineWidth = stroke.width * 2;
      context.stroke(path);
    }
    context.restore();
  }
  context.restore();
  if (shape.text) {
    const size = at.height * (shape.text.length > 2 ? 0.6 : 0.72);
    line(context, shape.text, {
      x: at.x + at.width / 2,
      y: at.y + at.height / 2 + size * 0.35,
      size,
      room: at.width - 8,
      ink,
      align: "center",
      weight: 600,
    });
  }
}

/** What the back of a counter shows: nothing but whose it is. */
function emblem(context: Context, inks: Inks): void {
  context.save();
  context.translate(50, 50);
  context.strokeStyle = darker(inks.face, 0.7);
  context.globalAlpha = 0.8;
  for (const [radius, width] of [
    [34, 2],
    [27, 5],
  ] as const) {
    context.beginPath();
    for (let corner = 0; corner < 6; corner++) {
      const angle = (Math.PI / 3) * corner - Math.PI / 2;
      context.lineTo(Math.cos(angle) * radius, Math.sin(angle) * radius);
    }
    context.closePath();
    context.lineWidth = width;
    context.stroke();
  }
  context.restore();
}

const TONES: Record<Tag["tone"], [back: string, ink: string]> = {
  bad: ["#b3261e", "#ffffff"],
  plain: ["#fbf7ec", "#2b2823"],
  good: ["#1f5f3a", "#ffffff"],
};

/** So many discs a counter has at most. */
export const MOST_TAGS = 4;

/** Where the middle of a disc is, in hundredths of a counter's side. */
export function tagPlace(index: number): Point {
  return { x: 97, y: 8 + index * 23 };
}

function drawTags(context: Context, tags: readonly Tag[]): void {
  tags.slice(0, MOST_TAGS).forEach((tag, index) => {
    const [back, ink] = TONES[tag.tone];
    const { x, y } = tagPlace(index);
    context.beginPath();
    context.arc(x, y, 11.5, 0, 2 * Math.PI);
    context.fillStyle = back;
    context.fill();
    context.lineWidth = 1.8;
    context.strokeStyle = tag.tone === "plain" ? "#2b2823" : "#fff8ee";
    context.stroke();
    line(context, tag.text, { x, y: y + 5.8, size: 16.5, room: 18, ink, align: "center", weight: 600 });
  });
}

/** How a line of text is set: within so much room, from, to or around a point of its base line. */
interface Lettering {
  x: number;
  y: number;
  size: number;
  room: number;
  ink: string;
  align: CanvasTextAlign;
  weight?: number;
}

function line(
  context: Context,
  text: string,
  { x, y, size, room, ink, align, weight = 500 }: Lettering,
): void {
  if (!text) return;
  context.textRendering = "geometricPrecision";
  context.font = `${weight} ${size}px "Barlow Semi Condensed", sans-serif`;
  context.textAlign = align;
  context.fillStyle = ink;
  const width = context.measureText(text).width;
  if (width <= room) {
    context.fillText(text, x, y);
    return;
  }
  // The narrower face first, as a printer would; then a little smaller, and only then squeezed.
  context.font = `${weight} ${size}px "Barlow Condensed", "Barlow Semi Condensed", sans-serif`;
  const narrow = context.measureText(text).width;
  const smaller = Math.max(size * 0.86, Math.min(size, (size * room) / narrow));
  context.font = `${weight} ${smaller}px "Barlow Condensed", "Barlow Semi Condensed", sans-serif`;
  context.fillText(text, x, y - (size - smaller) * 0.2, room);
}

function roundedRect(context: Context, { x, y, width, height }: Rect, radius: number): void {
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
}

function shadow(context: Context, offset: number, blur: number): void {
  // Shadows are measured in pixels whatever the scale.
  const unit = Math.abs(context.getTransform().a);
  context.shadowColor = "rgb(40 28 8 / 50%)";
  context.shadowOffsetX = offset * 0.6 * unit;
  context.shadowOffsetY = offset * unit;
  context.shadowBlur = blur * unit;
}

function noShadow(context: Context): void {
  context.shadowColor = "transparent";
}

function mixed(a: string, b: string, share: number): string {
  const [left, right] = [Number.parseInt(a.slice(1), 16), Number.parseInt(b.slice(1), 16)];
  const part = (shift: number): string =>
    Math.round(((left >> shift) & 255) * (1 - share) + ((right >> shift) & 255) * share)
      .toString(16)
      .padStart(2, "0");
  return `#${part(16)}${part(8)}${part(0)}`;
}
