import { FRINGE, type Board } from "./board";
import {
  BARE,
  covering,
  filling,
  fitInto,
  isBetter,
  isNear,
  isSeen,
  keepOn,
  middle,
  pan,
  stayed,
  toScene,
  toScreen,
  unhidden,
  widened,
  within,
  zoomAt,
  type Camera,
  type Insets,
  type Point,
  type Rect,
  type Size,
} from "./camera";
import { Detours, LOOSE, type Hold, type Place } from "./detours";
import { Flight } from "./flight";
import { Footing, GivingWay, isBar, keeping, keepsHeight, sameEdges, type Over, type Room } from "./footing";
import { around, CLOSEST, firstLook, outwards, READABLE, withFewCuts } from "./front";
import { uncovering } from "./uncover";
import type { Watching } from "./watching";

/** What is framed by less than this share of what could be framed is shown with all around it. */
const NEARLY = 0.75;
/** This share of what can be chosen may be out of sight at first, if all the rest is the larger for it. */
const FEW = 0.34;

/** Below this scale counters cannot be told apart; at that one they can be read. */
const TINY = 0.42;
const CLOSER = 0.62;
/** What can be chosen is looked at from near by where that shows it so many times as large. */
const WORTHWHILE = 1.4;

/**
 * Which part of the map is seen, and how near: what moves it there, what holds it there, and where it goes back to. Draws
 * nothing.
 */
export class Eye {
  camera: Camera = { x: 0, y: 0, scale: 1 };
  /** Whether it is at once where it is sent, for those whom gliding makes unwell. */
  still = false;
  private over: Over = { insets: BARE, lasting: BARE };
  /** What the map minds that was opened with something: what lay over it then, but for the choices below. What comes and
   * goes later moves it only where it would hide what must be chosen. */
  private lasting: Insets = BARE;
  private opened = false;
  /** From where to where in the window the map was shown before the bars above and below it changed their height a little. */
  private tall: { y: number; height: number } | null = null;
  private hold: Hold = { ...LOOSE, untouched: true, fitted: true };
  private kept: readonly Point[] = [];
  private room: Room = { at: { x: 0, y: 0, width: 1, height: 1 }, window: { width: 1, height: 1 } };
  private readonly flight = new Flight();
  private readonly detours = new Detours();
  private readonly footing = new Footing();
  private readonly givingWay = new GivingWay();
  /** The hexes without those that stand for places off the map. */
  private readonly body: Rect;

  /**
   * `field` are the hexes that are played on, without title, legend, and what lies out of play; `box` is all that is
   * printed.
   */
  constructor(
    private readonly board: Board,
    private readonly field: Rect,
    private readonly box: Rect,
    private readonly watching: Watching,
  ) {
    this.body = within(widened(board.body, FRINGE), field);
  }

  /** How large the part of the window is in which the map is shown. */
  get size(): Size {
    return this.view;
  }

  /** Whether it is on its way. */
  get isMoving(): boolean {
    return this.flight.isOn;
  }

  private get view(): Size {
    return this.room.at;
  }

  /** The map is shown in this part of a window of that size. */
  resize(at: Rect, window: Size): void {
    const [before, now] = [this.room, { at, window }];
    const moved = at.x !== before.at.x || at.y !== before.at.y;
    if (!moved && at.width === before.at.width && at.height === before.at.height) return;
    if (isBar(before, now)) this.tall ??= { y: before.at.y, height: before.at.height };
    else if (!keepsHeight(before, now)) this.tall = null;
    this.room = now;
    const held = this.held();
    if (before.at.width <= 1) this.lie(this.opening());
    else if (held) this.lie(held);
    else if (this.flight.goal) this.flight.turnTo(this.clearOf(stayed(this.flight.goal, before.at, at)));
    else {
      const { field, box, kept } = this;
      this.camera = this.footing.settle(this.camera, before, now, { field, box, kept });
      this.laid();
    }
  }

