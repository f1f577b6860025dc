import type { Bench } from "../orders/bench.svelte";
import type { Option } from "../orders/desk";
import type { Muster } from "../orders/muster.svelte";
import type { Subject } from "../orders/pointing.svelte";
import type { Session } from "../state/session.svelte";
import { settings } from "../state/settings.svelte";
import type { Piece } from "../wire";
import type { Point } from "./camera";
import { CardWatch } from "./cardwatch.svelte";
import { HexCursor } from "./hexcursor.svelte";
import { Lingering } from "./lingering";
import { aimedAt, draggableFrom, shinesThrough, type Found } from "./meant";
import { Ruler } from "./ruler.svelte";
import type { Placed } from "./stacks";
import type { MapView } from "./view";

/**
 * Turns what happens on the map into choices: which hex and piece are meant by a point or by the hex cursor, when a
 * stack fans out, when to explain.
 */
export class Pointer {
  readonly cursor: HexCursor;
  /** The hex under the mouse. */
  hovered: number | null = $state(null);
  /** The piece under the mouse, when it is a single one. */
  hoveredPiece: Piece | null = $state.raw(null);
  /** Where the pointer is, for what is shown beside it. */
  at: Point = $state.raw({ x: 0, y: 0 });
  /** Which hex the card tells of. */
  readonly card = new CardWatch();
  readonly ruler: Ruler;
  /** The stack that was fanned out because one of it must be chosen. */
  private offered: number | null = null;
  /** A stack from whose fan something was chosen, so that it closes when nothing more can be. */
  private spent: number | null = null;
  /** A hex that was just clicked: until the pointer has left it, nothing is explained there unasked. */
  private clicked: number | null = null;
  private readonly lingering = new Lingering(
    (hex, kept) => {
      // The stack that the card tells of stays fanned out while its rows are pointed at.
      const isTold = this.card.held && this.card.hex === this.view.pieces.fannedHex;
      if (!isTold) this.fan(hex, kept);
    },
    (then) => void this.bench.whenSettled(then),
  );

  constructor(
    private readonly view: MapView,
    private readonly bench: Bench,
    private readonly session: Session,
    private readonly muster: Muster,
  ) {
    this.cursor = new HexCursor(
      view,
      bench,
      () => this.hovered,
      (unit) => this.hexOf(unit),
    );
    this.ruler = new Ruler(view.board, () => this.cursor.hex ?? this.hovered);
  }

  close(): void {
    this.lingering.close();
    this.card.close();
  }

  // --- mouse and finger -----------------------------------------------------------------------------

  hover(at: Point | null): void {
    const towardsCard = at !== null && this.card.isTowards(this.at, at);
    if (at) this.at = at;
    const found = at && this.subjectAt(at);
    this.hovered = found?.hex ?? null;
    this.hoveredPiece = found?.placed?.piece ?? null;
    if (found?.hex !== this.clicked) this.clicked = null;
    this.card.tell(this.hovered, at === null || towardsCard);
    if (!found) {
      this.bench.pointing.at(null);
      this.fanLater(null, null);
      this.lingering.hush();
      return;
    }
    const subject = { hex: found.hex, unit: found.placed?.piece.unit ?? null };
    const before = this.bench.pointing.subject;
    if (before?.hex === subject.hex && before.unit === subject.unit) return;
    this.bench.pointing.at(subject);
    this.fanLater(found.inFan ? this.view.pieces.fannedHex : found.hex, found.placed);
    this.explainLater(subject);
  }

  /** A click, or the touch of a finger. */
  click(at: Point, touch = false): void {
    this.at = at;
    this.cursor.hex = null;
    this.lingering.hush();
    // What was said of the click before holds no longer, nor what is still on its way.
    this.bench.pointing.clear();
    const found = this.subjectAt(at);
    this.clicked = found?.hex ?? null;
    this.card.tell(this.clicked, false);
    if (!found) {
      // Beside the map nothing can be meant: what was begun by a click is put down again.
      this.view.pieces.fan(null);
      this.bench.back();
      return;
    }
    this.bench.whenSettled(() => {
      const { hex, placed, inFan } = found;
      if (this.muster.on) {
        this.chooseHex(hex);
        return;
      }
      const unit = placed?.piece.unit ?? null;
      const aimed = touch ? this.aim(hex, unit, inFan) : null;
      if (!aimed) {
        this.choose(hex, placed, inFan);
        return;
      }
      this.bench.pointing.at({ hex, unit });
      const choose = (): void => {
        this.bench.pointing.at(null);
        this.choose(hex, placed, inFan);
      };
      this.bench.finality.touched(aimed, choose, true);
    });
  }

