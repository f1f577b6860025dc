import { nextFrame } from "../state/frames";

/**
 * News, told at once, but no more than once between two frames: what else comes until then is held, and all of it told
 * together with the next frame. A computer may give several orders in that time; the page takes them in as one.
 *
 * A page that nobody sees draws no frames, and its timers may come a minute late: it is told all at once, so that it can
 * call its player in time.
 */
export class Held {
  private waiting: (() => void)[] = [];
  /** Calls off the next frame; null while none is waited for. */
  private stop: (() => void) | null = null;

  /**
   * @param next does something with the next frame; its answer calls it off.
   */
  constructor(private readonly next: (job: () => void) => () => void = nextFrame) {}

  /** Tell this now, or with the next frame. Whatever comes is told in its order. */
  tell(news: () => void): void {
    if (this.stop && !document.hidden) {
      this.waiting.push(news);
      return;
    }
    this.release();
    if (!this.stop) this.wait();
    news();
  }

  /** Tell all that is held now. */
  release(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const news of waiting) news();
  }

  /** Forget what is held. */
  drop(): void {
    this.waiting = [];
    this.stop?.();
    this.stop = null;
  }

  private wait(): void {
    this.stop = this.next(() => {
      this.stop = null;
      if (this.waiting.length === 0) return;
      this.wait();
      this.release();
    });
  }
}
