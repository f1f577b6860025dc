import type { Rest } from "../net/rest";
import type { MapData, Value } from "../wire";

/** What fetches maps. */
type Maps = Pick<Rest, "map">;

/** Which map: of which scenario, with which options and data packs. */
export interface Wanted {
  game: string;
  scenario: string;
  options: Record<string, Value>;
  packs?: readonly string[];
}

/** A map that is asked for, or lies there. */
interface Entry {
  map: Promise<MapData>;
  /** Those who wait for it, each a question whether it still does. */
  wanted: (() => boolean)[];
}

/** Nobody waits for the map any more: it was not fetched. */
export class Unwanted extends Error {}

/** So many maps are fetched at once: a large one takes seconds to draw, and smaller ones need not wait for it. */
const AT_ONCE = 2;

/**
 * The maps of pictures. Each is fetched once, and few at a time, since the service has to draw them.
 *
 * Whoever goes on to a match does not wait for the pictures of the lobby: what nobody shows any more when its turn comes is
 * not fetched.
 */
export class MapShelf {
  private readonly entries = new Map<string, Entry>();
  /** Those whose turn has not come, in their order. */
  private readonly line: (() => void)[] = [];
  private fetched = 0;

  /** The map of a scenario. Rejects with `Unwanted` when nobody wants it at its turn. */
  map(rest: Maps, { game, scenario, options, packs = [] }: Wanted, wanted: () => boolean): Promise<MapData> {
    const key = JSON.stringify([game, scenario, options, packs]);
    const known = this.entries.get(key);
    if (known) {
      known.wanted.push(wanted);
      return known.map;
    }
    const asking = [wanted];
    const map = this.turn()
      .then(() => {
        if (!asking.some((still) => still())) throw new Unwanted();
        return rest.map(game, scenario, options, packs);
      })
      .finally(() => {
        this.next();
      });
    this.entries.set(key, { map, wanted: asking });
    map.catch(() => this.entries.delete(key));
    return map;
  }

  private turn(): Promise<void> {
    if (this.fetched === AT_ONCE) return new Promise((come) => this.line.push(come));
    this.fetched += 1;
    return Promise.resolve();
  }

  /** One place is free: whoever is next takes it. */
  private next(): void {
    const come = this.line.shift();
    if (come) come();
    else this.fetched -= 1;
  }
}

/** Those of this page. */
export const shelf = new MapShelf();
