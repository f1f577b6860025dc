import { untrack } from "svelte";
import { afterFrames } from "./frames";

/**
 * What is read, as it was so many frames before: for what need not be laid out in the same frame as all else that a new
 * state of the match changes. To be called while a component is made.
 */
export function lagging<T extends readonly unknown[]>(
  frames: number,
  read: () => readonly [...T],
): { readonly value: readonly [...T] } {
  let value = $state.raw(untrack(read));
  let stop: (() => void) | null = null;
  $effect(() => {
    const before = untrack(() => value);
    if (read().every((one, index) => one === before[index])) return;
    // Whatever comes in the meantime comes with it: it is never put off further.
    stop ??= afterFrames(frames, () => {
      stop = null;
      value = untrack(read);
    });
  });
  $effect(() => () => stop?.());
  return {
    get value() {
      return value;
    },
  };
}