  /** A click with Shift: this unit comes to those chosen, or leaves them. */
  add(at: Point): void {
    const found = this.subjectAt(at);
    if (found) this.addIn(found.hex, found.placed, found.inFan);
  }

  /** The same by keys, at the hex cursor. */
  addAtCursor(): void {
    const { hex, placed } = this.cursor;
    if (hex !== null) this.addIn(hex, placed, true);
  }

  /** All units of the hex pointed at that can act. */
  gatherStack(): void {
    const hex = this.cursor.hex ?? this.hovered;
    if (hex === null) return;
    const able = new Set(this.bench.unitsToAct);
    const there = this.piecesIn(hex).flatMap(({ unit }) => (unit != null && able.has(unit) ? [unit] : []));
    if (there.length === 0) this.sayWhyNot({ hex, unit: null });
    else this.muster.gather(there.reverse());
  }

  /** Lay the ruler on the hex pointed at, or put it away. */
  toggleRuler(): void {
    this.ruler.toggle(this.cursor.hex ?? this.hovered ?? this.cursor.start());
  }

  // --- dragging -------------------------------------------------------------------------------------

  /** The unit at a point that can be dragged to another hex; null when there is none. */
  draggable(at: Point): number | null {
    const found = this.session.myTurn ? this.subjectAt(at) : null;
    if (!found) return null;
    return draggableFrom(this.bench, found, this.ableIn(found.hex));
  }

  /** Something is dragged over the map: the way there is shown, as for a hex that is pointed at. */
  dragOver(at: Point): void {
    this.at = at;
    const hex = this.view.eye.hexAt(at);
    this.hovered = hex;
    const { subject, path } = this.bench.pointing;
    const isNew = subject?.hex !== hex || subject.unit !== null;
    if (hex === null) this.bench.pointing.at(null);
    else if (isNew || (path === null && !this.bench.isWorking)) this.bench.pointing.at({ hex, unit: null });
  }

  /** Choose a hex, whatever stands in it; or say why it cannot be chosen. */
  chooseHex(hex: number): boolean {
    if (this.muster.sendTo(hex) || this.bench.pickHex(hex)) return true;
    const unit = this.piecesIn(hex).find(
      (one) => one.unit != null && this.bench.targets.units.has(one.unit),
    )?.unit;
    if (unit != null && this.bench.pickUnit(unit)) return true;
    this.sayWhyNot({ hex, unit: null });
    return false;
  }

  isOn(unit: number, hex: number): boolean {
    return this.hexOf(unit) === hex;
  }

  /** Where the units stand that can act, for a lasso. */
  standing(): (Point & { unit: number })[] {
    return this.bench.unitsToAct.flatMap((unit) => {
      const hex = this.view.board.get(this.hexOf(unit) ?? -1);
      return hex ? [{ unit, x: hex.x, y: hex.y }] : [];
    });
  }

  /** A row of the hex card: choose the piece, or say why it cannot be chosen. */
  clickRow(piece: Piece, touch: boolean): void {
    const { hex, unit } = piece;
    if (hex == null) return;
    const { bench } = this;
    const choose = (): void => {
      if (this.view.pieces.fannedHex !== hex) this.view.pieces.fan(null);
      if (unit != null && bench.selected.has(unit)) bench.reset();
      else if (unit == null ? bench.pickPiece(hex, piece.title) : bench.pickUnit(unit)) this.closeFan();
      else this.sayWhyNot({ hex, unit: unit ?? null });
    };
    bench.whenSettled(() => {
      const aimed = unit == null ? undefined : bench.targets.units.get(unit);
      if (touch && aimed) bench.finality.touched(aimed, choose, true);
      else choose();
    });
  }

  /** The pointer leaves the hex card: what it kept fanned out folds, unless the pointer comes back to it. */
  leaveCard(): void {
    this.card.hold(false, this.hovered);
    if (this.hovered === null) this.fanLater(null, null);
  }