  /** From now on no panel that comes beside the map cuts these hexes off, nor who stands next to them. */
  keep(ids: readonly number[]): void {
    this.kept = ids.flatMap((id) => this.board.get(id) ?? []);
  }

  pan(dx: number, dy: number): void {
    this.flight.stop();
    this.unpin();
    this.camera = pan(this.camera, this.view, dx, dy, this.box);
    this.watching.moved();
  }

  zoom(at: Point, factor: number): void {
    this.flight.stop();
    this.unpin();
    this.camera = zoomAt(this.camera, this.view, at, factor, this.box);
    this.watching.moved();
  }

  /** Where to look first. */
  private opening(): Camera {
    const whole = this.whole();
    const found = firstLook(this.watching.standing(), this.view, whole.scale, this.field.width);
    if (!found) return whole;
    this.hold = { ...this.hold, fitted: false };
    return keepOn(found, this.view, this.body, 0);
  }

  /** All of what is played on. */
  fitAll(time = 250): void {
    this.unpin();
    this.lasting = this.over.lasting; // whoever wants to see all of it sees it now
    this.opened = true;
    this.hold = { ...LOOSE, fitted: true };
    this.flyTo(this.whole(), time);
  }

  /** It is clear of what lies over these edges. */
  private whole(insets = this.over.insets): Camera {
    return fitInto(this.field, this.view, insets);
  }

  /** Panels lie over these edges: what is shown is brought clear of them. What the map is opened with minds only those
   * that are `lasting`: cards come and go. It does not go back for what has shrunk while an order is begun (`stays`). */
  setInsets(insets: Insets, lasting: Insets = insets, stays = false): void {
    const held = this.held();
    const minded = this.opened ? this.lasting : { ...lasting, bottom: 0 };
    const isSame = sameEdges(minded, this.lasting);
    this.over = { insets, lasting };
    this.lasting = minded;
    const before = stays ? null : this.givingWay.back(this.over);
    if (before) this.restore(before, 200);
    else if (held && !isSame) {
      const camera = this.held() ?? held;
      if (!this.flight.turnTo(camera)) this.lie(camera);
    }
  }

  /** From now on the map minds what lies over it just now. */
  private mind(): void {
    this.lasting = { ...this.over.lasting, bottom: 0 };
    this.opened = true;
  }

  /**
   * Open with these hexes, all of them and no more than the window needs around them, unless somebody has moved the map. `more`
   * are seen as well; but for few of them that are far off not all the others become small.
   */
  openOn(ids: readonly number[], more: readonly number[] = []): void {
    const box = this.boxOf(this.isWorthIt(ids, more) ? [...ids, ...more] : ids);
    if (!(this.hold.untouched || this.hold.framed) || !box) return;
    this.unpin();
    this.mind();
    this.hold = { ...LOOSE, framed: this.uncut(box) };
    this.lie(this.held() ?? this.camera);
  }

  /** Whether hexes are shown nearly as large with `more` of them, or many of those would be out of sight. */
  private isWorthIt(ids: readonly number[], more: readonly number[]): boolean {
    const without = this.boxOf(ids);
    if (!without || this.shrinks(ids, more) >= NEARLY) return true;
    const beyond = more.filter((id) => {
      const { x = 0, y = 0 } = this.board.get(id) ?? {};
      const [across, down] = [x - without.x, y - without.y];
      return across < 0 || down < 0 || across > without.width || down > without.height;
    });
    return beyond.length > more.length * FEW;
  }

  /** Hexes without the few of them that lie so far off that all others would be small for their sake. */
  private core(ids: readonly number[]): readonly number[] {
    const near = outwards(ids.flatMap((id) => this.board.get(id) ?? [])).map(({ id }) => id);
    for (let few = 1; few <= near.length * FEW; few++) {
      const kept = near.slice(0, -few);
      if (this.shrinks(kept, near.slice(-few)) < NEARLY) return kept;
    }
    return ids;
  }

