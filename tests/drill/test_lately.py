"""What a scenario remembers for all its matches: bounded, and as true in the next match as in the first."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from typing import Any

import pytest

from phaseline.drill import scenario as drill
from phaseline.drill.scenario import FieldScenario
from phaseline.engine.dice import SeededDice
from phaseline.engine.orders import Order, verb_of
from phaseline.engine.playout import playout
from phaseline.engine.registry import game
from phaseline.engine.state import State
from phaseline.hexgrid import hexes
from phaseline.mechanics.ways import Routes


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


@pytest.mark.parametrize(
    ("key", "scenario"), [("westfront", "S44"), ("westfront", "husky"), ("eisenhower", "alternate")]
)
def test_what_is_remembered_is_what_would_be_worked_out_now(
    key: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key holds all that the answer hangs on: whatever is found again in play is worked out anew, and compared."""
    plain, compared = FieldScenario.lately, set[Hashable]()

    def lately(self: FieldScenario[Any], what: Hashable, make: Callable[[], Any]) -> Any:
        known = what in self._lately
        found = plain(self, what, make)
        if known:
            compared.add(what)
            assert plainly(found) == plainly(make()), what
        return found

    monkeypatch.setattr(FieldScenario, "lately", lately)
    facts = facts_of(key, scenario)
    for seed in range(16):
        state = game(key).new(facts, SeededDice(bytes([seed + 40] * 32)))
        playout(state, random.Random(seed + 7), busily, orders=1500)
    assert len(compared) > 25


def busily(state: State[Any, Any], seat: int, rng: random.Random) -> Order:
    """A random order that does something, mostly."""
    legal = state.legal(seat)
    order = legal.sample(rng)
    return legal.sample(rng) if verb_of(type(order)) == "done" else order


def plainly(found: object) -> object:
    """An answer by what can be asked of it."""
    if isinstance(found, Routes):
        return found.all, tuple(found.waves), [(found.path(hex), found.ends(hex)) for hex in hexes(found.all)]
    return found


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
