import { Container, Sprite, Texture } from "pixi.js";
import type { Scene } from "../wire";
import type { Camera, Rect, Size } from "./camera";
import { Names, type Measure, type Occupied } from "./names";
import { meets, shows } from "./painter";
import { release } from "./pictures";
import {
  areaOf,
  detailAt,
  keyOf,
  levelFor,
  orderFor,
  scaleOf,
  tilesSeen,
  tileSource,
  type TileAnswer,
  type TileId,
  type TileSource,
} from "./tiles";

/** Tiles kept painted; each is a megabyte. */
const KEPT = 160;
/** Milliseconds in which counters may go on moving before names step aside. */
const SETTLES = 120;

/** The printed map as tiles: sharp where the eye is, coarse until it is painted. */
export class Ground {
  readonly container = new Container();
  private cover: () => void = () => undefined;
  /** Comes when nothing that is seen is bare any more: all of the map is painted, if only coarsely. */
  readonly covered = new Promise<void>((resolve) => {
    this.cover = resolve;
  });
  /** Told when names have stepped aside, or back. */
  onNames: () => void = () => undefined;
  private readonly box: Rect;
  private readonly source: TileSource;
  private readonly tiles = new Map<string, { sprite: Sprite; tile: TileId; used: number }>();
  private readonly asked = new Map<string, TileId>();
  /** Tiles that are painted as they were before: on the screen until they are there anew. */
  private readonly stale = new Set<string>();
  private readonly names: Names;
  /** Tiles that were asked for before something on them changed. */
  private readonly again = new Set<string>();
  private counters: () => readonly Occupied[] = () => [];
  private settling: ReturnType<typeof setTimeout> | null = null;
  private readonly base: number;
  private level = 0;
  private wanted: readonly TileId[] = [];
  private clock = 0;

  constructor(
    scene: Scene,
    private readonly ratio: number,
    private readonly redraw: () => void,
  ) {
    const [x, y, width, height] = scene.box;
    this.box = { x, y, width, height };
    this.names = new Names(scene, onCanvas());
    // All of the map in about four tiles: always there, below everything else.
    this.base = levelFor(900 / Math.max(width, height));
    this.source = tileSource(scene, ratio, (answer) => {
      this.painted(answer);
    });
    for (const tile of this.every(this.base)) this.ask(tile);
  }

  close(): void {
    if (this.settling !== null) clearTimeout(this.settling);
    this.source.close();
    for (const { sprite } of this.tiles.values()) drop(sprite);
    this.tiles.clear();
  }

  /** The camera has moved; `pixels` are device pixels a scene unit. */
  look(camera: Camera, view: Size, pixels: number): void {
    this.clock += 1;
    this.level = Math.max(this.base, levelFor(pixels));
    const wanted = (this.wanted = tilesSeen(camera, view, this.level, this.box));
    const around = tilesSeen(camera, view, this.level, this.box, 1);
    const keys = new Set([...around, ...this.every(this.base)].map(keyOf));
    this.source.keepOnly(keys);
    for (const key of this.asked.keys()) if (!keys.has(key)) this.asked.delete(key);
    for (const tile of [...wanted, ...around]) {
      const there = this.tiles.get(keyOf(tile));
      if (there) there.used = this.clock;
      const isMissing = !there || this.stale.has(keyOf(tile));
      if (isMissing && !this.asked.has(keyOf(tile))) this.ask(tile);
    }
    this.arrange();
    this.forget();
  }

  /** Counters stand here now: names step aside for them. Whoever moves many in a moment has it done once. */
  setCounters(counters: () => readonly Occupied[]): void {
    this.counters = counters;
    this.settling ??= setTimeout(() => {
      this.settling = null;
      this.settle();
    }, SETTLES);
  }

  /** Where names of places are printed that are shown at this scale. */
  namesAt(scale: number): Rect[] {
    return this.names.boxesAt(detailAt(scale, this.ratio, this.base));
  }