  /** How much smaller hexes are shown with `more` of them: 1 where they are as large as without. */
  private shrinks(ids: readonly number[], more: readonly number[]): number {
    const [near, far] = [ids, [...ids, ...more]].map((hexes) => {
      const box = this.boxOf(hexes);
      return box ? fitInto(box, this.tallest, this.lasting, 24, CLOSEST).scale : 1;
    });
    return (far ?? 1) / (near ?? 1);
  }

  /** Where the map lies as long as it shows what it was opened with, or all of it; null when it is held by nothing. */
  private held(): Camera | null {
    const { framed, fitted } = this.hold;
    const room = this.tallest;
    const whole = fitInto(this.field, room, this.lasting);
    if (framed) return this.clearOf(stayed(this.framing(framed, room, whole), room, this.room.at));
    return fitted ? stayed(whole, room, this.room.at) : null;
  }

  /** Where none of the hexes that are kept is cut off. */
  private clearOf(camera: Camera): Camera {
    return keeping(camera, this.view, this.kept);
  }

  /** Where in the window the map is shown while the bars are as high as they were. */
  private get tallest(): Rect {
    return { ...this.room.at, ...this.tall };
  }

  /** A box that is to be framed, so that few of the counters around it are cut. */
  private uncut(box: Rect): Rect {
    const view = this.tallest;
    const whole = fitInto(this.field, view, this.lasting);
    const counters = this.watching.standing().map(({ at }) => at);
    return withFewCuts(box, counters, (one) => {
      const camera = this.framing(one, view, whole);
      return { scale: camera.scale, room: unhidden(camera, view, this.lasting) };
    });
  }

  /** Around a box; where that is nearly all there is, all of it: else its edge would be cut for little. */
  private framing(box: Rect, view: Size, whole: Camera): Camera {
    const camera = fitInto(box, view, this.lasting, 24, CLOSEST);
    if (whole.scale >= camera.scale * NEARLY) return whole;
    const [insets, least] = [this.lasting, whole.scale * 0.9];
    return filling(camera, view, box, { insets, least, areas: [this.body, this.box] });
  }

  /** Whatever held the map where it is does so no longer. */
  private unpin(): void {
    this.hold = LOOSE;
    this.tall = null;
    this.detours.forget();
    this.givingWay.forget();
    this.footing.lift();
  }

  /**
   * As long as nobody has moved the map: see to it that these hexes are in view from the beginning, all of them, and so
   * near that their counters can be read if that is possible. `more` are seen as well if that makes all others little smaller;
   * of the `core` alone a few that are far off need not be seen.
   */
  open(hexes: readonly number[], more: readonly number[] = [], core = false): void {
    const ids = core ? this.core(hexes) : hexes;
    const box = this.boxOf(ids.length === 0 || this.shrinks(ids, more) >= NEARLY ? [...ids, ...more] : ids);
    if (!this.hold.untouched || !box) return;
    this.mind();
    this.hold = { ...this.hold, untouched: false };
    const whole = this.whole();
    const near = Math.min(READABLE, fitInto(box, this.view, this.over.insets).scale);
    const closer = near > Math.max(whole.scale, this.camera.scale) * 1.05;
    if (this.hold.fitted && !closer) {
      this.lie(whole);
      return;
    }
    this.hold = { ...this.hold, fitted: false };
    const from = closer ? { ...middle(box), scale: near } : this.camera;
    const least = Math.min(whole.scale, from.scale);
    const camera = covering(from, this.view, box, { insets: this.over.insets, least });
    this.lie(this.filling(camera, box, least));
  }

  private filling(camera: Camera, box: Rect, least: number): Camera {
    return filling(camera, this.view, box, { insets: this.over.insets, least, areas: [this.body, this.box] });
  }

