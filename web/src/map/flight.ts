import { between, type Camera } from "./camera";

/** The way of the camera from one place to another, and what waits until it has arrived. */
export class Flight {
  private way: { from: Camera; to: Camera; start: number; time: number } | null = null;
  private afterwards: (() => void) | null = null;

  /** Whether the camera is on its way. */
  get isOn(): boolean {
    return this.way !== null;
  }

  /** Where it will arrive; null when it is not on its way. */
  get goal(): Camera | null {
    return this.way?.to ?? null;
  }

  /** Set off; `time` is in milliseconds. What waited for an earlier flight waits for this one. */
  begin(from: Camera, to: Camera, time: number): void {
    this.way = { from, to, start: performance.now(), time };
  }

  /** Go somewhere else instead; whether the camera was on its way at all. */
  turnTo(goal: Camera): boolean {
    if (this.way) this.way = { ...this.way, to: goal };
    return this.way !== null;
  }

  /** Stay where the camera is. What waited is not done. */
  stop(): void {
    this.way = this.afterwards = null;
  }

  /** Do this when the camera has arrived, after all else that waits for it. */
  whenOver(then: () => void): void {
    const before = this.afterwards;
    this.afterwards = () => {
      before?.();
      then();
    };
  }

  /** Where the camera is at a moment; the flight is over once it has arrived. */
  at(now: number): Camera | null {
    const { way } = this;
    if (!way) return null;
    const t = Math.min(1, Math.max(0, (now - way.start) / way.time));
    if (t >= 1) this.way = null;
    return between(way.from, way.to, 1 - (1 - t) ** 3);
  }

  /** Do what waited. */
  arrive(): void {
    const { afterwards } = this;
    this.afterwards = null;
    afterwards?.();
  }
}
