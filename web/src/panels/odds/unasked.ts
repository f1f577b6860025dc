/**
 * When the odds come into sight by themselves, and when they leave: with the first attack that is put together, until the
 * part of the sequence of play is over in which attacks are begun. So they do not come and go with every attack.
 */
export class Unasked {
  /** Whether they are in sight unasked. */
  private open = false;
  /** Where in the sequence of play attacks are begun: what is around it, and the step itself. */
  private around: readonly string[] = [];
  private home: string | undefined;
  private before: readonly string[] | null = null;

  /** What to do at this place in the sequence of play; `weighing` says that an attack is being put together. */
  step(path: readonly string[], weighing: boolean): "open" | "close" | null {
    if (weighing) {
      if (this.open) return null;
      this.open = true;
      this.around = this.before?.slice(0, -1) ?? path.slice(0, -2);
      this.home = this.before?.at(-1);
      return "open";
    }
    this.before = path;
    if (!this.open || this.goesOn(path)) return null;
    this.open = false;
    return "close";
  }

  /** Whether attacks can still be begun here, or one is being fought. */
  private goesOn(path: readonly string[]): boolean {
    if (!this.around.every((place, index) => path[index] === place)) return false;
    return path.length > this.around.length + 1 || path.at(-1) === this.home;
  }
}
