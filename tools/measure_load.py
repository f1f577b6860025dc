"""What a busy service costs and how soon it answers: `python tools/measure_load.py [--matches 80] [--seconds 30]`.

A service runs in a process of its own on a database of its own. Its matches have been played at random to some moment
between their beginning and far into them. Every match has two viewers, who play as the page does: choices are asked for
field by field, then the order is given, one a second in each match. The table tells, game by game,
how long it took from sending an order to its acknowledgement, and until the other viewer saw what came of it; below it
stand the processor time of the service for an order, all that goes with it included, and what one wait for the disk
(fsync) takes in the same folder. Measure on an otherwise idle machine; the load average is printed to tell.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import multiprocessing
import os
import platform
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from phaseline.engine import record, registry
from phaseline.engine.match import Match
from phaseline.server.run import Running
from phaseline.server.settings import Settings

SCENARIOS = (("westfront", "S44"), ("eisenhower", "historical"), ("skirmish", "ridge"))
PLAYED = {"westfront": 400, "eisenhower": 400, "skirmish": 80}
"""So many orders have been given at most before it begins; no match may be over by then."""
OPTIONS: dict[str, dict[str, Any]] = {"eisenhower": {"ports_checked": False}}
TARGET = 0.020
"""Seconds within which 99 of 100 orders are to be acknowledged, besides two waits for the disk."""
CPU_TARGET = 0.004
"""Processor seconds of the service for an order."""


# -- the service -----------------------------------------------------------------------------------------------------


def serve(folder: str, pipe: Connection) -> None:
    """Run a service; tell its port, then its processor time whenever asked, until told to stop."""
    service = Running(Settings(database=f"{folder}/matches.sqlite3", keys=folder, port=0, warm=True))
    pipe.send(service.port)
    while pipe.recv():
        pipe.send(time.process_time())
    service.stop()


def waits_for_the_disk(folder: Path, times: int = 200) -> list[float]:
    """Seconds of so many fsyncs after a page was appended, sorted."""
    found = []
    with (folder / "probe").open("wb", buffering=0) as file:
        for _ in range(times):
            file.write(os.urandom(4096))
            started = time.perf_counter()
            os.fsync(file.fileno())
            found.append(time.perf_counter() - started)
    (folder / "probe").unlink()
    return sorted(found)


# -- the players -----------------------------------------------------------------------------------------------------


@dataclass
class Times:
    """Seconds of the orders of one game."""

    kept: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    late: int = 0
    """Orders that could not be sent in time because the one before was not done."""


class Viewer:
    """A page, as far as the service can tell."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}
        self.seen: dict[int, float] = {}
        self._ids = itertools.count(1)
        self._asked: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._news = asyncio.Event()

    async def hear(self) -> None:
        """Take what is sent until the connection ends."""
        async for text in self.socket:
            message = json.loads(text)
            if message["type"] in {"state", "change"}:
                self.state = message["state"]
                self.seen[self.state["stamp"]] = time.perf_counter()
                self._news.set()
            elif message.get("id") in self._asked:
                self._asked.pop(message["id"]).set_result(message)

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Ask, and wait for the answer."""
        number = next(self._ids)
        answer = self._asked[number] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"do": do, "id": number, **fields}))
        said: dict[str, Any] = await answer
        return said

    async def until(self, stamp: int) -> float:
        """When this stamp, or a later one, was seen."""
        while self.state.get("stamp", -1) < stamp:
            self._news.clear()
            await self._news.wait()
        return min(at for known, at in self.seen.items() if known >= stamp)

    async def chosen(self, rng: random.Random) -> tuple[str, list[Any]]:
        """A random order of those offered, chosen as a page lets a player choose."""
        kind = rng.choice(self.state["legal"])
        values: list[Any] = []
        for _ in kind["fields"]:
            offered = [] if values else [*kind["units"], *(choice["value"] for choice in kind["first"])]
            if not offered:
                asked = await self.ask("values", verb=kind["verb"], chosen=values)
                offered = [choice["value"] for choice in asked["values"]]
            values.append(rng.choice(offered))
        return kind["verb"], values


class Table:
    """A match and its two viewers."""

    def __init__(self, viewers: list[Viewer], times: Times, rng: random.Random) -> None:
        self._viewers = viewers
        self._times = times
        self._rng = rng

    async def play(self, begin: float, end: float) -> None:
        """Give an order a second, beginning at some moment of the first."""
        due = begin + self._rng.random()
        while due < end:
            now = time.perf_counter()
            if now > due + 1:
                self._times.late += int(now - due)
                due += int(now - due)
            await asyncio.sleep(max(0.0, due - now))
            if not await self._order():
                return
            due += 1

    async def _order(self) -> bool:
        giver = next((viewer for viewer in self._viewers if viewer.state["legal"]), None)
        if giver is None:
            return False  # the match is over
        other = next(viewer for viewer in self._viewers if viewer is not giver)
        verb, values = await giver.chosen(self._rng)
        stamp = giver.state["stamp"]
        started = time.perf_counter()
        answer = await giver.ask("order", entry=giver.state["entry"], stamp=stamp, verb=verb, values=values)
        if answer["type"] != "reply":
            raise RuntimeError(f"{verb} {values}: {answer}")
        self._times.kept.append(time.perf_counter() - started)
        self._times.seen.append(await other.until(stamp + 1) - started)
        await giver.until(stamp + 1)
        return True


def begun(game: str, scenario: str, number: int, orders: int) -> str:
    """The record of a random match after so many orders."""
    rules, rng = registry.game(game), random.Random(number)
    match = Match.new(rules, rules.load(scenario, OPTIONS.get(game)), seed=rng.randbytes(32))
    while match.decision is not None and len(match.entries) <= orders:
        seat = match.decision.seats[0]
        match.submit(seat, match.legal(seat).sample(rng))
    return record.dump(match)


async def load(
    port: int, matches: int, seconds: float, scenarios: Sequence[tuple[str, str]], pipe: Connection
) -> tuple[dict[str, Times], float]:
    """Play; the times of each game, and the processor seconds that the service took."""
    found = {game: Times() for game, _ in scenarios}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        tables, hearing = [], []
        for number, (game, scenario) in zip(range(matches), itertools.cycle(scenarios)):
            text = begun(game, scenario, number, number * 53 % PLAYED[game])
            answer = await http.post("/api/matches/import", json={"text": text})
            answer.raise_for_status()
            viewers = []
            for seat in range(2):
                address = f"ws://127.0.0.1:{port}/api/matches/{answer.json()['id']}/live?seat={seat}"
                await asyncio.sleep(0.05)  # the service lets one address ask 30 times a second
                viewers.append(Viewer(await connect(address, max_size=None)))
                hearing.append(asyncio.ensure_future(viewers[-1].hear()))
                await viewers[-1].until(0)
            tables.append(Table(viewers, found[game], random.Random(number)))
        pipe.send(True)
        before = pipe.recv()
        begin = time.perf_counter() + 0.5
        await asyncio.gather(*[table.play(begin, begin + seconds) for table in tables])
        pipe.send(True)
        used = pipe.recv() - before
        for task in hearing:
            task.cancel()
        await asyncio.gather(*hearing, return_exceptions=True)
    return found, used


# -- the table -------------------------------------------------------------------------------------------------------


def share(times: Sequence[float], part: float) -> float:
    """The time within which this part of all lies, in ms."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else float("nan")


