import { Container, Graphics, Sprite, type Texture } from "pixi.js";
import type { Piece } from "../wire";
import type { Board } from "./board";
import { widened, type Point, type Rect } from "./camera";
import { inksOf, type PaletteName } from "./colours";
import { drawLook, lookKey, lookOf, MARGIN, type Badges, type Look } from "./counters";
import { Counts } from "./counts";
import { covers, Fan, isWithin, type Room } from "./fans";
import { around, type Standing } from "./front";
import type { Occupied } from "./names";
import { drawn, pictureSize, release } from "./pictures";
import { Rings, worn, type Accent } from "./rings";
import { boxAround, byHex, COUNTER, discs, growth, inOrder, layOut, type Placed } from "./stacks";

/** Smallest comfortable size of a counter on screen when its stack is fanned out. */
const READABLE = 58;
/** Milliseconds of a frame in which counters are drawn anew, the others follow in the next ones: few, and more than MANY. */
const BUDGET = 2;
const BUSY = 24;
const MANY = 24;

interface Shown {
  root: Container;
  sprite: Sprite;
  ring: Graphics;
  badge: Sprite | null;
  /** The number on the badge; 0 when there is none. */
  count: number;
  placed: Placed;
  look: Look;
  lookKey: string;
  hex: number;
  from: Point & { scale: number };
  to: Point & { scale: number };
  start: number;
  accent: Accent;
}

/** The counters and blocks on the map: where they stand, how they look, how they move. */
export class Pieces {
  readonly container = new Container({ sortableChildren: true });
  /** Told when a stack is fanned out, or folded again. */
  onFan: () => void = () => undefined;
  /** The fanned stack, to be put above all else. */
  readonly fanLayer = new Container({ sortableChildren: true });
  /** How long a piece takes to move, in milliseconds; 0 is at once. */
  travel = 320;
  /** Told when pieces have come, gone or found other places, or are of another size. */
  onPlaced: () => void = () => undefined;
  private readonly shown = new Map<string, Shown>();
  private readonly textures = new Map<string, Texture>();
  private readonly rings = new Rings();
  private readonly counts = new Counts();
  /** Those that do not look yet as they should. */
  private readonly undressed = new Set<Shown>();
  /** Whether the map has been seen whole: until then all pieces are drawn at once. */
  opened = false;
  private accents: ReadonlyMap<string, Accent> = new Map();
  private placed = new Map<number, Placed[]>();
  private readonly fanOf = new Fan();
  private room: Room = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  private scale = 1;
  private grown = 1; // so many times as large as they are pieces are drawn just now
  private pixels = 1;
  private bucket = 80;
  private moving = false;
  private seats: readonly string[] = [];
  private palette: PaletteName = "standard";
  private badges: Badges = {};
  private rims: ((side: number) => string) | null = null;

  constructor(
    private readonly board: Board,
    private readonly redraw: () => void,
  ) {}

  close(): void {
    for (const texture of this.textures.values()) release(texture);
    this.textures.clear();
    this.counts.close();
    this.rings.close();
  }

  /** Let the pieces of a sheet stand where they are now; `able` ones lie on top of their stacks, `wanted` ones over them, by
   * their keys. They are seen there when they are shown. */
  place(
    pieces: readonly Piece[],
    able: ReadonlySet<string> = new Set(),
    wanted: ReadonlySet<string> = new Set(),
  ): void {
    this.placed = new Map(
      [...byHex(pieces)].map(([hex, there]) => [hex, layOut(inOrder(there, able, wanted))]),
    );
  }

  /** Show the pieces where they stand. Those that were there move to where they are now. */
  show(badges: Badges, seats: readonly string[], palette: PaletteName): void {
    const alike = seats === this.seats && palette === this.palette && badges === this.badges;
    this.seats = seats;
    this.palette = palette;
    this.badges = badges;
    const kept = new Set<string>();
    for (const [hex, there] of this.placed) {
      for (const placed of there) {
        kept.add(placed.key);
        this.put(hex, placed, alike);
      }
    }
    for (const [key, one] of this.shown) {
      if (kept.has(key)) continue;
      one.root.destroy({ children: true });
      this.undressed.delete(one);
      this.shown.delete(key);
    }
    const { hex } = this.fanOf;
    if (hex !== null && !this.canFan(hex)) this.fanOf.turnTo(null, null);
    else if (hex !== null && this.piecesIn(hex).some((one) => !this.fanOf.placeOf(one.key))) this.spread(hex);
    this.settle();
    this.onPlaced();
  }

