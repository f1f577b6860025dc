import "pixi.js/unsafe-eval";
import { Application, Container, Ticker } from "pixi.js";
import type { MapData } from "../wire";
import { Arrows } from "./arrows";
import { Board, FRINGE } from "./board";
import { seen, widened, within, type Rect, type Size } from "./camera";
import { Effects } from "./effects";
import { Eye } from "./eye";
import { isSoftware } from "./graphics";
import { Ground } from "./ground";
import { Jobs } from "./jobs";
import { Layers } from "./layers";
import { isNarrow, TOOLS } from "./narrow";
import { Pieces } from "./pieces";

/** The share of the picture that must be seen for it to stay as large as it is. */
const LEAST = 0.5;

/** Left, top, width and height as a rectangle. */
function rect([x, y, width, height]: readonly [number, number, number, number]): Rect {
  return { x, y, width, height };
}

/** The map as a picture: everything that Pixi draws. Knows nothing of orders. */
export class MapView {
  readonly board: Board;
  readonly pieces: Pieces;
  readonly layers: Layers;
  readonly effects: Effects;
  readonly arrows: Arrows;
  /** Which part of the map is seen. */
  readonly eye: Eye;
  /** Told after every move of the camera. */
  onCamera: () => void = () => undefined;
  private readonly world = new Container();
  readonly ground: Ground;
  /** Whether it is being asked what must be in view from the beginning. */
  waiting = false;
  private dirty = true;
  private frame = 0;
  private readonly jobs = new Jobs(() => {
    this.schedule();
  });

  private constructor(
    private readonly app: Application,
    map: MapData,
  ) {
    this.board = new Board(map.grid);
    const redraw = (): void => {
      this.invalidate();
    };
    this.ground = new Ground(map.scene, app.renderer.resolution, redraw);
    this.layers = new Layers(
      this.board,
      (scale) => this.ground.namesAt(scale),
      (hex) => this.pieces.badgesIn(hex),
    );
    this.ground.onNames = () => {
      this.layers.writeHints();
      this.layers.placeStars();
      redraw();
    };
    this.pieces = new Pieces(this.board, redraw);
    this.pieces.onPlaced = () => {
      this.ground.setCounters(() => this.pieces.occupied());
      this.layers.placeStars();
    };
    this.effects = new Effects(this.board, redraw);
    this.arrows = new Arrows(this.board, redraw);
    this.eye = new Eye(this.board, this.fieldOf(map), rect(map.scene.box), {
      moved: () => {
        this.look();
      },
      leaving: redraw,
      arrived: () => {
        this.pieces.arrive();
      },
      standing: () => this.pieces.standing(),
    });
    const { below, above, top } = this.layers;
    this.world.addChild(
      this.ground.container,
      below,
      this.pieces.container,
      above,
      this.arrows.container,
      this.effects.container,
      top,
      this.pieces.fanLayer,
    );
    app.stage.addChild(this.world);
  }

  /** The hexes that are played on, without title, legend, and what lies out of play. */
  private fieldOf(map: MapData): Rect {
    return within(widened(this.board.bounds, FRINGE), rect(map.scene.field));
  }

  /** Begin drawing on a canvas. Throws when the browser has no WebGL. */
  static async create(canvas: HTMLCanvasElement, map: MapData): Promise<MapView> {
    const app = new Application();
    const slow = isSoftware();
    await app.init({
      canvas,
      preference: "webgl",
      // Without a graphics card smooth edges cost more than they are worth.
      antialias: !slow,
      autoDensity: true,
      resolution: Math.min(slow ? 1 : 2, window.devicePixelRatio || 1),
      backgroundAlpha: 0,
      autoStart: false,
      sharedTicker: false,
      eventMode: "none",
      powerPreference: "high-performance",
    });
    app.ticker.stop();
    // The library's own clock would ask for every frame for ever; it goes with the frames that are drawn (`step`).
    Ticker.system.autoStart = false;
    Ticker.system.stop();
    await document.fonts.ready;
    return new MapView(app, map);
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    this.ground.close();
    this.pieces.close();
    this.effects.close();
    this.app.destroy({ removeView: false }, { children: true, texture: true, textureSource: true });
  }

  /** The map is shown in this part of a window of that size. */
  resize(at: Rect, window: Size): void {
    this.makeRoom(at.width, at.height);
    this.eye.resize(at, window);
  }

  /** Have a picture large enough. It is not made anew for every panel that comes and goes: that takes long. */
  private makeRoom(width: number, height: number): void {
    const { screen } = this.app.renderer;
    const fits = width <= screen.width && height <= screen.height;
    if (fits && width * height > screen.width * screen.height * LEAST) return;
    this.app.renderer.resize(Math.max(1, width), Math.max(1, height));
  }

  /** Whether all that is seen is painted, and nothing is on its way. */
  get atRest(): boolean {
    return this.frame === 0 && this.ground.whole && !this.waiting;
  }

  // --- drawing --------------------------------------------------------------------------------------

  /** Draw again with the next frame. */
  invalidate(): void {
    this.dirty = true;
    this.schedule();
  }

  /** Draw something anew within the next frames, as there is time for it, in the order in which it came; of what has the
   * same name only the newest. */
  later(name: string, draw: () => void): void {
    this.jobs.add(name, draw);
  }

  private look(): void {
    const { camera, size: view } = this.eye;
    this.world.scale.set(camera.scale);
    this.world.position.set(
      view.width / 2 - camera.x * camera.scale,
      view.height / 2 - camera.y * camera.scale,
    );
    const pixels = camera.scale * this.app.renderer.resolution;
    this.ground.look(camera, view, pixels);
    const { x, y, width, height } = seen(camera, view);
    // Stacks fan out below the buttons that stand in a row above.
    const top = y + (isNarrow() ? TOOLS / camera.scale : 0);
    this.pieces.look(camera.scale, pixels, { left: x, top, right: x + width, bottom: y + height });
    this.layers.look(camera.scale);
    this.effects.look(camera.scale);
    this.invalidate();
    this.onCamera();
  }

  /** Draw with the next frame, and go on for as long as something moves. At rest nothing is drawn at all. */
  private schedule(): void {
    if (this.frame === 0)
      this.frame = requestAnimationFrame((now) => {
        this.step(now);
      });
  }

  private step(now: number): void {
    this.frame = 0;
    const busy = this.jobs.waits;
    const more = this.jobs.run();
    this.eye.fly(now);
    const moving = this.pieces.tick(now, busy);
    const fading = this.arrows.tick(now);
    const flashing = this.effects.tick(now) || fading;
    if (this.dirty || moving || flashing) {
      this.dirty = false;
      this.app.renderer.render(this.app.stage);
      Ticker.system.update(now); // clears away what has not been drawn for long
    }
    if (this.eye.isMoving || moving || flashing || more) this.schedule();
    if (this.atRest) this.pieces.opened = true;
  }
}
