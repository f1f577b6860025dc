/** Plays entries one after the other; never asks for the next before the last one is on screen. */
export class ReplayPlayer {
  playing: boolean = $state(false);
  /** Entries a second. */
  rate: number = $state(2);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted: number | null = null;
  private going = false;
  private way: Promise<void> = Promise.resolve();
  /** Where the way leads that is under way. */
  private aim = 0;
  /** Whether it stays at the newest entry and waits for the next one, as of a match that is being played. */
  following = false;

  /**
   * @param now the entry on screen.
   * @param last the newest entry.
   * @param look shows an entry; null the present.
   */
  constructor(
    private readonly now: () => number,
    private readonly last: () => number,
    private readonly look: (entry: number | null) => Promise<void>,
  ) {}

  play(): void {
    if (this.playing) return;
    this.playing = true;
    if (this.now() >= this.last() && !this.following) void this.go(0).then(() => this.later());
    else this.later();
  }

  /** Keep up with a match that is being played. */
  follow(): void {
    this.following = true;
    this.play();
  }

  /** Play on from an entry, whatever is on screen. */
  async playFrom(entry: number): Promise<void> {
    this.pause();
    await this.go(entry);
    this.playing = true;
    this.later();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  /** When what is under way is on screen. */
  async arrived(): Promise<void> {
    await this.way;
  }

  /** Show an entry. While one is being fetched only the newest wish counts, so that a dragged slider stays quick. */
  go(entry: number): Promise<void> {
    this.aim = Math.max(0, Math.min(entry, this.last()));
    this.wanted = this.aim;
    if (!this.going) this.way = this.run();
    return this.way;
  }

  private async run(): Promise<void> {
    this.going = true;
    try {
      while (this.wanted !== null) {
        const next: number = this.wanted;
        this.wanted = null;
        await this.look(next >= this.last() ? null : next);
      }
    } catch (error) {
      this.pause();
      throw error;
    } finally {
      this.going = false;
    }
  }

  /** Go on (or back) by so many entries from where the way leads just now. */
  step(by: number): Promise<void> {
    return this.go((this.going ? this.aim : this.now()) + by);
  }

  private later(): void {
    if (!this.playing) return;
    this.timer = setTimeout(() => {
      void this.next();
    }, 1000 / this.rate);
  }

  private async next(): Promise<void> {
    if (!this.playing) return;
    if (this.now() < this.last()) await this.go(this.now() + 1);
    if (this.now() >= this.last() && !this.following) this.pause();
    else this.later();
  }
}