  /** Pieces that stand out, by their keys; all others do not. */
  setAccents(accents: ReadonlyMap<string, Accent>): void {
    this.accents = accents;
    for (const [key, one] of this.shown) {
      const accent = this.accents.get(key) ?? "none";
      // Which of a stack wears a ring may change with the others of it.
      if (accent !== one.accent || accent === "selectable") this.accentuate(one, accent);
    }
    this.redraw();
  }

  /** Hold the piece of a unit at a scene point, above all others; with null it goes back to where it stands. */
  carry(unit: number, at: Point | null): void {
    const one = this.shown.get(`u${unit}`);
    if (!one) return;
    if (at) {
      this.fanLayer.addChild(one.root);
      one.root.zIndex = Infinity;
      one.root.position.set(at.x, at.y);
      this.redraw();
      return;
    }
    one.from = { x: one.root.x, y: one.root.y, scale: one.root.scale.x };
    one.start = performance.now();
    this.moving = true;
    this.settle();
  }

  /** Rims around all pieces, by side: friend or foe at a glance; null for none. */
  setRims(colour: ((side: number) => string) | null): void {
    if (colour === null && this.rims === null) return;
    this.rims = colour;
    for (const one of this.shown.values()) this.accentuate(one, one.accent);
    this.redraw();
  }

  /** Fan out the stack of a hex, or none. The piece `kept`, which is pointed at, stays where it is. */
  fan(hex: number | null, kept: Placed | null = null): void {
    const next = hex !== null && this.canFan(hex) ? hex : null;
    if (next === this.fanOf.hex) return;
    this.fanOf.turnTo(next, kept?.key ?? null);
    if (next !== null) this.spread(next);
    this.settle();
    this.onFan();
  }

  get fannedHex(): number | null {
    return this.fanOf.hex;
  }

  /** Where the pieces of the fanned stack stand; nothing when none is. */
  get fannedPlaces(): Point[] {
    return this.fanOf.places;
  }

  /** The rectangle around the fanned stack, in the scene; null when none is. */
  get fannedBox(): Rect | null {
    const { places } = this.fanOf;
    return places.length === 0 ? null : widened(around(places), (COUNTER * this.fanScale()) / 2);
  }

  /** Stacks fan out so that these places, in the scene, stay free if possible. */
  keepClear(places: readonly Point[]): void {
    this.fanOf.clear = places;
  }

  /** Where every piece stands, and for whom. */
  standing(): Standing[] {
    return [...this.placed].flatMap(([hex, pieces]) => {
      const at = this.board.get(hex);
      return at ? pieces.map(({ piece }) => ({ at, side: piece.side ?? null })) : [];
    });
  }

  /** The rectangles that pieces take up, hex by hex. */
  occupied(): Occupied[] {
    return [...this.placed].flatMap(([hex, pieces]) => {
      const at = this.board.get(hex);
      return at && pieces.length > 0 ? [{ at, box: boxAround(at, pieces, this.grown) }] : [];
    });
  }

  piecesIn(hex: number): readonly Placed[] {
    return this.placed.get(hex) ?? [];
  }

  /** The rectangles that the discs at the corners of counters take up in a hex. */
  badgesIn(hex: number): Rect[] {
    return this.piecesIn(hex).flatMap(({ key }) => {
      const one = this.shown.get(key);
      return one ? discs(one.to, one.look.tags.length, one.count) : [];
    });
  }

  /** Where the piece with this title or unit stands, or is going; null when there is none. */
  placeOf(which: string | number): Point | null {
    const is = ({ title, unit }: Piece): boolean => (typeof which === "number" ? unit : title) === which;
    return [...this.shown.values()].find((one) => is(one.placed.piece))?.to ?? null;
  }

  /** The piece under a scene point: of the fanned stack the nearest, gaps included, then the uppermost of the hex. */
  pieceAt(point: Point, hex: number | null): Placed | null {
    if (this.inFan(point)) return this.nearest(this.piecesIn(this.fanOf.hex ?? -1), point);
    return hex === null ? null : this.pieceIn(hex, point);
  }

  /** The uppermost piece of a hex under a scene point, whatever lies over it. */
  pieceIn(hex: number, point: Point): Placed | null {
    return this.hit([...this.piecesIn(hex)].reverse(), point);
  }

  /** Whether a scene point lies on the fanned stack, gaps included. */
  inFan(point: Point): boolean {
    return covers(this.fanOf.places, this.fanScale() * COUNTER, point);
  }