  /** Bring those of the hexes that are on the screen, but beneath a panel or a bar that has grown, clear of it. `covers`
   * says which are beneath panels, `held` that an order is begun: see `uncovering`. */
  clear(ids: readonly number[], covers: (point: Point) => boolean, held = false): void {
    if (this.flight.isOn) {
      this.flight.whenOver(() => {
        this.clear(ids, covers, held);
      });
      return;
    }
    const room = this.tallest;
    const before = stayed(this.camera, this.room.at, room);
    const inside = ids.flatMap((id) => {
      const place = this.board.get(id);
      return place && (this.sees(id) || isSeen(before, room, place, 20)) ? [place] : [];
    });
    const hidden = inside.filter((place) => !this.sees(place.id) || covers(this.toScreen(place)));
    // However far beyond its edge the map is moved for it: these hexes are seen.
    const { camera, view } = this;
    const { insets } = this.over;
    const goal = uncovering(hidden, inside, { camera, view, insets, least: this.whole().scale * 0.9 }, held);
    if (!goal) return;
    this.givingWay.note({ camera, hold: this.hold }, this.over);
    this.detour(this.hold.left);
    this.flyTo(goal, 200);
  }

  /** Of many hexes so many: of those that are seen, if any are, else those nearest to a hex (`from`), or to the middle of
   * what is seen. */
  nearest(ids: readonly number[], most: number, from?: number): number[] {
    if (ids.length <= most) return [...ids];
    const seen = ids.filter((id) => this.sees(id));
    const to = (from === undefined ? null : this.board.get(from)) ?? this.camera;
    return this.board.nearest(seen.length > 0 ? seen : ids, to, most);
  }

  /** Bring hexes into view if none of them is, once the map is at rest; if it is less than half of them and an order goes on from where
   * the eye is now (`from`), together with that. With `closer` also if their counters are too small to be told apart. */
  offer(ids: readonly number[], from: readonly number[], closer = false): void {
    if (this.flight.isOn) {
      this.flight.whenOver(() => {
        this.offer(ids, from, closer);
      });
      return;
    }
    const isTiny = closer && this.camera.scale < TINY;
    const wanted = from.length > 0 ? ids.length / 2 : 1;
    const isSeen = ids.filter((id) => this.sees(id, false, 60)).length >= wanted && !isTiny;
    const goal = isSeen ? null : this.showing([...from, ...ids], isTiny ? CLOSER : 0.3);
    if (goal) this.visit(goal);
  }

  /** Once the map is at rest, come nearer to hexes whose counters are too small to be told apart, if all are seen so, and as large as
   * `least`; not where somebody has put the map himself. `comes` is told. */
  approach(ids: readonly number[], least = TINY, comes = (): void => undefined): void {
    const { fitted, framed, left } = this.hold;
    if (this.flight.isOn) {
      this.flight.whenOver(() => {
        this.approach(ids, least, comes);
      });
      return;
    }
    if (!(fitted || framed || left) || this.camera.scale >= TINY) return;
    const goal = this.showing(ids, CLOSER);
    if (!goal || goal.scale < Math.max(least, this.camera.scale * WORTHWHILE)) return;
    this.visit(goal);
    comes();
  }

  /** Go there for a while, not by somebody's hand: see `goBack`. */
  private visit(goal: Camera): void {
    this.givingWay.forget();
    this.detour(this.hold.left ?? this.camera);
    this.flyTo(goal, 300);
  }

  /** The page moves the map, not whoever looks at it: it can go back, to where it `left` as well. */
  private detour(left: Camera | null): void {
    this.detours.note({ camera: this.camera, hold: this.hold });
    this.hold = { ...LOOSE, left };
  }

  /** So many choices of an order are made. Where the page moved the map for some that are taken back, it goes back, unless
   * somebody has moved it since. */
  chosen(depth: number): void {
    const before = this.detours.back(depth);
    if (!before) return;
    this.givingWay.forget();
    this.restore(before, 300);
  }

  private restore({ camera, hold }: Place, time: number): void {
    this.hold = hold;
    this.flight.stop(); // what waits for it is about the choices that are no more
    this.flyTo(hold.framed ? (this.held() ?? camera) : camera, time);
  }

