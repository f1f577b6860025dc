/** Milliseconds of a frame after which what is still to be done waits for the next one. */
const BUDGET = 2.5;

/**
 * What is to be drawn anew, spread over frames: first the page is laid out for what has changed, then the map follows,
 * as much of it in a frame as there is time for. Of jobs with the same name only the newest is done.
 */
export class Jobs {
  private readonly waiting = new Map<string, () => void>();
  /** Whether the frame in which the first of them came is still to be drawn. */
  private fresh = false;

  /**
   * @param awaken asks for a frame, in which `run` is called.
   * @param clock tells the time in milliseconds.
   */
  constructor(
    private readonly awaken: () => void,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** Do this in a frame after the next one, behind all that waits already. */
  add(name: string, job: () => void): void {
    if (this.waiting.size === 0) this.fresh = true;
    this.waiting.delete(name);
    this.waiting.set(name, job);
    this.awaken();
  }

  /** Whether there is anything to do. */
  get waits(): boolean {
    return this.waiting.size > 0;
  }

  /** Do what there is time for; whether some is left. */
  run(): boolean {
    if (this.fresh) {
      this.fresh = false;
      return this.waiting.size > 0;
    }
    const end = this.clock() + BUDGET;
    for (const [name, job] of this.waiting) {
      this.waiting.delete(name);
      job();
      if (this.clock() >= end) break;
    }
    return this.waiting.size > 0;
  }
}
