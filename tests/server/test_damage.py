"""Databases that are damaged, full, read-only, gone, or of before: what is told, and what can still be had."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.server.clients import Client, Viewer, begin

from phaseline.engine import record, registry
from phaseline.server.storage import store

BEFORE = Path(__file__).parent / "data" / "before.sql"
"""A database made by the first version that kept matches: one match, three orders, one of them taken back and given again."""
MATCH = "ff32d5d643c9fb1f"
Start = Callable[[], Client]


def sql(database: str, script: str) -> None:
    connection = sqlite3.connect(database)
    connection.executescript(script)
    connection.close()


def pragma(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Have the service's connections begin with this."""
    usual = store._set_up_sqlite

    def set_up(connection: sqlite3.Connection, record: object) -> None:
        usual(connection, record)
        connection.execute(f"PRAGMA {text}")

    monkeypatch.setattr(store, "_set_up_sqlite", set_up)


def test_a_database_of_before_opens_and_its_match_goes_on(start: Start, database: str) -> None:
    sql(database, BEFORE.read_text("utf-8"))
    client = start()
    assert [match["title"] for match in client.http.get("/api/matches").json()] == ["Before"]
    viewer = client.play(MATCH, 0)
    assert viewer.state["entry"] == 3
    assert viewer.order("done") == 4
    assert start().play(MATCH, 0).state["entry"] == 4


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE acts SET notation = 'dance hold' WHERE serial = 1; UPDATE matches SET rules = '0.9'",
        "UPDATE acts SET notation = 'dance hold' WHERE serial = 1",
        "UPDATE acts SET notation = 'move 3rd-Foot 0101' WHERE serial = 5",
        "UPDATE acts SET notation = 'move 3rd-Foot 0101' WHERE serial = 5; UPDATE matches SET rules = '0.9'",
        "UPDATE acts SET phase_ends = '[[\"00\", \"x\"]]' WHERE serial = 2; UPDATE matches SET data = 'x'",
        "UPDATE positions SET body = x'00'",
        "DELETE FROM positions",
        "UPDATE matches SET scenario = 'alamo'",
        "UPDATE matches SET game = 'chess'",
    ],
)
def test_a_match_that_no_longer_replays_is_kept_told_and_taken_out(
    start: Start, database: str, change: str
) -> None:
    # Of today's rules: where those have changed, another course of the match is no damage.
    skirmish = registry.game("skirmish")
    today = f"UPDATE matches SET rules = '{skirmish.version}', data = '{skirmish.load('ford').digest}';"
    sql(database, BEFORE.read_text("utf-8") + today + change + ";")
    client = start()
    assert [match["title"] for match in client.http.get("/api/matches").json()] == ["Before"]
    answer = client.http.get(f"/api/matches/{MATCH}")
    assert answer.status_code == 409
    assert 'the match "Before" is kept, but cannot be opened' in answer.json()["error"]
    assert answer.json()["hint"].endswith(f"/api/matches/{MATCH}/record")
    assert client.look(MATCH, 0).closed() == 4403
    taken = client.http.get(f"/api/matches/{MATCH}/record")
    assert taken.status_code == 200
    lines = taken.text.splitlines()
    assert lines[0] == "Phaseline record 1"
    assert "not verified" in lines[1]
    assert sum(line.startswith(("Blue: ", "Red: ", "0: ", "1: ")) for line in lines) == 3
    assert "seed: " not in taken.text
    if "notation" not in change and "phase_ends" not in change and "matches" not in change:
        assert len(record.load(taken.text).entries) == 4
    assert [match["title"] for match in client.http.get("/api/matches").json()] == ["Before"]


@pytest.mark.parametrize(
    "value",
    [
        "players = '[{'",
        "players = '7'",
        "options = '" + "[" * 100_000 + "'",
        "waiting = CAST(x'ff' AS TEXT)",
        "orders = 'many'",
        "changed = x'00ff'",
        "title = CAST(x'ff41' AS TEXT)",
    ],
)
def test_a_match_whose_row_is_garbled_is_told_as_damaged_and_hides_no_other(
    start: Start, database: str, value: str
) -> None:
    sql(database, BEFORE.read_text("utf-8"))
    client = start()
    others = [begin(client, title=title)[0] for title in ("Monday", "Tuesday")]
    start().close()
    sql(database, f"UPDATE matches SET {value} WHERE id = '{MATCH}'")
    client = start()
    listed = {match["id"]: match for match in client.http.get("/api/matches").json()}
    assert set(listed) == {MATCH, *others}
    assert [match["id"] for match in listed.values() if match["damaged"]] == [MATCH]
    assert listed[MATCH]["title"] == (MATCH if "title" in value else "Before")
    answer = client.http.get(f"/api/matches/{MATCH}")
    assert "what is stored of it is damaged" in answer.json()["error"]
    assert "copy of the database" in answer.json()["hint"]
    assert client.play(others[0], 0).state["entry"] == 2
    assert client.http.delete(f"/api/matches/{MATCH}").status_code == 204
    assert len(client.http.get("/api/matches").json()) == 2


def test_a_damaged_page_names_the_match_and_the_way_to_the_copy(start: Start, database: str) -> None:
    client = start()
    match, _, _ = begin(client, title="Sunday")
    start().close()
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    page = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'acts'").fetchone()[0]
    size = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.close()
    client = start()
    with Path(database).open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    answer = start().http.get(f"/api/matches/{match}")
    assert answer.status_code == 503
    assert answer.json()["error"] == 'the match "Sunday" cannot be read: the database is damaged'
    assert "copy of the database" in answer.json()["hint"]


def test_a_database_that_is_deleted_meanwhile_is_noticed(start: Start, database: str, tmp_path: Path) -> None:
    client = start()
    _, blue, _ = begin(client)
    away = tmp_path / "away.sqlite3"
    Path(database).rename(away)
    for answer in (
        client.http.get("/api/matches"),
        client.http.post("/api/matches", json={"game": "skirmish", "scenario": "ford"}),
    ):
        assert answer.status_code == 503
        assert answer.json()["error"] == "the database was removed or replaced while the service runs"
        assert "put the file back" in answer.json()["hint"]
    said = refusal(blue, "move 3rd-foot 0303")
    assert "the database was removed or replaced" in said
    Path(database).write_bytes(away.read_bytes())  # another file of the same name is not it either
    assert client.http.get("/api/matches").status_code == 503
    away.replace(database)
    assert len(client.http.get("/api/matches").json()) == 1


def refusal(viewer: Viewer, order: str) -> str:
    """What the service says to an order that it cannot keep."""
    with pytest.raises(Exception, match="could not be kept") as caught:
        viewer.order(order)
    return str(caught.value)


def test_a_full_disk_is_told_when_a_match_is_made(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    start()
    pragma(monkeypatch, "max_page_count = 24")
    client = start()
    wanted = {"game": "skirmish", "scenario": "ford"}
    answer = client.http.post("/api/matches", json=wanted)
    for _ in range(60):
        if answer.status_code != 201:
            break
        answer = client.http.post("/api/matches", json=wanted)
    assert (answer.status_code, answer.json()["error"]) == (503, "the disk is full")
    assert "make room" in answer.json()["hint"]


def test_a_folder_that_cannot_be_written_is_told_when_a_match_is_made(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    start()
    pragma(monkeypatch, "query_only = ON")
    answer = start().http.post("/api/matches", json={"game": "skirmish", "scenario": "ford"})
    assert answer.status_code == 503
    assert "read-only" in answer.json()["error"]
    assert "--database" in answer.json()["hint"]
