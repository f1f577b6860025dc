import { describe, expect, it, vi } from "vitest";
import { delayBefore } from "../src/net/backoff";
import { LiveConnection, Refused, type LiveListener, type Socket } from "../src/net/live";

class FakeSocket implements Socket {
  readyState = 0;
  sent: { id: number; do: string }[] = [];
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { id: number; do: string });
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  drop(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code, reason: "why" });
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function listener(): LiveListener {
  return { connection: vi.fn(), state: vi.fn(), events: vi.fn(), thinking: vi.fn(), complaint: vi.fn() };
}

/** What a match looks like after an order. */
function moment(entry: number) {
  return { type: "state", since: entry, events: [], state: { entry, sheet: { pieces: [] } } };
}

function connect(hears = listener()) {
  const sockets: FakeSocket[] = [];
  const live = new LiveConnection(
    () => "ws://x",
    hears,
    () => {
      const made = new FakeSocket();
      sockets.push(made);
      return made;
    },
  );
  return { live, sockets, hears };
}

describe("waiting before a new attempt", () => {
  it("grows with every attempt and stops growing", () => {
    const delays = [0, 1, 2, 3, 9].map((attempt) => delayBefore(attempt, () => 1));
    expect(delays).toEqual([300, 600, 1200, 2400, 8000]);
  });
});

