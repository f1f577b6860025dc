"""Nothing is told before it is kept: full disks, disks that cannot be written, other processes; and writing together."""

from __future__ import annotations

import asyncio
import itertools
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, Engine, event
from tests.server.clients import Client, Failed, Viewer, begin

from phaseline.engine import record, registry
from phaseline.engine.match import Match
from phaseline.server.rooms.chronicle import Chronicle, begun
from phaseline.server.rooms.keeper import Keeper
from phaseline.server.rooms.room import Closed, Room
from phaseline.server.storage.rows import Header
from phaseline.server.storage.store import Overtaken, Store
from phaseline.server.wire import Player

Breaks = Callable[[str], None]
FAULTS = {
    "full": ("max_page_count = 1", "max_page_count = 1000000"),
    "read-only": ("query_only = ON", "query_only = OFF"),
}


@pytest.fixture
def disk() -> Iterator[Breaks]:
    """Makes the disk fail in one of the ways of `FAULTS`; "" mends it. A database takes no less than it has already."""
    present = ""

    def began(connection: Connection) -> None:
        for name, (broken, whole) in FAULTS.items():
            connection.exec_driver_sql(f"PRAGMA {broken if name == present else whole}")

    def becomes(fault: str) -> None:
        nonlocal present
        present = fault

    event.listen(Engine, "begin", began)
    yield becomes
    event.remove(Engine, "begin", began)


def overtaken(database: str, match: str) -> None:
    """Another process gives an order in this match."""
    with sqlite3.connect(database) as tables:
        serial, entry = tables.execute("SELECT max(serial), max(entry) FROM acts").fetchone()
        tables.execute(
            "INSERT INTO acts SELECT match_id, ?, act, ?, seat, 'move 3rd-Foot 0401', comment, draws, events,"
            " phase_ends, sealed, simultaneous, drawn, done FROM acts WHERE serial = ? AND match_id = ?",
            (serial + 1, entry + 1, serial, match),
        )
    tables.close()


def play_until_it_fails(blue: Viewer) -> tuple[str, dict[str, Any]]:
    """Give and take back an order again and again; the complaint, and the last state that was acknowledged."""
    for _ in range(300):
        acknowledged = blue.state
        try:
            blue.order("move 3rd-foot 0303")
            acknowledged = blue.state
            blue.ask("undo")
            blue.until(lambda state: state["entry"] == 2)
        except Failed as failure:
            return str(failure.args[0]), acknowledged
    raise AssertionError("the disk never failed")