  /** What may be chosen has changed: a stack from which one must choose is fanned out, and closes when that is done. */
  offer(): void {
    const { owed, view } = this;
    this.fold();
    if (owed === this.offered) return;
    if (owed !== null) view.pieces.fan(owed, view.pieces.pieceAt(view.eye.toScene(this.at), null));
    else if (view.pieces.fannedHex === this.offered && !view.pieces.inFan(view.eye.toScene(this.at)))
      view.pieces.fan(null);
    this.offered = owed;
  }

  /** A long press or the right button: what is here, and why not. */
  ask(at: Point): void {
    this.at = at;
    const found = this.subjectAt(at);
    if (!found) return;
    this.hovered = found.hex;
    this.hoveredPiece = found.placed?.piece ?? null;
    this.card.tell(found.hex, false);
    if (!found.inFan) this.view.pieces.fan(found.hex, found.placed);
    this.sayWhyNot({ hex: found.hex, unit: found.placed?.piece.unit ?? null });
  }

  // --- the hex cursor -------------------------------------------------------------------------------

  /** Choose at the cursor; whether there was anything to choose. */
  chooseAtCursor(): boolean {
    const { hex, meant, placed } = this.cursor;
    if (hex === null) return false;
    if (this.muster.on) return this.chooseHex(hex);
    const able = this.ableIn(hex);
    if (able.length > 1) {
      // Several could be meant: show them, Space goes from one to the next.
      const piece = this.view.pieces.fannedHex === hex ? meant : null;
      if (piece?.unit != null && able.includes(piece.unit)) return this.bench.pickUnit(piece.unit);
      this.cursor.offer(hex, able);
      return true;
    }
    return this.choose(hex, placed, false);
  }

  /** Explain what the cursor or the mouse is on. */
  explainHere(): void {
    const hex = this.cursor.hex ?? this.hovered;
    if (hex === null) return;
    const subject = { hex, unit: this.subjectPiece?.unit ?? null };
    this.bench.pointing.at(subject);
    void this.bench.pointing.explain(subject);
  }

  /** The piece that is meant by the cursor or under the mouse. */
  get subjectPiece(): Piece | null {
    return this.cursor.hex === null ? this.hoveredPiece : this.cursor.meant;
  }

  /** What choosing here would choose, if it is plain what is meant. */
  readonly aimed: readonly Option[] | null = $derived.by(() => {
    const pointed = this.bench.pointing.subject;
    if (pointed === null || !this.session.myTurn) return null;
    return this.aim(pointed.hex, pointed.unit, this.view.pieces.fannedHex === pointed.hex);
  });

  // --- inside ---------------------------------------------------------------------------------------

  /** What is chosen by pointing at a hex and perhaps a unit in it; null when there is nothing, or first a fan. */
  private aim(hex: number, unit: number | null, inFan: boolean): readonly Option[] | null {
    return aimedAt(this.bench, { hex, unit, inFan }, this.ableIn(hex));
  }

  private addIn(hex: number, placed: Placed | null, inFan: boolean): void {
    const able = new Set(this.bench.unitsToAct);
    const own = placed?.piece.unit ?? null;
    const sole = this.piecesIn(hex).flatMap(({ unit }) => (unit != null && able.has(unit) ? [unit] : []));
    const unit = own !== null && able.has(own) ? own : sole.length === 1 && !inFan ? sole[0] : undefined;
    if (unit === undefined) this.sayWhyNot({ hex, unit: own });
    else this.muster.toggle(unit);
  }

  private choose(hex: number, placed: Placed | null, inFan: boolean): boolean {
    const { bench, view } = this;
    const unit = placed?.piece.unit ?? null;
    const able = this.ableIn(hex);
    if (unit !== null && bench.targets.units.has(unit) && (inFan || able.length === 1)) {
      bench.pickUnit(unit);
      this.closeFan();
      return true;
    }
    if (placed && unit === null && inFan && bench.pickPiece(hex, placed.piece.title)) {
      this.closeFan();
      return true;
    }
    if (!inFan && bench.listing && bench.pickHexAnew(hex)) return true;
    // Who points at a stack means its units, not an order for the hex they stand in: that is begun by its button.
    const meansUnits = able.length > 0 && !bench.begun;
    const chosen = unit !== null && bench.selected.has(unit); // where it may stay, it is clicked for its hex
    if (bench.targets.hexes.has(hex) && (!inFan || chosen) && !meansUnits) {
      view.pieces.fan(null);
      return bench.pickHex(
        hex,
        this.piecesIn(hex)
          .map(({ title }) => title)
          .reverse(),
      );
    }
    if (able.length === 1 && able[0] !== undefined && !inFan) return bench.pickUnit(able[0]);
    if (able.length > 1 && !inFan) {
      view.pieces.fan(hex, placed);
      return true;
    }
    if (chosen) {
      bench.reset();
      return true;
    }
    if (unit !== null && bench.pickUnit(unit)) {
      this.closeFan();
      return true;
    }
    const inHex = this.piecesIn(hex).find((one) => one.unit != null && !inFan && bench.pickUnit(one.unit));
    if (inHex || (!inFan && bench.pickHexAnew(hex))) return true;
    if (!inFan) view.pieces.fan(hex, placed);
    this.sayWhyNot({ hex, unit });
    return false;
  }

