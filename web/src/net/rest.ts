import type {
  About,
  BranchMatch,
  ChangeMatch,
  ImportMatch,
  MailFile,
  MailIdentity,
  MailState,
  MapData,
  NewMail,
  NewMatch,
  Problem,
  Rules,
  Summary,
  Value,
} from "../wire";

/** What the service refused, with the name of the input at fault when there is one. */
export class ServiceError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly field: string | null = null,
    readonly hint: string | null = null,
  ) {
    super(message);
    this.name = "ServiceError";
  }
}

/** Everything the page asks over HTTP. Every method throws `ServiceError` when the service refuses. */
export interface Rest {
  about(): Promise<About>;
  rules(game: string): Promise<Rules>;
  /** `packs` are data packs by name or fingerprint. */
  map(
    game: string,
    scenario: string,
    options: Record<string, Value>,
    packs?: readonly string[],
  ): Promise<MapData>;
  matches(): Promise<Summary[]>;
  match(id: string): Promise<Summary>;
  create(wish: NewMatch): Promise<Summary>;
  change(id: string, change: ChangeMatch): Promise<Summary>;
  remove(id: string): Promise<void>;
  record(id: string): Promise<string>;
  transcript(id: string, seat: number | null): Promise<string>;
  importRecord(wish: ImportMatch): Promise<Summary>;
  branch(id: string, wish: BranchMatch): Promise<Summary>;
  mail: MailRest;
}

/** Play by mail: a sealed file that goes to and fro. */
interface MailRest {
  me(): Promise<MailIdentity>;
  offer(wish: NewMail): Promise<MailFile>;
  accept(text: string, name: string | null): Promise<MailState>;
  open(text: string): Promise<MailState>;
  state(id: string): Promise<MailState>;
  send(id: string): Promise<MailFile>;
}

/** `Rest` over the browser's fetch; `base` is where the service answers, "" for the page's own origin. */
export class HttpRest implements Rest {
  constructor(private readonly base = "") {}

  about(): Promise<About> {
    return this.json("GET", "/api/about");
  }

  rules(game: string): Promise<Rules> {
    return this.json("GET", `/api/games/${encodeURIComponent(game)}/rules`);
  }

  map(
    game: string,
    scenario: string,
    options: Record<string, Value>,
    packs: readonly string[] = [],
  ): Promise<MapData> {
    const query = new URLSearchParams([
      ...Object.entries(options).map(([key, value]): [string, string] => [key, String(value)]),
      ...packs.map((pack): [string, string] => ["pack", pack]),
    ]);
    const place = `/api/games/${encodeURIComponent(game)}/scenarios/${encodeURIComponent(scenario)}/map`;
    return this.json("GET", query.size > 0 ? `${place}?${query.toString()}` : place);
  }

  matches(): Promise<Summary[]> {
    return this.json("GET", "/api/matches");
  }

  match(id: string): Promise<Summary> {
    return this.json("GET", `/api/matches/${encodeURIComponent(id)}`);
  }

  create(wish: NewMatch): Promise<Summary> {
    return this.json("POST", "/api/matches", wish);
  }

  change(id: string, change: ChangeMatch): Promise<Summary> {
    return this.json("PATCH", `/api/matches/${encodeURIComponent(id)}`, change);
  }

  async remove(id: string): Promise<void> {
    await this.send("DELETE", `/api/matches/${encodeURIComponent(id)}`);
  }

  async record(id: string): Promise<string> {
    return (await this.send("GET", `/api/matches/${encodeURIComponent(id)}/record`)).text();
  }

  async transcript(id: string, seat: number | null): Promise<string> {
    const query = seat === null ? "" : `?seat=${seat}`;
    return (await this.send("GET", `/api/matches/${encodeURIComponent(id)}/transcript${query}`)).text();
  }

  importRecord(wish: ImportMatch): Promise<Summary> {
    return this.json("POST", "/api/matches/import", wish);
  }

  branch(id: string, wish: BranchMatch): Promise<Summary> {
    return this.json("POST", `/api/matches/${encodeURIComponent(id)}/branch`, wish);
  }

  readonly mail: MailRest = {
    me: () => this.json("GET", "/api/mail/me"),
    offer: (wish) => this.json("POST", "/api/mail/offer", wish),
    accept: (text, name) => this.json("POST", "/api/mail/accept", { text, name }),
    open: (text) => this.json("POST", "/api/mail/open", { text }),
    state: (id) => this.json("GET", `/api/mail/${encodeURIComponent(id)}`),
    send: (id) => this.json("POST", `/api/mail/${encodeURIComponent(id)}/send`),
  };

  private async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    return (await (await this.send(method, path, body)).json()) as T;
  }

  private async send(method: string, path: string, body?: unknown): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(this.base + path, {
        method,
        ...(body === undefined
          ? {}
          : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
      });
    } catch {
      throw new ServiceError(0, "Phaseline does not answer. Is it still running? Start it with ./run play.");
    }
    if (!response.ok) throw await refused(response);
    return response;
  }
}

async function refused(response: Response): Promise<ServiceError> {
  try {
    const problem = (await response.json()) as Partial<Problem>;
    if (typeof problem.error === "string") {
      return new ServiceError(response.status, problem.error, problem.field ?? null, problem.hint ?? null);
    }
  } catch {
    // No JSON: the plain status has to do.
  }
  return new ServiceError(response.status, `The service answered ${response.status} ${response.statusText}.`);
}