@pytest.mark.parametrize("fault", ["full", "read-only", "overtaken"])
def test_what_cannot_be_kept_is_told_to_nobody(
    client: Client, database: str, disk: Breaks, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    match, blue, red = begin(client)
    caplog.set_level(logging.WARNING)
    if fault == "overtaken":
        overtaken(database, match)
    else:
        disk(fault)
    complaint, acknowledged = play_until_it_fails(blue)
    words = {"full": "full", "read-only": "read-only", "overtaken": "changed elsewhere"}
    assert words[fault] in complaint
    assert "\n" not in complaint
    assert '"error"' in blue.said[-1]
    assert (blue.closed(), red.closed()) == (1012, 1012)
    for viewer in (blue, red):
        assert viewer.state["stamp"] == acknowledged["stamp"]
        assert viewer.state["entry"] == acknowledged["entry"]
        assert all(told["entry"] <= acknowledged["entry"] for told in viewer.events)
    assert [(line.levelname, line.exc_info) for line in caplog.records] == [("ERROR", None)]
    assert "\n" not in caplog.records[0].getMessage()
    disk("")
    if fault != "overtaken":
        assert client.http.get(f"/api/matches/{match}").json()["orders"] == acknowledged["entry"]
        again = client.play(match, 0)
        assert again.state["stamp"] == acknowledged["stamp"]
        again.order("move 3rd-foot 0401")


def test_a_change_that_cannot_be_kept_has_not_happened(client: Client, disk: Breaks) -> None:
    match, blue, _ = begin(client)
    disk("read-only")
    answer = client.http.patch(f"/api/matches/{match}", json={"title": "Tuesday", "pace": 3.0})
    assert answer.status_code == 503
    assert "not happened" in answer.json()["error"]
    assert "read-only" in answer.json()["error"]
    assert "--database" in answer.json()["hint"]
    summary = client.http.get(f"/api/matches/{match}").json()
    assert summary["title"] != "Tuesday"
    assert summary["pace"] == 0
    disk("")
    blue.order("move 3rd-foot 0303")


def test_a_match_in_the_middle_of_an_order_shows_nothing_of_it(store: Store) -> None:
    """While the disk is busy, the header is the one that is kept, and whoever looks at the match has to wait."""
    free = threading.Event()

    async def trying() -> None:
        keeper = Keeper(store)
        room = Room(new(store, "m1"), keeper)
        busy = asyncio.ensure_future(keeper.run(free.wait))
        before = room.header
        giving = asyncio.ensure_future(room.do(lambda: stance(room)))
        while len(room.match.entries) == 1:
            await asyncio.sleep(0)
        looking = asyncio.ensure_future(looks(room))
        await asyncio.sleep(0.05)
        assert room.header is before
        assert not looking.done()
        assert not giving.done()
        free.set()
        assert await giving == 1
        assert await looking == 1
        assert room.header.orders == 1
        await busy

    asyncio.run(trying())


def test_who_looks_at_a_room_that_has_failed_is_sent_away(store: Store) -> None:
    async def trying() -> None:
        room = Room(new(store, "m1"), Keeper(store))
        stranger = Keeper(Store(str(store.engine.url)))
        other = Room(Chronicle(room.header, Match.new(room.match.game, room.match.scenario)), stranger)
        await other.do(lambda: stance(other))
        giving = asyncio.ensure_future(room.do(lambda: stance(room)))
        while len(room.match.entries) == 1:
            await asyncio.sleep(0)
        results = await asyncio.gather(
            giving, looks(room), room.do(lambda: stance(room)), return_exceptions=True
        )
        assert [getattr(result, "status", None) for result in results] == [409, 503, 503]
        assert isinstance(results[1], Closed)
        stranger.close()

    asyncio.run(trying())


@pytest.mark.parametrize("bad", [False, True])
def test_what_waits_together_is_written_together(store: Store, bad: bool) -> None:
    """One wait for the disk for all; where one cannot be written, the others are, and only that one is told."""
    commits: list[list[bool]] = []
    tasks: list[asyncio.Task[None]] = []
    free = threading.Event()

    async def trying() -> list[Any]:
        keeper = Keeper(store)
        chronicles = [new(store, f"m{number}") for number in range(6)]
        for chronicle in chronicles:
            chronicle.submit(0, chronicle.match.parse("stance hold"))
        changes = [chronicle.take_pending() for chronicle in chronicles]
        if bad:
            acts = [replace(act, serial=0) for act in changes[3].acts]
            changes[3] = replace(changes[3], acts=acts)
        busy = asyncio.ensure_future(keeper.run(free.wait))
        await asyncio.sleep(0)
        event.listen(store.engine, "commit", lambda _: commits.append([task.done() for task in tasks]))
        tasks.extend(asyncio.ensure_future(keeper.keep(change)) for change in changes)
        await asyncio.sleep(0.05)
        free.set()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        await busy
        return results

    results = asyncio.run(trying())
    failed = [isinstance(result, Overtaken) for result in results]
    assert failed == [bad and number == 3 for number in range(6)]
    assert len(commits) == (5 if bad else 1)
    assert not any(itertools.chain(*commits))
    assert [len(store.acts(f"m{number}")) for number in range(6)] == [2 - one for one in failed]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(f"sqlite:///{tmp_path}/matches.sqlite3")
    yield made
    made.close()


def new(store: Store, name: str) -> Chronicle:
    """A match that is stored, at its beginning."""
    game = registry.game("skirmish")
    scenario = game.load("ford")
    header = Header(
        id=name,
        title=name,
        game="skirmish",
        scenario="ford",
        options={},
        players=(Player(kind="human"),) * 2,
        open=True,
        pace=0.0,
        seed=bytes(32),
        commitment="",
        rules=game.version,
        data=scenario.digest,
        orders=0,
        waiting=(),
        place=(),
        outcome=None,
        created="",
        changed="",
    )
    chronicle = begun(header, Match.new(game, scenario, seed=bytes(32)))
    store.create(chronicle.take_pending())
    return chronicle


def stance(room: Room) -> None:
    room.submit(0, room.match.parse("stance hold"), entry=0)


async def looks(room: Room) -> int:
    async with room.at_rest():
        assert record.dump(room.match)
        return len(room.match.entries) - 1
