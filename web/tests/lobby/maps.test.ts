import { describe, expect, it } from "vitest";
import { MapShelf, Unwanted } from "../../src/lobby/maps";
import type { MapData } from "../../src/wire";

/** A service that draws a map when it is told to, the one asked for first or the one `at` a later place. */
class Drawing {
  readonly asked: string[] = [];
  private readonly ready: (() => void)[] = [];

  map(game: string): Promise<MapData> {
    this.asked.push(game);
    return new Promise((resolve) => this.ready.push(() => resolve({} as MapData)));
  }

  async finish(at = 0): Promise<void> {
    this.ready.splice(at, 1)[0]?.();
    await new Promise((later) => setTimeout(later));
  }
}

const yes = (): boolean => true;

describe("maps of pictures", () => {
  it("are fetched once, two at a time, each when it is its turn", async () => {
    const [service, shelf] = [new Drawing(), new MapShelf()];
    const first = shelf.map(service, "a", "s", {}, yes);
    for (const game of ["b", "c", "d"]) void shelf.map(service, game, "s", {}, yes);
    expect(shelf.map(service, "a", "s", {}, yes)).toBe(first);
    await Promise.resolve();
    expect(service.asked).toEqual(["a", "b"]);
    await service.finish(1);
    expect(service.asked).toEqual(["a", "b", "c"]);
    await service.finish();
    expect(service.asked).toEqual(["a", "b", "c", "d"]);
    await service.finish();
    await service.finish();
    void shelf.map(service, "e", "s", {}, yes);
    void shelf.map(service, "f", "s", {}, yes);
    void shelf.map(service, "g", "s", {}, yes);
    await Promise.resolve();
    expect(service.asked).toEqual(["a", "b", "c", "d", "e", "f"]);
  });

  it("are left out when nobody shows them any more", async () => {
    const [service, shelf] = [new Drawing(), new MapShelf()];
    let shown = true;
    void shelf.map(service, "a", "s", {}, () => shown);
    void shelf.map(service, "b", "s", {}, () => shown);
    const second = shelf.map(service, "c", "s", {}, () => shown);
    const third = shelf.map(service, "d", "s", {}, () => shown);
    const kept = shelf.map(service, "d", "s", {}, yes);
    const refused = expect(second).rejects.toBeInstanceOf(Unwanted);
    await Promise.resolve();
    shown = false;
    await service.finish();
    await refused;
    expect(service.asked).toEqual(["a", "b", "d"]);
    await service.finish(1);
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
