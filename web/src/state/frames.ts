let waiting = 0;

/** Whether something on the page still waits for a frame. */
export function isWaiting(): boolean {
  return waiting > 0;
}

/** Milliseconds after which a page that is out of sight, and is not drawn, goes on all the same. */
const UNSEEN = 300;

/** Do this with the next frame, before it is laid out. The answer calls it off. */
export function nextFrame(job: () => void): () => void {
  let open = true;
  const end = (): void => {
    if (open) waiting -= 1;
    open = false;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const run = (): void => {
    end();
    job();
  };
  waiting += 1;
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, UNSEEN);
  return end;
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
