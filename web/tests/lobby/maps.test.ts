import { describe, expect, it } from "vitest";
import { MapShelf, Unwanted, type Wanted } from "../../src/lobby/maps";
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
const of = (game: string): Wanted => ({ game, scenario: "s", options: {} });

describe("maps of pictures", () => {
  it("are fetched once, two at a time, each when it is its turn", async () => {
    const [service, shelf] = [new Drawing(), new MapShelf()];
    const first = shelf.map(service, of("a"), yes);
    for (const game of ["b", "c", "d"]) void shelf.map(service, of(game), yes);
    expect(shelf.map(service, of("a"), yes)).toBe(first);
    await Promise.resolve();
    expect(service.asked).toEqual(["a", "b"]);
    await service.finish(1);
    expect(service.asked).toEqual(["a", "b", "c"]);
    await service.finish();
    expect(service.asked).toEqual(["a", "b", "c", "d"]);
    await service.finish();
    await service.finish();
    void shelf.map(service, of("e"), yes);
    void shelf.map(service, of("f"), yes);
    void shelf.map(service, of("g"), yes);
    await Promise.resolve();
    expect(service.asked).toEqual(["a", "b", "c", "d", "e", "f"]);
  });

  it("are left out when nobody shows them any more", async () => {
    const [service, shelf] = [new Drawing(), new MapShelf()];
    let shown = true;
    void shelf.map(service, of("a"), () => shown);
    void shelf.map(service, of("b"), () => shown);
    const second = shelf.map(service, of("c"), () => shown);
    const third = shelf.map(service, of("d"), () => shown);
    const kept = shelf.map(service, of("d"), yes);
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
    await expect(shelf.map(service, of("a"), () => false)).rejects.toBeInstanceOf(Unwanted);
    void shelf.map(service, of("a"), yes);
    await new Promise((later) => setTimeout(later));
    expect(service.asked).toEqual(["a"]);
  });
});
