import { messageOf } from "./session.svelte";

/** Something that takes its time and may fail: whether it is under way, and what went wrong with it last. */
export class Attempt {
  busy = $state(false);
  problem: string | null = $state(null);

  async at(action: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.problem = null;
    try {
      await action();
    } catch (error) {
      this.problem = messageOf(error);
    } finally {
      this.busy = false;
    }
  }
}
