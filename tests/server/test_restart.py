"""What was acknowledged is there after the service has stopped and started again."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from tests.server.clients import Client, Refused, begin

from phaseline.engine import record, registry
from phaseline.engine.match import Match

Start = Callable[[], Client]


def test_orders_undone_and_done_again_survive(start: Start) -> None:
    client = start()
    match, blue, _ = begin(client)
    blue.order("move 3rd-foot 0303")
    blue.order("move 2nd-armoured 0402")
    blue.ask("undo")
    blue.until(lambda state: state["redo"])
    before = blue.state
    log = blue.events

    client = start()
    blue = client.play(match, 0)
    for name in ("entry", "stamp", "sheet", "legal", "undo", "redo", "path", "waiting"):
        assert blue.state[name] == before[name], name
    assert blue.events == log
    assert blue.ask("redo")["entry"] == 4
    blue.until(lambda state: state["entry"] == 4)
    blue.ask("undo")
    blue.ask("undo")
    blue.until(lambda state: state["entry"] == 2)
    with pytest.raises(Refused):
        blue.ask("undo")


def test_players_title_and_pace_survive(start: Start) -> None:
    client = start()
    match = client.new()
    players = [{"kind": "human", "name": "Ada"}, {"kind": "agent", "agent": "random"}]
    client.http.patch(f"/api/matches/{match}", json={"players": players, "title": "Tuesday", "pace": 2.5})
    summary = start().http.get(f"/api/matches/{match}").json()
    assert (summary["title"], summary["players"], summary["pace"]) == ("Tuesday", players, 2.5)


def test_a_computer_that_was_thinking_goes_on(start: Start) -> None:
    client = start()
    match = client.new(players=[{"kind": "agent", "agent": "random"}, {"kind": "human"}], pace=5.0)
    red = client.play(match, 1)
    red.order("stance screen")
    red.until(lambda state: state["entry"] >= 2 and 0 in state["waiting"])
    entry = red.state["entry"]
    client = start()
    client.http.patch(f"/api/matches/{match}", json={"pace": 0})
    red = client.play(match, 1)
    red.until(lambda state: state["entry"] > entry)
    assert red.state["entry"] > entry


def test_plans_of_a_match_that_is_over_survive(start: Start) -> None:
    client = start()
    match = client.new(players=[{"kind": "agent", "agent": "staff"}] * 2)
    watcher = client.play(match)
    watcher.until(lambda state: state["outcome"])
    told = [watcher.ask("plan", seat=seat)["plan"] for seat in (0, 1)]
    assert all(told)
    assert told[0] != told[1]
    watcher = start().play(match)
    assert [watcher.ask("plan", seat=seat)["plan"] for seat in (0, 1)] == told


def played(match: Match, rng: random.Random) -> tuple[int, str]:
    """A random order for whoever must decide, given in this match too."""
    assert match.decision is not None
    seat = match.decision.seats[0]
    order = match.legal(seat).sample(rng)
    text = match.write(order)
    match.submit(seat, order)
    return seat, text


@pytest.mark.parametrize(
    ("game", "scenario", "orders"), [("skirmish", "ridge", 240), ("westfront", "husky", 130)]
)
def test_dice_go_on_as_if_nothing_had_happened(start: Start, game: str, scenario: str, orders: int) -> None:
    """The same orders give the same match in one process and over several, with positions stored in between."""
    rules = registry.game(game)
    twin = Match.new(rules, rules.load(scenario), seed=bytes([7]) * 32)
    rng = random.Random(3)
    client = start()
    match = client.new(game, scenario, open=True)
    viewer = client.play(match)
    for number in range(orders):
        if twin.decision is None:
            break
        if number and number % 55 == 0:
            client = start()
            viewer = client.play(match)
        seat, text = played(twin, rng)
        if viewer.state["acting"] != seat:
            viewer.ask("sit", seat=seat)
        viewer.order(text)
    theirs = record.load(client.http.get(f"/api/matches/{match}/record").text)
    assert [entry.draws for entry in theirs.entries] == [entry.draws for entry in twin.entries]
    assert theirs.position == twin.position
    past: dict[str, Any] = viewer.ask("at", entry=len(twin.entries) // 2)["state"]
    assert past["sheet"]["pieces"]


def test_a_match_that_was_tampered_with_is_not_opened(start: Start, database: str) -> None:
    client = start()
    match, blue, _ = begin(client)
    blue.order("move 3rd-foot 0303")
    start()
    with sqlite3.connect(database) as tables:
        tables.execute("UPDATE acts SET notation = 'move 3rd-Foot 0401' WHERE entry = 3")
    tables.close()
    answer = start().http.get(f"/api/matches/{match}")
    assert answer.status_code == 409
    assert "entry 3" in answer.json()["error"]
    with sqlite3.connect(database) as tables:
        tables.execute("UPDATE positions SET digest = 'x'")
    tables.close()
    answer = start().http.get(f"/api/matches/{match}")
    assert "fingerprint" in answer.json()["error"]


def test_a_match_of_older_data_goes_on_if_it_replays_the_same(start: Start, database: str) -> None:
    client = start()
    match, blue, _ = begin(client)
    blue.order("move 3rd-foot 0303")
    blue.order("done")
    before = blue.state
    start()
    with sqlite3.connect(database) as tables:
        tables.execute("UPDATE matches SET data = 'older', rules = '0.0'")
    tables.close()
    blue = start().play(match, 0)
    for name in ("entry", "stamp", "sheet", "legal", "undo", "path", "waiting"):
        assert blue.state[name] == before[name], name
    assert blue.ask("at", entry=2)["state"]["sheet"]
    rng = random.Random(2)
    while blue.state["legal"]:
        blue.anything(rng)
    entry = blue.state["entry"]
    assert start().play(match, 0).state["entry"] == entry


def test_a_match_of_older_data_that_goes_otherwise_now_names_the_entry(start: Start, database: str) -> None:
    client = start()
    match = client.new(open=True)
    viewer = client.play(match)
    rng = random.Random(2)
    while not any(event["kind"] == "roll" and event["entry"] for event in viewer.events):
        viewer.anything(rng)
    start()
    with sqlite3.connect(database) as tables:
        tables.execute("UPDATE matches SET data = 'older'")
        ends = tables.execute(
            "SELECT serial, entry FROM acts WHERE phase_ends != '[]' ORDER BY serial"
        ).fetchall()
        serial, entry = ends[-1]
        tables.execute(
            "UPDATE acts SET phase_ends = replace(phase_ends, '[\"', '[\"0') WHERE serial = ?", (serial,)
        )
    tables.close()
    answer = start().http.get(f"/api/matches/{match}")
    assert answer.status_code == 409
    assert f"entry {entry} " in answer.json()["error"]
