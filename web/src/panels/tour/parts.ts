import type { Seen, TourStep } from "./steps";

/** Whether an order of this kind may be given now. */
export const can =
  (verb: string) =>
  (seen: Seen): boolean =>
    seen.verbs.includes(verb);

/** Whether the innermost step of the sequence of play is this one. */
export const at =
  (...steps: string[]) =>
  (seen: Seen): boolean =>
    steps.includes(seen.step);

/** Whether the player has done something of this kind since the step began. */
export function did(seen: Seen, start: Seen, kind: string): boolean {
  return seen.mine.some((event) => event.entry > start.entry && event.kind === kind);
}

/** A step that is done once the sequence of play has left where it is. */
export function until(steps: string[], step: Omit<TourStep, "ready" | "done">): TourStep {
  return { ...step, ready: at(...steps), optional: true, done: (seen) => !steps.includes(seen.step) };
}

/** Steps every guide can use: how to look something up, and where it ends. */
export const LOG: TourStep = {
  key: "log",
  title: "What has happened",
  text: "The log tells all of it, with the dice as they fell. Click a line to see where it was.",
  task: "Open the log.",
  target: ["panel-log"],
  done: (seen) => seen.dock === "log",
};