  /** The camera has moved: `scale` pixels of the page and `pixels` of the device a scene unit; `room` is what it shows. */
  look(scale: number, pixels: number, room: Room): void {
    const zoomed = scale !== this.scale;
    this.scale = scale;
    this.pixels = pixels;
    this.room = room;
    const [bucket, grown] = [this.bucketFor(1), growth(scale)];
    if (bucket !== this.bucket || grown !== this.grown) {
      this.bucket = bucket;
      this.grown = grown;
      for (const one of this.shown.values()) {
        one.to = this.spot(one.hex, one.placed);
        if (!this.moving) one.root.scale.set(one.to.scale);
        this.dress(one);
        this.accentuate(one, one.accent);
      }
      this.onPlaced(); // what steps aside for them does so for their size, too
    }
    if (this.fanOf.hex !== null && zoomed) {
      this.spread(this.fanOf.hex);
      this.settle();
    }
  }

  /** The map has come to lie elsewhere by itself: a fan that was found places while it lay there is brought into sight, and folded
   * where its hex is out of sight. */
  arrive(): void {
    const { hex, places } = this.fanOf;
    if (hex === null || isWithin(places, COUNTER * this.fanScale(), this.room)) return;
    const at = this.board.get(hex);
    if (!at || !isWithin([at], 0, this.room)) return this.fan(null);
    this.spread(hex);
    this.settle();
  }

  /** Move what is on its way, and draw what looks different now, of which a `busy` frame leaves a few to the next ones;
   * whether there was anything. */
  tick(now: number, busy = false): boolean {
    const dressing = this.undressed.size > 0;
    const many = this.undressed.size > MANY;
    if (dressing && (!busy || many || !this.opened))
      this.dressSome(!this.opened ? Infinity : many ? BUSY : BUDGET);
    if (!this.moving) return dressing;
    let moving = false;
    for (const one of this.shown.values()) {
      const t = this.travel <= 0 ? 1 : Math.min(1, (now - one.start) / this.travel);
      const eased = 1 - (1 - Math.max(0, t)) ** 3;
      one.root.position.set(
        one.from.x + (one.to.x - one.from.x) * eased,
        one.from.y + (one.to.y - one.from.y) * eased,
      );
      one.root.scale.set(one.from.scale + (one.to.scale - one.from.scale) * eased);
      if (t < 1) moving = true;
    }
    this.moving = moving;
    return true;
  }

  // --- inside ---------------------------------------------------------------------------------------

  /** The size in which to draw a counter that is shown at this scale. */
  private bucketFor(scale: number): number {
    return pictureSize((COUNTER * this.pixels * Math.max(1, scale)) / (1 - 2 * MARGIN));
  }

  private canFan(hex: number): boolean {
    return (this.placed.get(hex)?.length ?? 0) > 1;
  }

  private fanScale(): number {
    return Math.max(1.05, READABLE / (COUNTER * this.scale));
  }

  private spread(hex: number): void {
    const centre = this.board.get(hex) ?? { x: 0, y: 0 };
    this.fanOf.spread(this.piecesIn(hex), centre, COUNTER * this.fanScale(), this.room);
  }

  private nearest(placed: readonly Placed[], point: Point): Placed | null {
    const far = (one: Placed): number => {
      const at = this.shown.get(one.key)?.to;
      return at ? Math.max(Math.abs(at.x - point.x), Math.abs(at.y - point.y)) : Infinity;
    };
    return [...placed].sort((a, b) => far(a) - far(b))[0] ?? null;
  }

  private hit(placed: readonly Placed[], point: Point): Placed | null {
    return (
      placed.find((one) => {
        const at = this.shown.get(one.key)?.to;
        if (!at) return false;
        const half = (COUNTER * at.scale) / 2;
        return Math.abs(point.x - at.x) <= half && Math.abs(point.y - at.y) <= half;
      }) ?? null
    );
  }

  /** `alike`: what looked like this before still does. */
  private put(hex: number, placed: Placed, alike: boolean): void {
    let one = this.shown.get(placed.key);
    const same = alike && one?.placed.piece === placed.piece;
    if (!one || !same) {
      const look = lookOf(placed.piece, inksOf(placed.piece, this.seats, this.palette), this.badges);
      const key = lookKey(look);
      if (!one) {
        one = this.make(hex, placed, look, key);
        this.shown.set(placed.key, one);
      } else if (one.lookKey !== key) {
        one.look = look;
        one.lookKey = key;
        this.dress(one);
      }
    }
    one.placed = placed;
    one.hex = hex;
    this.badge(one);
  }

