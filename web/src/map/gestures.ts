import type { Point } from "./camera";

/** What pointers, wheel and fingers on the map amount to. Points are in pixels from the corner of the element. */
export interface Gestures {
  /** A mouse or finger begins to drag at a point: what it holds from now on; null when it moves the map. */
  grab(at: Point, how: Hold): Grip | null;
  pan(dx: number, dy: number): void;
  zoom(at: Point, factor: number): void;
  /** `touch`: by a finger, which has not pointed there before. `shift`: with that key. */
  click(at: Point, touch: boolean, shift: boolean): void;
  doubleClick(at: Point): void;
  /** A mouse rests or moves without a button; null when it leaves. */
  hover(at: Point | null): void;
  /** A finger stays where it is, or the right button is pressed. */
  ask(at: Point): void;
}

/** How something is taken hold of: with Shift, by a finger, by one that had rested there before. */
export interface Hold {
  shift: boolean;
  touch: boolean;
  rested: boolean;
}

/** Something that is held and dragged, until it is let go somewhere or slips away. */
export interface Grip {
  move(at: Point): void;
  drop(at: Point): void;
  cancel(): void;
}

/** Pixels that a pointer may stray and still be said to click. */
const STRAY = 7;
const LONG = 480;

/** Listen to an element; what comes back stops listening. */
export function listen(element: HTMLElement, gestures: Gestures): () => void {
  const hands = new Hands(element, gestures);
  const options = { signal: hands.signal };
  element.addEventListener(
    "pointerdown",
    (event) => {
      hands.down(event);
    },
    options,
  );
  element.addEventListener(
    "pointermove",
    (event) => {
      hands.move(event);
    },
    options,
  );
  element.addEventListener(
    "pointerup",
    (event) => {
      hands.up(event, true);
    },
    options,
  );
  element.addEventListener(
    "pointercancel",
    (event) => {
      hands.up(event, false);
    },
    options,
  );
  element.addEventListener(
    "pointerleave",
    (event) => {
      if (event.pointerType === "mouse" && event.buttons === 0) gestures.hover(null);
    },
    options,
  );
  element.addEventListener(
    "wheel",
    (event) => {
      hands.wheel(event);
    },
    { ...options, passive: false },
  );
  element.addEventListener(
    "dblclick",
    (event) => {
      gestures.doubleClick(hands.place(event));
    },
    options,
  );
  element.addEventListener(
    "contextmenu",
    (event) => {
      event.preventDefault();
    },
    options,
  );
  return () => {
    hands.stop();
  };
}

class Hands {
  private readonly points = new Map<number, Point>();
  private start: Point | null = null;
  private strayed = false;
  private grip: Grip | null = null;
  private asked = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly abort = new AbortController();

  constructor(
    private readonly element: HTMLElement,
    private readonly gestures: Gestures,
  ) {}

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  stop(): void {
    this.abort.abort();
    this.grip?.cancel();
    clearTimeout(this.timer);
  }

  place(event: { clientX: number; clientY: number }): Point {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  down(event: PointerEvent): void {
    const at = this.place(event);
    if (event.button === 2) {
      this.gestures.ask(at);
      return;
    }
    this.element.setPointerCapture(event.pointerId);
    this.points.set(event.pointerId, at);
    clearTimeout(this.timer);
    if (this.points.size > 1) {
      this.strayed = true;
      this.grip?.cancel();
      this.grip = null;
      return;
    }
    this.start = at;
    this.strayed = false;
    this.asked = false;
    if (event.pointerType !== "mouse") {
      this.timer = setTimeout(() => {
        if (this.strayed || this.points.size !== 1) return;
        this.asked = true;
        this.gestures.ask(at);
      }, LONG);
    }
  }

  move(event: PointerEvent): void {
    const at = this.place(event);
    const before = this.points.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") this.gestures.hover(at);
      return;
    }
    if (this.points.size === 2) {
      this.pinch(event.pointerId, before, at);
      return;
    }
    const { start } = this;
    if (!this.strayed && start && Math.hypot(at.x - start.x, at.y - start.y) > STRAY) {
      this.strayed = true;
      clearTimeout(this.timer);
      const touch = event.pointerType !== "mouse";
      this.grip = this.gestures.grab(start, { shift: event.shiftKey, touch, rested: this.asked });
      if (this.grip) this.grip.move(at);
      else this.gestures.pan(at.x - start.x, at.y - start.y);
    } else if (this.grip) this.grip.move(at);
    else if (this.strayed) this.gestures.pan(at.x - before.x, at.y - before.y);
    this.points.set(event.pointerId, at);
  }

  up(event: PointerEvent, real: boolean): void {
    clearTimeout(this.timer);
    if (!this.points.delete(event.pointerId)) return;
    const { grip } = this;
    this.grip = null;
    if (real) grip?.drop(this.place(event));
    else grip?.cancel();
    if (real && this.points.size === 0 && !this.strayed && !this.asked)
      this.gestures.click(this.place(event), event.pointerType === "touch", event.shiftKey);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 400 : 1;
    if (event.shiftKey && !event.ctrlKey) {
      this.gestures.pan(-(event.deltaX || event.deltaY) * unit, 0);
      return;
    }
    // Pinching on a touch pad comes as a wheel with Ctrl, in small steps.
    const speed = event.ctrlKey ? 0.01 : 0.0017;
    const delta = Math.max(-240, Math.min(240, event.deltaY * unit));
    this.gestures.zoom(this.place(event), Math.exp(-delta * speed));
  }

  private pinch(id: number, before: Point, now: Point): void {
    const other = [...this.points.entries()].find(([key]) => key !== id)?.[1];
    this.points.set(id, now);
    if (!other) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(now.x - other.x, now.y - other.y);
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    this.gestures.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    if (was > 0) this.gestures.zoom(middle, is / was);
  }
}
