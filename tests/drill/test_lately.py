"""What a scenario remembers for all its matches: bounded, and as true in the next match as in the first."""

from __future__ import annotations

import random
from typing import Any

import pytest

from phaseline.drill import scenario as drill
from phaseline.drill.scenario import FieldScenario
from phaseline.engine.dice import SeededDice
from phaseline.engine.playout import playout
from phaseline.engine.registry import game


def facts_of(key: str, scenario: str) -> FieldScenario[Any]:
    found = game(key).load(scenario)
    assert isinstance(found, FieldScenario)
    return found


def test_worked_out_once_until_much_else_has_been(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key is worked out once, nothing found is asked for again, and no more is kept than may be."""
    monkeypatch.setattr(drill, "MOST_KEPT", 3)
    facts, asked = facts_of("skirmish", "ridge"), list[int]()

    def squared(number: int) -> int:
        asked.append(number)
        return number * number

    def lately(number: int) -> int:
        return facts.lately(("squared", number), lambda: squared(number))

    assert [lately(number) for number in (0, 1, 0, 1, 2)] == [0, 1, 0, 1, 4]
    assert asked == [0, 1, 2]
    assert [lately(number) for number in (3, 0)] == [9, 0]
    assert asked == [0, 1, 2, 3, 0]


@pytest.mark.parametrize(("key", "scenario"), [("westfront", "husky"), ("eisenhower", "historical")])
def test_says_nothing_of_another_match(key: str, scenario: str) -> None:
    """A match goes the same way, offers the same orders and refuses alike, whatever was played on its scenario before."""
    used, fresh = facts_of(key, scenario), facts_of(key, scenario)
    for seed in range(3):
        playout(game(key).new(used, SeededDice(bytes([seed] * 32))), random.Random(seed), orders=250)
    rng, again = random.Random(9), random.Random(9)
    state = game(key).new(used, SeededDice(bytes(32)))
    other = game(key).new(fresh, SeededDice(bytes(32)))
    for number in range(250):
        decision = state.waiting()
        assert decision == other.waiting()
        if decision is None:
            break
        seat = decision.seats[0]
        if number % 10 == 0:
            fresh._lately.clear()
            assert list(state.legal(seat)) == list(other.legal(seat))
        playout(state, rng, orders=1)
        playout(other, again, orders=1)
        assert state.position.digest() == other.position.digest()


def test_the_state_that_remembers_nothing_shows_what_is_remembered_wrongly() -> None:
    """The harness compares every state with a fresh one: that one must not share what the scenario remembers."""
    facts = facts_of("eisenhower", "historical")
    state = game("eisenhower").new(facts, SeededDice(bytes(32)))
    assert facts.lately("hexes", lambda: 1) == 1
    fresh = state.fresh()
    assert fresh.scenario.lately("hexes", lambda: 2) == 2
    assert facts.lately("hexes", lambda: 3) == 1
    assert fresh.scenario.digest == facts.digest
    assert list(fresh.legal(0)) == list(state.legal(0))
