"""Clients of a service, for tests."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0


class Refused(Exception):
    """The service refused an order; the message is its case and reason."""


class Failed(Exception):
    """The service could not answer."""


class Viewer:
    """A page, as far as the service can tell."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self.state: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.thoughts: list[dict[str, Any]] = []
        self.said: list[str] = []
        """Every message as it came."""

    def hear(self) -> dict[str, Any]:
        """The next message."""
        text = self._socket.recv(timeout=PATIENCE)
        assert isinstance(text, str)
        self.said.append(text)
        message: dict[str, Any] = msgspec.json.decode(text)
        if message["type"] in {"state", "change"}:
            sheet = message["state"].get("sheet") or changed(self.state["sheet"], message["sheet"])
            self.state = {**message["state"], "sheet": sheet}
            self.events = [event for event in self.events if event["entry"] < message["since"]]
            self.events += message["events"]
        elif message["type"] == "thinking":
            self.thoughts.append(message)
        return message

    def until(self, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Hear until the state is as wanted."""
        while not (self.state and wanted(self.state)):
            self.hear()
        return self.state

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Ask, and wait for the answer."""
        return self.send({"do": do, "id": next(self._ids), **fields})

    def send(self, message: Any) -> dict[str, Any]:
        """Send something and wait for what answers it."""
        self._socket.send(message if isinstance(message, str) else msgspec.json.encode(message).decode())
        wanted = message.get("id") if isinstance(message, dict) else None
        while True:
            heard = self.hear()
            if heard["type"] in {"reply", "refused", "error"} and heard["id"] == wanted:
                break
        if heard["type"] == "refused":
            raise Refused(f"{heard['case']}: {heard['text']}")
        if heard["type"] == "error":
            raise Failed(heard["error"], heard["field"])
        return heard

    def order(self, text: str, **fields: Any) -> int:
        """Give an order in notation, and wait until its outcome is seen."""
        fields = {"entry": self.state["entry"], "stamp": self.state["stamp"], **fields}
        entry: int = self.ask("order", text=text, **fields)["entry"]
        self.until(lambda state: state["entry"] >= entry)
        return entry

    def anything(self, rng: random.Random) -> int:
        """Give a random order of those offered, chosen field by field as a page does."""
        kind = rng.choice(self.state["legal"])
        values: list[Any] = []
        for _ in kind["fields"]:
            offered = self.ask("values", verb=kind["verb"], chosen=values)["values"]
            values.append(rng.choice(offered)["value"])
        stamp = self.state["stamp"]
        entry: int = self.ask(
            "order", entry=self.state["entry"], stamp=stamp, verb=kind["verb"], values=values
        )["entry"]
        # Another seat's order may be shown in between: only what comes after this one offers what may be done next.
        self.until(lambda state: state["stamp"] > stamp and state["entry"] >= entry)
        return entry

    def closed(self) -> int:
        """Wait until the service hangs up; its code."""
        with pytest.raises(ConnectionClosed) as end:
            self.until(lambda _: False)
        assert end.value.rcvd is not None
        return end.value.rcvd.code


def changed(sheet: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """A sheet after what has changed in it."""
    found = dict(sheet)
    for name in ("pieces", "marks", "tracks"):
        items = list(sheet[name])
        for start, gone, come in change[name]:
            items[start : start + gone] = come
        found[name] = items
    if change["badges"] is not None:
        found["badges"] = change["badges"]
    return found


class Client:
    """Calls a service."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)
        self._stack = ExitStack()

    def new(self, game: str = "skirmish", scenario: str = "ford", **fields: Any) -> str:
        """The id of a new match, always with the same dice."""
        wanted = {"game": game, "scenario": scenario, "seed": "07" * 32, "pace": 0, **fields}
        answer = self.http.post("/api/matches", json=wanted)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def look(self, match: str, seat: int | None = None, **headers: str) -> Viewer:
        """A viewer of a match."""
        query = "" if seat is None else f"?seat={seat}"
        address = f"ws://127.0.0.1:{self.port}/api/matches/{match}/live{query}"
        # Whatever is not read is kept: a full queue would hold up the farewell for ten seconds.
        line = connect(address, max_size=None, max_queue=None, additional_headers=headers)
        return Viewer(self._stack.enter_context(line))

    def play(self, match: str, seat: int | None = None) -> Viewer:
        """A viewer that has seen the match."""
        viewer = self.look(match, seat)
        viewer.until(bool)
        return viewer

    def close(self) -> None:
        """Hang up."""
        self._stack.close()
        self.http.close()


def begin(client: Client, **fields: Any) -> tuple[str, Viewer, Viewer]:
    """A match of two people in which Blue is to move."""
    match = client.new(**fields)
    blue, red = client.play(match, 0), client.play(match, 1)
    blue.order("stance hold")
    red.until(lambda state: state["entry"] == 1)
    red.order("stance screen")
    blue.until(lambda state: state["entry"] == 2)
    return match, blue, red
