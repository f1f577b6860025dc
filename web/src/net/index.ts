import { LiveConnection, type Live, type LiveListener } from "./live";
import { HttpRest, type Rest } from "./rest";

/** The service as the page sees it; tests and `?fake` put another in its place. */
export interface Service {
  rest: Rest;
  live(match: string, seat: number | null, since: () => number, listener: LiveListener): Live;
}

/** The service that sent this page. */
export function realService(location: Location = window.location): Service {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return {
    rest: new HttpRest(),
    live(match, seat, since, listener) {
      return new LiveConnection(() => {
        const query = new URLSearchParams({ since: String(since()) });
        if (seat !== null) query.set("seat", String(seat));
        const path = `/api/matches/${encodeURIComponent(match)}/live?${query.toString()}`;
        return `${scheme}//${location.host}${path}`;
      }, listener);
    },
  };
}