  private settle(): void {
    const changes = this.names.settle(this.counters());
    if (changes.length === 0) return;
    this.onNames();
    this.source.setAside(this.names.moved);
    const isChanged = (tile: TileId): boolean => {
      const area = areaOf(tile, this.box);
      const detail = scaleOf(tile.level) / this.ratio;
      return changes.some((one) => shows(one.layer, detail) && meets(one.area, area));
    };
    for (const [key, { tile, sprite }] of this.tiles) {
      if (!isChanged(tile)) continue;
      if (!sprite.visible && tile.level !== this.base) {
        drop(sprite);
        this.tiles.delete(key);
      } else if (!this.asked.has(key)) {
        this.stale.add(key);
        this.ask(tile);
      }
    }
    for (const [key, tile] of this.asked) {
      if (isChanged(tile) && !this.stale.has(key)) this.again.add(key);
    }
  }

  private every(level: number): TileId[] {
    const side = 512 / scaleOf(level);
    const found: TileId[] = [];
    for (let row = 0; row * side < this.box.height; row++) {
      for (let column = 0; column * side < this.box.width; column++) found.push({ level, column, row });
    }
    return found;
  }

  private ask(tile: TileId): void {
    this.asked.set(keyOf(tile), tile);
    this.source.want(orderFor(tile, this.box));
  }

  private painted(answer: TileAnswer): void {
    const [level = 0, column = 0, row = 0] = answer.key.split("/").map(Number);
    const tile = { level, column, row };
    this.asked.delete(answer.key);
    const there = this.tiles.get(answer.key);
    const isStale = this.stale.delete(answer.key);
    const isOld = this.again.delete(answer.key);
    if (there && !isStale && !isOld) {
      answer.bitmap.close();
      return;
    }
    if (isOld) {
      this.stale.add(answer.key);
      this.ask(tile);
    }
    const texture = Texture.from(answer.bitmap, true);
    texture.source.scaleMode = "linear";
    if (there) {
      const old = there.sprite.texture;
      there.sprite.texture = texture;
      release(old);
      this.redraw();
      return;
    }
    const sprite = new Sprite(texture);
    const area = areaOf(tile, this.box);
    sprite.position.set(area.x, area.y);
    // The picture is whole pixels, so that it may be a fraction larger than its area.
    const scale = 1 / scaleOf(tile.level);
    sprite.scale.set(scale);
    sprite.zIndex = level;
    this.tiles.set(answer.key, { sprite, tile, used: this.clock });
    this.container.addChild(sprite);
    this.container.sortChildren();
    if (this.whole || this.every(this.base).every((one) => this.tiles.has(keyOf(one)))) this.cover();
    this.arrange();
    this.redraw();
  }

  /** Whether all that is seen is painted. */
  get whole(): boolean {
    return this.wanted.every((tile) => this.tiles.has(keyOf(tile)));
  }

  /** Show the tiles of this level; coarser ones only while some of what is seen is not painted yet. */
  private arrange(): void {
    const { whole } = this;
    for (const { sprite, tile } of this.tiles.values()) {
      sprite.visible = tile.level === this.level || (!whole && tile.level < this.level);
    }
  }

  private forget(): void {
    if (this.tiles.size <= KEPT) return;
    const old = [...this.tiles.entries()]
      .filter(([, one]) => one.tile.level !== this.base)
      .sort(([, a], [, b]) => a.used - b.used)
      .slice(0, this.tiles.size - KEPT);
    for (const [key, { sprite }] of old) {
      drop(sprite);
      this.tiles.delete(key);
      this.stale.delete(key);
    }
  }
}

/** Take a tile away, with its picture. */
function drop(sprite: Sprite): void {
  const { texture } = sprite;
  sprite.destroy();
  release(texture);
}

/** Measures texts as the painter sets them. */
function onCanvas(): Measure {
  const context = document.createElement("canvas").getContext("2d");
  return (text, font, spacing) => {
    if (!context) return 0;
    context.font = font;
    context.textRendering = "geometricPrecision";
    context.letterSpacing = `${spacing}px`;
    return context.measureText(text).width;
  };
}