  /** The order is given, or void: the map stays where it was moved for it. */
  stay(): void {
    this.detours.forget();
  }

  /** Go back to where the eye was before it was taken elsewhere, if that is better for seeing these hexes, or there are none. */
  goBack(ids: readonly number[]): void {
    const places = ids.flatMap((id) => this.board.get(id) ?? []);
    const { left } = this.hold;
    if (!left) return;
    if (places.length > 0 && !isBetter(left, this.flight.goal ?? this.camera, this.view, places)) return;
    this.unpin();
    this.hold = { ...LOOSE, left }; // it is not where somebody has put it
    this.flyTo(left, 300);
  }

  /** The rectangle around hexes with the whole of each; null when there are none. */
  private boxOf(ids: readonly number[]): Rect | null {
    const places = ids.flatMap((id) => this.board.get(id) ?? []);
    return places.length === 0 ? null : widened(around(places), 55);
  }

  /** Bring hexes into view, as little as needed; closer too if the counters could not be read. */
  show(ids: readonly number[], options: { zoom?: boolean; time?: number } = {}): void {
    const goal = this.showing(ids, options.zoom ? CLOSER : 0.3);
    if (!goal) return;
    this.unpin();
    this.flyTo(goal, options.time ?? 300);
  }

  /** Where the camera shows hexes, at a scale of `least` or more; null when it does so already, or there are none. */
  private showing(ids: readonly number[], least: number): Camera | null {
    const places = ids.flatMap((id) => this.board.get(id) ?? []);
    const isShown = (place: Point): boolean => isSeen(this.camera, this.view, place, 60);
    if (places.length === 0 || (this.camera.scale >= least && places.every(isShown))) return null;
    const whole = fitInto(widened(around(places), 150), this.view, this.over.insets, 30);
    const scale = Math.min(whole.scale, Math.max(this.camera.scale, least));
    const [tight, loose] = [0, 0.08].map((beyond) =>
      keepOn({ ...whole, scale }, this.view, this.box, beyond),
    );
    const tightly = { insets: this.over.insets, least: scale, margin: 0 };
    // Beyond the edge of the map only as far as it takes to see them.
    const isClear = (one: Camera): boolean =>
      isNear(covering(one, this.view, widened(around(places), 60), tightly), one);
    return tight && isClear(tight) ? tight : (loose ?? null);
  }

  /** The hex under a point of the screen. */
  hexAt(point: Point): number | null {
    return this.board.at(this.toScene(point))?.id ?? null;
  }

  toScene(point: Point): Point {
    return toScene(this.camera, this.view, point);
  }

  toScreen(point: Point): Point {
    return toScreen(this.camera, this.view, point);
  }

  /** Whether the middle of a hex is on the screen, or (`then`) will be where the map is on its way. */
  sees(hex: number, then = false, margin = 20): boolean {
    const place = this.board.get(hex);
    return place !== undefined && isSeen((then && this.flight.goal) || this.camera, this.view, place, margin);
  }

  /** Where the middle of a hex is on the screen. */
  screenOf(hex: number): Point | null {
    const place = this.board.get(hex);
    return place ? this.toScreen(place) : null;
  }

  private flyTo(camera: Camera, time: number): void {
    if (time <= 0 || this.still) {
      this.lie(camera);
      return;
    }
    this.footing.lift();
    this.flight.begin(this.camera, camera, time);
    this.watching.leaving();
  }

  /** Lie there at once. */
  private lie(camera: Camera): void {
    this.footing.lift();
    this.camera = camera;
    this.laid();
  }

  /** The map has come to lie elsewhere, not by somebody's hand. */
  private laid(): void {
    this.watching.moved();
    this.watching.arrived();
  }

  /** Go on to where it was sent. */
  fly(now: number): void {
    const camera = this.flight.at(now);
    if (!camera) return;
    this.camera = camera;
    this.watching.moved();
    if (this.flight.isOn) return;
    this.watching.arrived();
    this.flight.arrive();
  }
}
