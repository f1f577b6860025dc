let waiting = 0;

/** Whether something on the page still waits for a frame. */
export function isWaiting(): boolean {
  return waiting > 0;
}

/**
 * Do this when so many frames have been drawn: what has changed at once is not all laid out in the same frame. The answer
 * calls it off.
 */
export function afterFrames(count: number, job: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let open = true;
  const end = (): void => {
    if (open) waiting -= 1;
    open = false;
  };
  const step = (left: number): number =>
    requestAnimationFrame(() => {
      if (left > 1) frame = step(left - 1);
      else
        timer = setTimeout(() => {
          end();
          job();
        });
    });
  waiting += 1;
  let frame = step(count);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    end();
  };
}
