import type { Session } from "../state/session.svelte";

/** Whether anything can come of the attack that is being put together. */
export class Prospect {
  /** Whether it fails whatever the dice show: to roll for it is nothing to recommend. */
  hopeless: boolean = $state(false);
  private round = 0;

  constructor(private readonly session: Session) {}

  /** There is a new state, in which an attack is put together (`weighing`) or not. */
  async heed(weighing: boolean): Promise<void> {
    const round = ++this.round;
    this.hopeless = false;
    if (!weighing) return;
    try {
      const { forecast } = await this.session.ask("forecast", {});
      if (round === this.round) this.hopeless = forecast?.hopeless === true;
    } catch {
      return; // the question was overtaken by events
    }
  }
}
