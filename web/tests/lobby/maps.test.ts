import { describe, expect, it } from "vitest";
import { MapShelf, Unwanted } from "../../src/lobby/maps";
import type { MapData } from "../../src/wire";

/** A service that draws a map when it is told to. */
class Drawing {
  readonly asked: string[] = [];
  private readonly ready: (() => void)[] = [];

  map(game: string): Promise<MapData> {
    this.asked.push(game);
    return new Promise((resolve) => this.ready.push(() => resolve({} as MapData)));
  }

  async finish(): Promise<void> {
    this.ready.shift()?.();
    await new Promise((later) => setTimeout(later));
  }
}

const yes = (): boolean => true;

describe("maps of pictures", () => {
  it("are fetched once, one after the other", async () => {
    const [service, shelf] = [new Drawing(), new MapShelf()];
    const first = shelf.map(service, "a", "s", {}, yes);
    void shelf.map(service, "b", "s", {}, yes);
    expect(shelf.map(service, "a", "s", {}, yes)).toBe(first);
    await Promise.resolve();
    expect(service.asked).toEqual(["a"]);
    await service.finish();
    expect(service.asked).toEqual(["a", "b"]);
  });

  it("are left out when nobody shows them any more", async () => {
    const [service, shelf] = [new Drawing(), new MapShelf()];
    let shown = true;
    void shelf.map(service, "a", "s", {}, () => shown);
    const second = shelf.map(service, "b", "s", {}, () => shown);
    const third = shelf.map(service, "c", "s", {}, () => shown);
    const kept = shelf.map(service, "c", "s", {}, yes);
    const refused = expect(second).rejects.toBeInstanceOf(Unwanted);
    await Promise.resolve();
    shown = false;
    await service.finish();
    await refused;
    expect(service.asked).toEqual(["a", "c"]);
    await service.finish();
    expect(await kept).toBe(await third);
  });

  it("are asked for anew after they were left out", async () => {
    const [service, shelf] = [new Drawing(), new MapShelf()];
    await expect(shelf.map(service, "a", "s", {}, () => false)).rejects.toBeInstanceOf(Unwanted);
    void shelf.map(service, "a", "s", {}, yes);
    await new Promise((later) => setTimeout(later));
    expect(service.asked).toEqual(["a"]);
  });
});
