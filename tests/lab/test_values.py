"""What matches teach of the beginnings of turns, for players that look so far ahead."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Shell
from tests.lab.test_chances import played

from phaseline.engine.dice import SeededDice
from phaseline.engine.match import Match
from phaseline.engine.registry import game
from phaseline.lab import values


@pytest.fixture(scope="module")
def over() -> Match:
    """The Ardennes, played at random to its end."""
    france, rng = game("france44"), random.Random(4)
    match = Match.new(france, france.load("ardennes"), seed=bytes(32))
    while match.decision is not None:
        seat = match.decision.seats[0]
        match.submit(seat, match.legal(seat).sample(rng))
    return match


def test_a_match_is_read_where_turns_begin(over: Match) -> None:
    read = values.reader(over.game, over.scenario)
    assert read is not None
    course = read(over)
    assert over.outcome is not None
    assert course.ending == (2 if over.outcome.winner is None else over.outcome.winner)
    turns = [moment.turn for moment in course.moments]
    assert turns == sorted(turns)
    assert set(turns) == set(range(turns[0], 6))
    assert max(turns.count(turn) for turn in turns) == 2, "one beginning a side"
    assert all(
        {"tally", "men", "places", "chance", "factors 0"} <= set(each.found) for each in course.moments
    )
    assert len({moment.found["places"] for moment in course.moments}) > 1


@pytest.mark.parametrize(
    ("key", "scenario"), [("skirmish", "ford"), ("westfront", "husky"), ("war_in_europe", "sichelschnitt")]
)
def test_nothing_is_learned_where_nobody_values_positions_by_it(key: str, scenario: str) -> None:
    """Players see the end there, or there is none that searches."""
    found: Any = game(key)
    assert values.reader(found, found.load(scenario)) is None


def test_a_run_that_teaches_nothing_says_so(tmp_path: Path) -> None:
    store = played(tmp_path, "all")
    shell = Shell(tmp_path)
    assert shell.run("lab", "values", str(store.folder), "--json").json == []
    assert "nothing was learned" in shell.run("lab", "values", str(store.folder)).out
    assert list((store.folder / "values").glob("*.toml")) == []


def test_the_numbers_of_a_position_are_the_same_however_it_was_reached(over: Match) -> None:
    """They rest on the position alone."""
    council = values._councils(over.game, over.scenario)[0]
    twin = over.game.new(over.scenario, SeededDice(bytes(32)))
    assert council.numbers(twin) == council.numbers(twin.fresh())
    assert council.numbers(twin) != council.numbers(over.state)
