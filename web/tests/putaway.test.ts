import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import PutAway from "../src/ui/PutAway.svelte";

describe("what is unfolded", () => {
  const inside = document.createElement("button");
  const outside = document.createElement("button");
  const others = vi.fn();
  let open = true;
  let shown: ReturnType<typeof mount>;

  function press(key: string): void {
    outside.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }

  beforeEach(() => {
    others.mockClear();
    open = true;
    document.body.append(inside, outside);
    // The keys of the page are listened for before anything is unfolded.
    window.addEventListener("keydown", others);
    shown = mount(PutAway, {
      target: document.body,
      props: {
        get open() {
          return open;
        },
        set open(value: boolean) {
          open = value;
        },
        within: [undefined, inside],
      },
    });
    flushSync();
  });
  afterEach(async () => {
    window.removeEventListener("keydown", others);
    await unmount(shown);
    inside.remove();
    outside.remove();
  });

  it("is put away by whatever is done outside it", () => {
    inside.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    expect(open).toBe(true);
    outside.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    expect(open).toBe(false);
  });

  it("is put away by Escape, wherever the focus is, and nothing else is done then", () => {
    press("N");
    expect([open, others.mock.calls.length]).toEqual([true, 1]);
    press("Escape");
    expect([open, others.mock.calls.length]).toEqual([false, 1]);
    press("Escape");
    expect(others).toHaveBeenCalledTimes(2);
  });
});
