import { ms, numberlandunit } from "milsymbol/parts";

ms.addIcons(numberlandunit);

/** How a kind of unit is drawn: a NATO symbol by its code, with what the codes lack added as text or strokes. */
interface Recipe {
  /** Entity and modifiers: digits 11-20 of the code. */
  code: string;
  /** Letters in the middle of the frame. */
  text?: string;
  /** Strokes on a field of 150 by 100, the frame. */
  strokes?: string;
}

const EMPTY = "0000000000";
const INFANTRY = "1211000000";

/** Plain names of symbols, as games use them. Words that are no kind of their own are looked for one by one. */
const RECIPES: Record<string, Recipe> = {
  infantry: { code: INFANTRY },
  "mechanized infantry": { code: "1211020000" },
  mechanized: { code: "1211020000" },
  "motorized infantry": { code: "1211040000" },
  motorized: { code: "1211040000" },
  "amphibious infantry": { code: "1211010000" },
  amphibious: { code: "1211010000" },
  marine: { code: "1211010000" },
  "mountain infantry": { code: "1211000027" },
  mountain: { code: "1211000027" },
  airborne: { code: "1211000001" },
  parachute: { code: "1211000001" },
  "airborne infantry": { code: "1211000001" },
  glider: { code: "1211000001" },
  "static infantry": { code: INFANTRY, strokes: "M0 86H150" },
  static: { code: INFANTRY, strokes: "M0 86H150" },
  garrison: { code: INFANTRY, strokes: "M0 86H150" },
  armour: { code: "1205000000" },
  armor: { code: "1205000000" },
  reconnaissance: { code: "1213000000" },
  cavalry: { code: "1213000000" },
  artillery: { code: "1303000000" },
  engineer: { code: "1407000000" },
  antiaircraft: { code: "1301000000" },
  "air defence": { code: "1301000000" },
  antitank: { code: "1204000000" },
  supply: { code: "1602000000" },
  security: { code: "1417000000", text: "" },
  partisan: { code: "1211000058" },
  guerilla: { code: "1211000058" },
  headquarters: { code: EMPTY, text: "HQ" },
  "supreme headquarters": { code: EMPTY, text: "SHQ" },
  "theatre headquarters": { code: EMPTY, text: "THQ" },
  fortification: { code: EMPTY, strokes: "M22 78V40H48V56H62V30H88V56H102V40H128V78Z" },
  fort: { code: EMPTY, strokes: "M22 78V40H48V56H62V30H88V56H102V40H128V78Z" },
  fighter: { code: EMPTY, strokes: "M75 12V88M75 34 18 58M75 34 132 58M75 74 54 88M75 74 96 88" },
  ship: { code: EMPTY, strokes: "M18 58H132L114 84H36ZM50 58V40H100V58M75 40V16" },
  rocket: { code: EMPTY, strokes: "M75 10C88 26 90 46 88 70H62C60 46 62 26 75 10ZM62 54 44 86H106L88 54" },
  port: { code: EMPTY, strokes: "M75 22V86M48 40H102M40 60C44 80 58 86 75 86S106 80 110 60" },
  decoy: { code: EMPTY, strokes: "M0 0H150V100H0Z M20 50H130", text: "" },
};

const UNKNOWN: Recipe = { code: EMPTY };

/** How to draw the symbol of this plain name; an empty frame when nothing is known of it. */
export function recipeFor(name: string): Recipe {
  const wanted = name.trim().toLowerCase();
  const known = RECIPES[wanted];
  if (known) return known;
  const word = wanted.split(/[\s-]+/).find((part) => RECIPES[part]);
  return (word && RECIPES[word]) || UNKNOWN;
}

/** Code of a friendly land unit, present, with this entity and modifiers. */
export function sidc(recipe: Recipe): string {
  return `1003100000${recipe.code}`;
}

interface Instruction {
  type: string;
  d?: string;
  cx?: number;
  cy?: number;
  r?: number;
  fill?: string | false;
  stroke?: string | false;
  strokewidth?: number;
  draw?: Instruction[];
  x?: number;
  y?: number;
  degree?: number;
  factor?: number;
  text?: string;
}

/** The library nests what belongs together. */
type Nested = Instruction | Nested[];

function flat(nested: Nested): Instruction[] {
  return Array.isArray(nested) ? nested.flatMap(flat) : [nested];
}

/** A symbol as outlines: what is inside the frame, without the frame itself. */
export interface SymbolShape {
  strokes: { path: string; transform: readonly number[]; fill: boolean; stroke: boolean; width: number }[];
  text: string;
}

const shapes = new Map<string, SymbolShape>();

/** The inside of a symbol, for a frame of 150 by 100 with its corner at the origin. Kept once made. */
export function symbolShape(name: string): SymbolShape {
  let shape = shapes.get(name);
  if (!shape) {
    shape = makeShape(recipeFor(name));
    shapes.set(name, shape);
  }
  return shape;
}

/** Where milsymbol draws the frame of a friendly land unit: 150 by 100 around (100, 100). */
const FRAME_CORNER = { x: 25, y: 50 };

function makeShape(recipe: Recipe): SymbolShape {
  const symbol = new ms.Symbol(sidc(recipe), { frame: false, fill: false, monoColor: "#000", size: 100 });
  const shape: SymbolShape = { strokes: [], text: recipe.text ?? "" };
  const { drawInstructions } = symbol as unknown as { drawInstructions: Nested };
  const instructions = flat(drawInstructions);
  if (recipe.code !== EMPTY) collect(instructions, [1, 0, 0, 1, -FRAME_CORNER.x, -FRAME_CORNER.y], shape);
  if (recipe.strokes) {
    shape.strokes.push({
      path: recipe.strokes,
      transform: [1, 0, 0, 1, 0, 0],
      fill: false,
      stroke: true,
      width: 5,
    });
  }
  return shape;
}

function collect(instructions: Instruction[], at: readonly number[], shape: SymbolShape): void {
  for (const one of instructions) {
    const inner = one.draw ?? [];
    if (one.type === "translate") collect(inner, times(at, [1, 0, 0, 1, one.x ?? 0, one.y ?? 0]), shape);
    else if (one.type === "scale")
      collect(inner, times(at, [one.factor ?? 1, 0, 0, one.factor ?? 1, 0, 0]), shape);
    else if (one.type === "rotate") collect(inner, times(at, turned(one)), shape);
    else {
      const path = one.type === "circle" ? circle(one) : (one.d ?? "");
      if (path) {
        shape.strokes.push({
          path,
          transform: at,
          fill: Boolean(one.fill),
          stroke: Boolean(one.stroke),
          width: one.strokewidth ?? 4,
        });
      }
    }
  }
}

function circle(one: Instruction): string {
  const { cx = 0, cy = 0, r = 0 } = one;
  return `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

function turned(one: Instruction): number[] {
  const angle = ((one.degree ?? 0) * Math.PI) / 180;
  const [cos, sin, x, y] = [Math.cos(angle), Math.sin(angle), one.x ?? 0, one.y ?? 0];
  return [cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos];
}

/** Product of two affine maps, as canvas writes them: [a, b, c, d, e, f]. */
function times(m: readonly number[], n: readonly number[]): number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = n;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
