/** Where in the page we are; kept in the address after `#`, so that reload, back and bookmarks work. */
export type Route =
  | { at: "lobby"; /** The game whose puzzles are looked for. */ puzzles?: string }
  | { at: "match"; id: string; /** Play only this seat: no hot seat, no curtain. */ seat: number | null };

export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [head, id] = path.split("/");
  if (head === "puzzles" && id) return { at: "lobby", puzzles: decodeURIComponent(id) };
  if (head !== "match" || !id) return { at: "lobby" };
  const seat = new URLSearchParams(query).get("seat");
  return {
    at: "match",
    id: decodeURIComponent(id),
    seat: seat !== null && /^\d+$/.test(seat) ? Number(seat) : null,
  };
}

export function writeRoute(route: Route): string {
  if (route.at === "lobby") return route.puzzles ? `#/puzzles/${encodeURIComponent(route.puzzles)}` : "#/";
  const seat = route.seat === null ? "" : `?seat=${route.seat}`;
  return `#/match/${encodeURIComponent(route.id)}${seat}`;
}

class Router {
  now: Route = $state({ at: "lobby" });

  constructor() {
    if (typeof window === "undefined") return;
    this.now = readRoute(window.location.hash);
    window.addEventListener("hashchange", () => {
      this.now = readRoute(window.location.hash);
    });
  }

  go(route: Route): void {
    window.location.hash = writeRoute(route);
  }
}

export const router = new Router();
