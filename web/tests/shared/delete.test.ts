import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Delete from "../../src/shared/Delete.svelte";

describe("a match", () => {
  const remove = vi.fn<() => Promise<void>>();
  let shown: ReturnType<typeof mount>;

  function buttons(): string[] {
    return [...document.querySelectorAll("button")].map((button) => button.textContent.trim());
  }

  async function press(title: string): Promise<void> {
    [...document.querySelectorAll("button")].find((button) => button.textContent.trim() === title)?.click();
    flushSync();
    await tick();
  }

  beforeEach(() => {
    remove.mockReset().mockResolvedValue();
    shown = mount(Delete, { target: document.body, props: { remove, title: "Delete this match" } });
    flushSync();
  });
  afterEach(() => unmount(shown));

  it("is deleted only when it has been asked once more", async () => {
    await press("Delete this match");
    expect(remove).not.toHaveBeenCalled();
    expect(buttons()).toEqual(["Delete for good", "Keep it"]);
    await press("Delete for good");
    expect(remove).toHaveBeenCalledOnce();
  });

  it("stays by a key that is pressed twice, as the focus goes to what keeps it", async () => {
    await press("Delete this match");
    expect(document.activeElement?.textContent).toBe("Keep it");
    await press("Keep it");
    expect(remove).not.toHaveBeenCalled();
    expect(document.activeElement?.textContent.trim()).toBe("Delete this match");
  });

  it("is offered anew where it could not be deleted", async () => {
    await press("Delete this match");
    await press("Delete for good");
    await tick();
    flushSync();
    expect(buttons()).toEqual(["Delete this match"]);
  });
});
