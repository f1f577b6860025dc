"""Checked matches in numbers: how they are tallied, and where they begin."""

import pytest

from phaseline.ai.agent import Budget, Observation
from phaseline.ai.random_agent import RandomAgent
from phaseline.engine import record
from phaseline.engine.orders import Order
from phaseline.games.skirmish import orders
from phaseline.lab import openings
from phaseline.lab.fuzz import Finding, Kept, Suite, Tally, _load, check_one


def test_checked_matches_are_tallied() -> None:
    tally = Tally(("Blue", "Red"))
    assert str(tally) == "0 matches"
    for result in (Kept(60, 0), Kept(90, 1), Kept(130, None), Kept(100, 0), Finding(5, "ford", "x", "")):
        tally.add(result)
    assert str(tally) == "5 matches of 60 to 130 orders (median 95), Blue won 2, Red won 1, 1 drawn"
    assert tally.faults == 1
    for found in (Kept(7, None, "ford: Turn 3", over=False), Kept(8, 1, "ford: Turn 3")):
        tally.add(found)
    assert str(tally).endswith("Blue won 2, Red won 2, 1 drawn, 2 begun on 1 turn of staff matches")
    suite = Suite("skirmish", ("ford", "ridge"))
    assert check_one(suite, 3) == check_one(suite, 3) != check_one(suite, 4)


def test_every_second_match_begins_where_planning_players_came_to_every_turn_among_them() -> None:
    suite = Suite("skirmish", ("ford",), (("fog", "true"),), staffed=True)
    kept = [check_one(suite, seed) for seed in range(30)]
    assert kept[:6] == [check_one(suite, seed) for seed in range(6)]
    turns = [found.turn for found in kept if isinstance(found, Kept)]
    assert turns[::2] == [""] * 15
    game, (scenario,) = _load(suite)
    every = {openings.pick(game, scenario, 1, number)[1] for number in range(openings.BLOCK)}
    assert len(set(turns[1::2])) == min(15, len(every))
    assert "ford: Turn 2, Red turn" in every


def test_players_that_break_down_on_their_way_are_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stumbles(RandomAgent):
        def order(self, seen: Observation, budget: Budget) -> Order:
            return orders.Move(0, 0) if "movement" in seen.view.path else super().order(seen, budget)

    monkeypatch.setattr(openings, "seated", lambda *_: {seat: Stumbles(seat) for seat in (0, 1)})
    suite = Suite("skirmish", ("ridge",), (("fog", "true"),), staffed=True)
    found = check_one(suite, 1)
    assert isinstance(found, Finding)
    assert "AgentError while staff plays: Stumbles as " in found.message
    assert len(record.load(found.record).entries) > 2


def test_fuzz_takes_turns_with_scenarios_and_variants() -> None:
    game, setups = _load(Suite("skirmish", ("ford", "ridge")))
    assert game.key == "skirmish"
    plain = [(scenario.key, scenario.options) for scenario in setups]
    assert plain == [
        (key, game.options(chosen))
        for chosen in ({}, {"fog": False}, {"weather": "dry"})
        for key in ("ford", "ridge")
    ]


def test_fuzz_with_options_keeps_to_them() -> None:
    game, setups = _load(Suite("skirmish", ("ford",), (("fog", "false"),)))
    assert [scenario.options for scenario in setups] == [game.options({"fog": False})]