  private make(hex: number, placed: Placed, look: Look, key: string): Shown {
    const root = new Container();
    const ring = new Graphics();
    const sprite = new Sprite();
    sprite.anchor.set(0.5);
    root.addChild(ring, sprite);
    this.container.addChild(root);
    const at = this.spot(hex, placed);
    root.position.set(at.x, at.y);
    root.scale.set(at.scale);
    const one: Shown = {
      root,
      sprite,
      ring,
      badge: null,
      count: 0,
      placed,
      look,
      lookKey: key,
      hex,
      from: at,
      to: at,
      start: 0,
      accent: "none",
    };
    this.dress(one);
    this.accentuate(one, this.accents.get(placed.key) ?? "none");
    return one;
  }

  /** Have it look as it should: at once if that has been drawn before, soon if not. */
  private dress(one: Shown): void {
    const known = this.textures.get(this.textureKey(one));
    if (known) this.wear(one, known);
    else this.undressed.add(one);
  }

  /** Draw what looks different now, for so many milliseconds. */
  private dressSome(time: number): void {
    const end = performance.now() + time;
    for (const one of this.undressed) {
      this.wear(one, this.texture(one));
      if (performance.now() >= end) return;
    }
  }

  private wear(one: Shown, texture: Texture): void {
    this.undressed.delete(one);
    one.sprite.texture = texture;
    const side = COUNTER / (1 - 2 * MARGIN);
    one.sprite.setSize(side, side);
  }

  private textureKey(one: Shown): string {
    return `${this.bucketFor(one.to.scale)} ${one.lookKey}`;
  }

  private texture(one: Shown): Texture {
    const key = this.textureKey(one);
    let texture = this.textures.get(key);
    if (!texture) {
      const size = this.bucketFor(one.to.scale);
      texture = drawn(size, (context) => {
        drawLook(context, one.look, size);
      });
      this.textures.set(key, texture);
    }
    return texture;
  }

  /** How many pieces a stack has, where not all of them can be told apart. */
  private badge(one: Shown): void {
    const count = one.placed.count < 3 || one.hex === this.fanOf.hex ? 0 : one.placed.count;
    if (count === one.count) return;
    one.count = count;
    one.badge?.destroy();
    one.badge = null;
    if (count === 0) return;
    one.badge = this.counts.badge(count);
    one.root.addChild(one.badge);
  }

  private accentuate(one: Shown, accent: Accent): void {
    one.accent = accent;
    const { side } = one.placed.piece;
    const rim = this.rims && side != null ? this.rims(side) : null;
    const stack = one.hex === this.fanOf.hex ? [] : this.piecesIn(one.hex);
    const ring = this.rings.get(worn(one.placed.key, stack, this.accents), rim, this.scale * one.to.scale);
    one.ring.visible = ring !== null;
    if (ring) one.ring.context = ring;
  }

  /** Send every piece to its place: in its stack, or in the fan. */
  private settle(): void {
    const now = performance.now();
    for (const [hex, there] of this.placed) {
      there.forEach((placed, index) => {
        const one = this.shown.get(placed.key);
        if (!one) return;
        const to = this.spot(hex, placed);
        const layer = hex === this.fanOf.hex ? this.fanLayer : this.container;
        if (one.root.parent !== layer) layer.addChild(one.root);
        one.root.zIndex = (this.board.get(hex)?.y ?? 0) * 8 + index;
        if (to.x !== one.to.x || to.y !== one.to.y || to.scale !== one.to.scale) {
          one.from = { x: one.root.x, y: one.root.y, scale: one.root.scale.x };
          const resized = to.scale !== one.to.scale;
          one.to = to;
          one.start = now;
          this.moving = true;
          if (resized) {
            this.dress(one);
            this.accentuate(one, one.accent);
          }
        }
        if (one.accent === "selectable") this.accentuate(one, one.accent);
        this.badge(one);
      });
    }
    this.redraw();
  }

  /** Where a piece goes: in its stack, or in the fan. */
  private spot(hex: number, placed: Placed): Point & { scale: number } {
    const centre = this.board.get(hex) ?? { x: 0, y: 0 };
    const at = hex === this.fanOf.hex ? this.fanOf.placeOf(placed.key) : undefined;
    if (at) return { ...at, scale: this.fanScale() };
    return { x: centre.x + placed.dx, y: centre.y + placed.dy, scale: placed.scale * this.grown };
  }
}
