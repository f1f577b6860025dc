"""Playing a state on."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from phaseline.engine.dice import SeededDice
from phaseline.engine.orders import Order
from phaseline.engine.playout import any_order, playout
from phaseline.engine.state import State
from phaseline.games.skirmish import GAME

FORD = GAME.load("ford")


def begun() -> State[Any, Any]:
    return GAME.new(FORD, SeededDice(bytes(32)))


def test_a_playout_is_the_match_that_the_same_checked_orders_make() -> None:
    state, checked = begun(), begun()
    rng = random.Random(7)
    given = playout(state, random.Random(7))
    for _ in range(given):
        decision = checked.decision
        assert decision is not None
        checked.apply(decision.seats[0], any_order(checked, decision.seats[0], rng))
    assert given > 20
    assert state.position == checked.position
    assert state.position.outcome is not None
    assert state.decision is None
    assert not state.events
    assert not state.draws


def test_it_goes_on_from_where_a_playout_stopped() -> None:
    whole, parts, rng = begun(), begun(), random.Random(3)
    assert playout(whole, random.Random(3), orders=30) == 30
    assert [playout(parts, rng, orders=orders) for orders in (0, 12, 18)] == [0, 12, 18]
    assert parts.position == whole.position


def test_it_stops_at_the_first_decision_after_so_many_phases() -> None:
    state, watched = begun(), begun()
    ended: list[tuple[str, ...]] = []
    watched.on_phase_end = ended.append
    given = playout(state, random.Random(5), phases=3)
    rng = random.Random(5)
    for number in range(given):
        assert len(ended) < 3, number
        decision = watched.decision
        assert decision is not None
        watched.apply(decision.seats[0], any_order(watched, decision.seats[0], rng))
    assert len(ended) >= 3
    assert state.position == watched.position


def test_whoever_listens_for_phases_hears_of_none_and_listens_on() -> None:
    state = begun()
    heard: list[tuple[str, ...]] = []
    state.on_phase_end = hear = heard.append
    playout(state, random.Random(5), phases=2)
    assert heard == []
    assert state.on_phase_end == hear


def test_it_stops_before_a_decision_it_shall_not_make() -> None:
    state = begun()
    playout(state, random.Random(5), until=lambda decision: decision.step.label == "plan")
    decision = state.decision
    assert decision is not None
    assert decision.step.label == "plan"


@pytest.mark.parametrize("by_seat", [True, False])
def test_every_seat_may_choose_in_its_own_way(by_seat: bool) -> None:
    asked: list[int] = []

    def chooser(name: int) -> Callable[[State[Any, Any], int, random.Random], Order]:
        def first(state: State[Any, Any], seat: int, _: random.Random) -> Order:
            assert name in (seat, -1)
            asked.append(seat)
            return next(iter(state.legal(seat)))

        return first

    choose = {seat: chooser(seat) for seat in range(2)} if by_seat else chooser(-1)
    assert playout(begun(), random.Random(1), choose, orders=25) == len(asked) == 25
    assert set(asked) == {0, 1}
