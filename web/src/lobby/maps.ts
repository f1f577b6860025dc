import type { Rest } from "../net/rest";
import type { MapData, Value } from "../wire";

/** What fetches maps. */
type Maps = Pick<Rest, "map">;

/** A map that is asked for, or lies there. */
interface Entry {
  map: Promise<MapData>;
  /** Those who wait for it, each a question whether it still does. */
  wanted: (() => boolean)[];
}

/** Nobody waits for the map any more: it was not fetched. */
export class Unwanted extends Error {}

/**
 * The maps of pictures. Each is fetched once, and one after the other, since the service has to draw it.
 *
 * Whoever goes on to a match does not wait for the pictures of the lobby: what nobody shows any more when its turn comes is
 * not fetched.
 */
export class MapShelf {
  private readonly entries = new Map<string, Entry>();
  private last: Promise<unknown> = Promise.resolve();

  /** The map of a scenario. Rejects with `Unwanted` when nobody wants it at its turn. */
  map(
    rest: Maps,
    game: string,
    scenario: string,
    options: Record<string, Value>,
    wanted: () => boolean,
    packs: readonly string[] = [],
  ): Promise<MapData> {
    const key = JSON.stringify([game, scenario, options, packs]);
    const known = this.entries.get(key);
    if (known) {
      known.wanted.push(wanted);
      return known.map;
    }
    const asking = [wanted];
    const map = this.last.then(() => {
      if (!asking.some((still) => still())) throw new Unwanted();
      return rest.map(game, scenario, options, packs);
    });
    this.entries.set(key, { map, wanted: asking });
    this.last = map.catch(() => this.entries.delete(key));
    return map;
  }
}

/** Those of this page. */
export const shelf = new MapShelf();
