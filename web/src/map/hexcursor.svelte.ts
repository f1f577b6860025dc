import type { Bench } from "../orders/bench.svelte";
import type { Piece } from "../wire";
import type { Placed } from "./stacks";
import type { MapView } from "./view";

/** The hex cursor of the keyboard: where it is, which piece there is meant, and where it goes. */
export class HexCursor {
  /** The hex it is on; null while it is put away. */
  hex: number | null = $state(null);
  /** Which piece of the hex is meant. */
  private piece: number = $state(0);

  /**
   * @param hovered the hex under the mouse, where it appears if nothing is chosen
   * @param hexOf where a unit is seen to stand
   */
  constructor(
    private readonly view: MapView,
    private readonly bench: Bench,
    private readonly hovered: () => number | null,
    private readonly hexOf: (unit: number) => number | null,
  ) {}

  /** Move it by an arrow; it appears where something is going on. */
  step(dx: number, dy: number): void {
    const from = this.hex ?? this.start();
    if (from === null) return;
    this.put(this.hex === null ? from : (this.view.board.step(from, dx, dy)?.id ?? from));
  }

  /** Move it to the next hex in a compass direction. */
  stepCompass(name: string): void {
    const direction = this.view.board.compass.indexOf(name);
    const from = this.hex ?? this.start();
    if (from === null) return;
    const next =
      direction >= 0 && this.hex !== null ? this.view.board.neighbour(from, direction)?.id : undefined;
    this.put(next ?? from);
  }

  put(hex: number): void {
    this.hex = hex;
    this.piece = 0;
    this.view.eye.show([hex], { time: 120 });
    this.view.pieces.fan(null);
    this.point(hex);
  }

  /** Go to the next thing on the map that can be chosen now. */
  cycleTargets(step: 1 | -1): boolean {
    const { units, hexes } = this.bench.targets;
    const fromUnits = [...units.keys()].flatMap((unit) => this.hexOf(unit) ?? []);
    const places = [...new Set([...hexes.keys(), ...fromUnits])]
      .flatMap((id) => this.view.board.get(id) ?? [])
      .sort((a, b) => a.y - b.y || a.x - b.x);
    if (places.length === 0) return false;
    const now = places.findIndex((place) => place.id === this.hex);
    const next =
      places[now < 0 ? (step > 0 ? 0 : places.length - 1) : (now + step + places.length) % places.length];
    if (next) this.put(next.id);
    return true;
  }

  /** Mean the next piece of its hex. */
  nextPiece(): void {
    if (this.hex === null) return;
    const count = this.view.pieces.piecesIn(this.hex).length;
    if (count === 0) return;
    this.piece = this.view.pieces.fannedHex === this.hex ? (this.piece + 1) % count : 0;
    this.view.pieces.fan(this.hex);
    this.point(this.hex);
  }

  /** Fan its stack out to choose one of these units from it: the first of them is meant. */
  offer(hex: number, units: readonly number[]): void {
    this.view.pieces.fan(hex);
    const there = this.view.pieces.piecesIn(hex);
    this.piece = Math.max(
      0,
      there.findIndex(({ piece }) => piece.unit === units[0]),
    );
    this.point(hex);
  }

  /** The piece that is meant, with its place in the stack. */
  get placed(): Placed | null {
    if (this.hex === null) return null;
    const there = this.view.pieces.piecesIn(this.hex);
    return there[this.piece] ?? there.at(-1) ?? null;
  }

  get meant(): Piece | null {
    return this.placed?.piece ?? null;
  }

  /** Where something is going on: the unit chosen, the hex under the mouse, or the middle of what is seen. */
  start(): number | null {
    const selected = [...this.bench.selected][0];
    if (selected !== undefined) return this.hexOf(selected);
    const hovered = this.hovered();
    if (hovered !== null) return hovered;
    const { width, height } = this.view.eye.size;
    return this.view.eye.hexAt({ x: width / 2, y: height / 2 }) ?? this.view.board.hexes[0]?.id ?? null;
  }

  private point(hex: number): void {
    this.bench.pointing.at({ hex, unit: this.meant?.unit ?? null });
  }
}
