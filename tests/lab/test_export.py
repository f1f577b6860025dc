"""Matches written for other tools."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from phaseline.engine import registry
from phaseline.engine.match import Match
from phaseline.engine.orders import verb_of
from phaseline.env.desk import Desk
from phaseline.lab.export import Walkthrough, to_jsonl, to_parquet


def played(game: str, scenario: str, seed: int, orders: int = 150) -> Match:
    kernel = registry.game(game)
    match = Match.new(kernel, kernel.load(scenario), seed=bytes([seed] * 32), players={0: "Ada"})
    rng = random.Random(seed)
    while (decision := match.decision) is not None and len(match.entries) <= orders:
        seat = decision.seats[0]
        match.submit(seat, match.legal(seat).sample(rng))
    return match


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("skirmish", "ford"), ("westfront", "husky"), ("eisenhower", "historical"), ("france44", "beachhead")],
)
def test_choices_of_an_export_make_the_orders(game: str, scenario: str) -> None:
    walk = Walkthrough("one", played(game, scenario, 1))
    numbers = []
    for number, state, seat, entry in walk:
        assert entry.order is not None
        desk = Desk(walk.setting.layout)
        desk.open(state.legal(seat))
        *first, last = walk.actions(state, seat, entry.order)
        assert [desk.choose(action) for action in first] == [None] * len(first)
        assert desk.choose(last) == entry.order
        numbers.append(number)
    assert numbers == list(range(1, len(walk.match.entries)))


def test_tables_hold_the_match(tmp_path: Path) -> None:
    walks = [
        Walkthrough("a", played("skirmish", "ford", 1, 10_000)),
        Walkthrough("b", played("skirmish", "ridge", 2, 30)),
    ]
    assert to_parquet(walks, tmp_path) == 2
    tables = {path.stem: pq.read_table(path).to_pylist() for path in tmp_path.iterdir()}
    assert set(tables) == {"matches", "orders", "dice", "positions"}
    first, second = tables["matches"]
    outcome = walks[0].match.outcome
    assert outcome is not None
    assert (first["match"], first["winner"], first["scores"]) == ("a", outcome.winner, list(outcome.scores))
    assert first["seed"] == bytes([1] * 32).hex()
    assert second["seed"] == "", "a match under way keeps the secret of its dice"
    assert second["players"] == ["Ada", ""]
    orders = [row for row in tables["orders"] if row["match"] == "a"]
    entries = walks[0].match.entries[1:]
    assert [row["order"] for row in orders] == [
        verb_of(type(entry.order)) for entry in entries if entry.order
    ]
    assert entries[0].order is not None
    assert orders[0]["notation"] == walks[0].match.write(entries[0].order)
    rolled = [row["values"] for row in tables["dice"] if row["match"] == "a"]
    assert rolled == [list(draw.values) for entry in entries for draw in entry.draws]
    assert len(tables["positions"]) == len(tables["orders"])
    row = tables["positions"][0]
    planes = np.array(row["planes"], np.uint8).reshape(row["planes_shape"])
    seen = walks[0].setting.encoding
    assert planes.shape == seen.planes
    state = walks[0].match.game.new(walks[0].match.scenario, walks[0].match.branch(1).state.dice)
    expected = seen.arrays(walks[0].match.game.view(state, row["seat"]), row["seat"])
    assert (planes == expected["planes"]).all()


def test_lines_hold_the_match(tmp_path: Path) -> None:
    match = played("westfront", "husky", 3)
    path = tmp_path / "x.jsonl"
    assert to_jsonl([Walkthrough("a", match), Walkthrough("b", match)], path) == 2
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert [line["match"] for line in lines] == ["a", "b"]
    assert [order["notation"] for order in lines[0]["record"]] == [
        match.write(entry.order) for entry in match.entries[1:] if entry.order is not None
    ]
    assert lines[0]["digest"] == match.position.digest()