def report(found: dict[str, Times], used: float, disk: list[float], matches: int, seconds: float) -> None:
    """Print what was measured."""
    every = Times(
        [one for times in found.values() for one in times.kept],
        [one for times in found.values() for one in times.seen],
        sum(times.late for times in found.values()),
    )
    print(f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} processors, Python {platform.python_version()}")
    print(f"{matches} matches, an order a second in each, two viewers each, {seconds:.0f} s")
    print()
    print("| game | orders | acknowledged: median | 99 % | seen by the other: median | 99 % |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, times in [*found.items(), ("all", every)]:
        cells = [
            share(times.kept, 0.5),
            share(times.kept, 0.99),
            share(times.seen, 0.5),
            share(times.seen, 0.99),
        ]
        print(f"| {name} | {len(times.kept)} | " + " | ".join(f"{cell:.1f} ms" for cell in cells) + " |")
    print()
    fsync, slow = statistics.median(disk), disk[len(disk) * 99 // 100]
    limit, p99 = 1000 * (TARGET + 2 * fsync), share(every.kept, 0.99)
    cpu = 1000 * used / max(1, len(every.kept))
    print(f"fsync in this folder: median {1000 * fsync:.1f} ms, 99 % within {1000 * slow:.1f} ms")
    print(
        f"acknowledged, 99 %: {p99:.1f} ms; wanted: below {limit:.1f} ms (20 ms and two fsyncs): {said(p99 < limit)}"
    )
    print(
        f"processor time of the service: {cpu:.2f} ms an order; wanted: below 4 ms: {said(cpu < 1000 * CPU_TARGET)}"
    )
    print(f"orders not given in their second: {every.late}")
    print(f"load average of the machine after: {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "")


def said(good: bool) -> str:
    """In words."""
    return "yes" if good else "no"


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    options.add_argument("--matches", type=int, default=80)
    options.add_argument("--seconds", type=float, default=30.0)
    options.add_argument("--game", choices=[game for game, _ in SCENARIOS], help="only this game")
    options.add_argument("--folder", help="where the database is made; the disk counts")
    chosen = options.parse_args()
    scenarios = [pair for pair in SCENARIOS if chosen.game in {None, pair[0]}]
    if hasattr(os, "getloadavg"):
        print(f"load average of the machine before: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
        disk = waits_for_the_disk(Path(folder))
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(folder, theirs))
        process.start()
        port = ours.recv()
        found, used = asyncio.run(load(port, chosen.matches, chosen.seconds, scenarios, ours))
        ours.send(False)
        process.join()
    report(found, used, disk, chosen.matches, chosen.seconds)


if __name__ == "__main__":
    main()
