import type { Point, Rect } from "./camera";

/** How long the card waits for a pointer that may be on its way to it. */
const CARD_AFTER = 500;

/** Which hex the card tells of: it lags behind a pointer that is on its way to the card. */
export class CardWatch {
  hex: number | null = $state(null);
  /** Where the card lies. */
  box: Rect | null = null;
  /** Whether the pointer is on the card, which then stays as it is. */
  held = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  close(): void {
    clearTimeout(this.timer);
  }

  /** The pointer comes onto the card, or leaves it for a hex. */
  hold(on: boolean, hovered: number | null): void {
    this.held = on;
    if (on) clearTimeout(this.timer);
    else this.tell(hovered, false);
  }

  /** Tell of a hex: at once, or only when the pointer rests, if it may be on its way to the card. */
  tell(hex: number | null, wait: boolean): void {
    clearTimeout(this.timer);
    if (this.held) return;
    if (!wait || this.hex === null) this.hex = hex;
    else
      this.timer = setTimeout(() => {
        this.hex = hex;
      }, CARD_AFTER);
  }

  /** Whether a move of the pointer goes on in the direction of the card. */
  isTowards(from: Point, to: Point): boolean {
    const { box } = this;
    const moved = Math.hypot(to.x - from.x, to.y - from.y);
    return box !== null && farFrom(box, from) - farFrom(box, to) > moved * 0.7;
  }
}

function farFrom(box: Rect, at: Point): number {
  const dx = Math.max(box.x - at.x, 0, at.x - box.x - box.width);
  const dy = Math.max(box.y - at.y, 0, at.y - box.y - box.height);
  return Math.hypot(dx, dy);
}