  /** Something that cannot be chosen was clicked: say why, and show what stays chosen; else put it down again. */
  private sayWhyNot(subject: Subject): void {
    const { bench } = this;
    bench.pointing.at(subject);
    void bench.pointing.explain(subject, true).then((said) => {
      const chosen = [...bench.selected].flatMap((unit) => this.hexOf(unit) ?? []);
      if (said) this.view.effects.flash(chosen);
      else bench.reset();
    });
  }

  /** After a choice: the fan stays while something else in it may be chosen next, and goes when it is in the way. */
  private closeFan(): void {
    this.spent = this.view.pieces.fannedHex;
    this.fold();
  }

  /** Close a fan from which something was chosen, unless more of it may be. */
  private fold(): void {
    this.bench.whenSettled(() => {
      // While an order is on its way it is not known who may be chosen after it.
      const { spent, view } = this;
      if (spent === null || this.bench.isWorking) return;
      this.spent = null;
      if (view.pieces.fannedHex === spent && this.ableIn(spent).length === 0) view.pieces.fan(null);
    });
  }

  /** The hex whose units must be chosen from before anything else; null when there is a choice elsewhere. */
  private get owed(): number | null {
    const { units, hexes } = this.bench.targets;
    if (units.size < 2 || hexes.size > 0) return null;
    if (this.session.state?.legal.some((kind) => kind.fields.length === 0)) return null;
    const places = new Set([...units.keys()].map((unit) => this.hexOf(unit)));
    return places.size === 1 ? ([...places][0] ?? null) : null;
  }

  /** Units of a hex that may be chosen now. */
  private ableIn(hex: number): number[] {
    const { units } = this.bench.targets;
    return this.piecesIn(hex).flatMap((piece) =>
      piece.unit != null && units.has(piece.unit) ? [piece.unit] : [],
    );
  }

  private subjectAt(at: Point): Found | null {
    const { pieces } = this.view;
    const point = this.view.eye.toScene(at);
    const { fannedHex } = pieces;
    const below = this.view.eye.hexAt(at);
    if (fannedHex !== null && pieces.inFan(point)) {
      const found = { hex: fannedHex, placed: pieces.pieceAt(point, fannedHex), inFan: true };
      if (below === null || !shinesThrough(this.bench, found, below, this.ableIn(below))) return found;
    }
    return below === null ? null : { hex: below, placed: pieces.pieceIn(below, point), inFan: false };
  }

  private piecesIn(hex: number): Piece[] {
    return this.view.pieces.piecesIn(hex).map((placed) => placed.piece);
  }

  private hexOf(unit: number): number | null {
    return this.session.shown?.sheet.pieces.find((piece) => piece.unit === unit)?.hex ?? null;
  }

  private fanLater(hex: number | null, kept: Placed | null): void {
    this.lingering.fanLater(hex, kept, this.view.pieces.fannedHex);
  }

  private fan(hex: number | null, kept: Placed | null): void {
    // While a hex is being chosen, a fan would only hide it: that of the unit to be sent hides those around it.
    const { begun, targets } = this.bench;
    const wanted = begun ? targets.hexes.size > 0 : hex !== null && targets.hexes.has(hex);
    const choosing = hex !== null && wanted && this.ableIn(hex).length === 0;
    const stack = hex !== null && !choosing && this.piecesIn(hex).length > 1;
    this.view.pieces.fan(stack ? hex : this.owed, stack ? kept : null);
  }

  private explainLater(subject: Subject): void {
    this.lingering.hush();
    if (!settings.explain || !this.bench.begun || subject.hex === this.clicked) return;
    this.lingering.explainLater(() => void this.bench.pointing.explain(subject));
  }
}
