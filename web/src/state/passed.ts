/** An order that was given for the player, since there was nothing to decide: its kind, and the step it was given in. */
export interface Passed {
  title: string;
  step: string;
}

/** What is told of them, each kind of order once with its steps: `Nothing to decide; given for you: Done (combat).` */
export function toldOf(passed: readonly Passed[]): string {
  const steps = new Map<string, Set<string>>();
  for (const { title, step } of passed) steps.set(title, (steps.get(title) ?? new Set()).add(step));
  const orders = [...steps].map(([title, where]) => `${title} (${[...where].join(", ")})`);
  return `Nothing to decide; given for you: ${orders.join(", ")}.`;
}