describe("a connection to a match", () => {
  it("gives every request its own answer, in whatever order they come", async () => {
    const { live, sockets } = connect();
    sockets[0]?.open();
    const first = live.ask("hex", { hex: 1 });
    const second = live.ask("values", { verb: "move", chosen: [] });
    expect(sockets[0]?.sent.map((one) => one.do)).toEqual(["hex", "values"]);
    sockets[0]?.say({ type: "reply", id: 2, values: [] });
    sockets[0]?.say({ type: "reply", id: 1, hex: { label: "0101", title: "Clear", lines: [] } });
    expect((await first).hex.label).toBe("0101");
    expect((await second).values).toEqual([]);
  });

  it("tells a refusal with its case from an error", async () => {
    const { live, sockets } = connect();
    sockets[0]?.open();
    const order = live.ask("order", { entry: 3, verb: "move", values: [1, 2] });
    sockets[0]?.say({ type: "refused", id: 1, case: "6.33", text: "no" });
    await expect(order).rejects.toBeInstanceOf(Refused);
    await expect(order).rejects.toMatchObject({ rule: "6.33", message: "no" });
  });

  it("draws what it was told first with what has changed since, and begins anew when it comes back", () => {
    vi.useFakeTimers();
    const { sockets, hears } = connect();
    const sheet = (...texts: string[]) => ({
      pieces: texts.map((title) => ({ title })),
      marks: [],
      tracks: [],
      badges: { moved: {} },
    });
    const change = (...pieces: [number, number, object[]][]) => ({
      type: "change",
      since: 2,
      events: [],
      state: { entry: 2 },
      sheet: { pieces, marks: [], tracks: [], badges: null },
    });
    sockets[0]?.open();
    sockets[0]?.say({
      type: "state",
      since: 0,
      events: [],
      state: { entry: 1, sheet: sheet("A", "B", "C", "D") },
    });
    sockets[0]?.say(change([1, 2, [{ title: "X" }]], [2, 1, []]));
    vi.advanceTimersToNextFrame();
    expect(hears.events).toHaveBeenLastCalledWith(2, []);
    expect(hears.state).toHaveBeenLastCalledWith({ entry: 2, sheet: sheet("A", "X") });
    sockets[0]?.drop();
    vi.advanceTimersByTime(400);
    sockets[1]?.open();
    sockets[1]?.say({ type: "state", since: 2, events: [], state: { entry: 2, sheet: sheet("A") } });
    sockets[1]?.say(change([1, 0, [{ title: "E" }]]));
    vi.advanceTimersToNextFrame();
    expect(hears.state).toHaveBeenLastCalledWith({ entry: 2, sheet: sheet("A", "E") });
    vi.useRealTimers();
  });

  it("tells what comes between two frames at once with the next one, in its order", () => {
    vi.useFakeTimers();
    const { sockets, hears } = connect();
    const told: string[] = [];
    vi.mocked(hears.state).mockImplementation(({ entry }) => told.push(`entry ${entry}`));
    vi.mocked(hears.thinking).mockImplementation((seat) => told.push(`seat ${seat} thinks`));
    sockets[0]?.open();
    sockets[0]?.say(moment(1));
    expect(told).toEqual(["entry 1"]);
    sockets[0]?.say({ type: "thinking", seat: 1, since: "now", share: null });
    sockets[0]?.say(moment(2));
    sockets[0]?.say(moment(3));
    expect(told).toEqual(["entry 1"]);
    vi.advanceTimersToNextFrame();
    expect(told).toEqual(["entry 1", "seat 1 thinks", "entry 2", "entry 3"]);
    sockets[0]?.say(moment(4));
    expect(told.at(-1)).toBe("entry 3");
    vi.advanceTimersToNextFrame();
    vi.advanceTimersToNextFrame();
    sockets[0]?.say(moment(5));
    expect(told.slice(-2)).toEqual(["entry 4", "entry 5"]);
    vi.useRealTimers();
  });

  it("tells what came before an answer before it, and what came before it was lost", async () => {
    vi.useFakeTimers();
    const { live, sockets, hears } = connect();
    sockets[0]?.open();
    const asked = live.ask("values", { verb: "move", chosen: [] });
    sockets[0]?.say(moment(1));
    sockets[0]?.say(moment(2));
    sockets[0]?.say({ type: "reply", id: 1, values: [] });
    expect(hears.state).toHaveBeenLastCalledWith(moment(2).state);
    await asked;
    sockets[0]?.say(moment(3));
    sockets[0]?.drop();
    expect(hears.state).toHaveBeenLastCalledWith(moment(3).state);
    vi.useRealTimers();
  });

  it("tells a page that nobody sees all at once, what was held before it first", () => {
    vi.useFakeTimers();
    const { sockets, hears } = connect();
    const told: number[] = [];
    vi.mocked(hears.state).mockImplementation(({ entry }) => told.push(entry));
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(false);
    sockets[0]?.open();
    sockets[0]?.say(moment(1));
    sockets[0]?.say(moment(2));
    expect(told).toEqual([1]);
    hidden.mockReturnValue(true);
    sockets[0]?.say(moment(3));
    expect(told).toEqual([1, 2, 3]);
    sockets[0]?.say(moment(4));
    expect(told).toEqual([1, 2, 3, 4]);
    vi.advanceTimersByTime(1000);
    expect(told).toEqual([1, 2, 3, 4]);
    hidden.mockRestore();
    vi.useRealTimers();
  });

  it("tells somebody who has left nothing that was held", () => {
    vi.useFakeTimers();
    const { live, sockets, hears } = connect();
    sockets[0]?.open();
    sockets[0]?.say(moment(1));
    sockets[0]?.say(moment(2));
    live.close();
    vi.advanceTimersByTime(1000);
    expect(hears.state).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  it("comes back by itself after it was lost, and fails what was under way", async () => {
    vi.useFakeTimers();
    const { live, sockets, hears } = connect();
    sockets[0]?.open();
    const lost = live.ask("undo", {});
    sockets[0]?.drop();
    await expect(lost).rejects.toThrow(/lost/);
    await expect(live.ask("undo", {})).rejects.toThrow(/no connection/);
    vi.advanceTimersByTime(400);
    expect(sockets.length).toBe(2);
    sockets[1]?.open();
    expect(hears.connection).toHaveBeenLastCalledWith("open", null);
    vi.useRealTimers();
  });

  it("does not come back when it is not let in", () => {
    const { sockets, hears } = connect();
    sockets[0]?.drop(4403);
    expect(hears.complaint).toHaveBeenCalledWith("why");
    expect(hears.connection).toHaveBeenLastCalledWith("closed", null);
  });
});
