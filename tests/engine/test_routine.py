"""Steps in which there is nothing to decide."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from phaseline.engine import registry
from phaseline.engine.dice import SeededDice
from phaseline.engine.match import Match
from phaseline.engine.orders import verb_of
from phaseline.engine.rehearsal import sampled
from phaseline.engine.routine import is_routine, only_order


def played(game: str, scenario: str, seed: int, orders: int) -> Counter[tuple[str, bool]]:
    """The kinds of order that were the only ones in a match of random orders, and whether they were routine.

    Whatever was said to be routine must have rolled nothing, shown nothing, and been told to everybody alike.
    """
    found = registry.game(game)
    match = Match.new(found, found.load(scenario, {}), dice=SeededDice(bytes([seed]) * 32))
    rng = random.Random(seed)
    sole: Counter[tuple[str, bool]] = Counter()
    for _ in range(orders):
        decision = match.decision
        if decision is None:
            break
        seat = decision.seats[0]
        order = only_order(match.state, seat)
        if order is None:
            match.submit(seat, match.legal(seat).sample(rng))
            continue
        routine = is_routine([sampled(found, match.state, seat, seed)[0]], seat, order)
        events = match.submit(seat, order)
        sole[verb_of(type(order)), routine] += 1
        if routine:
            assert not decision.simultaneous
            assert match.entries[-1].before is not None
            assert not match.entries[-1].draws
            assert all(event.seats is None for event in events)
            assert match.outcome is None
    return sole


@pytest.mark.parametrize(
    ("game", "scenario", "orders"),
    [("skirmish", "ford", 150), ("westfront", "husky", 200), ("eisenhower", "historical", 120)],
)
def test_what_is_routine_can_be_taken_back_and_hides_nothing(game: str, scenario: str, orders: int) -> None:
    sole = played(game, scenario, 3, orders)
    assert any(routine for _, routine in sole), sole


def test_an_only_order_that_rolls_is_no_routine() -> None:
    sole = played("westfront", "husky", 3, 200) + played("skirmish", "ford", 3, 150)
    assert any(not routine for _, routine in sole), sole


def test_secret_choices_at_the_same_time_are_no_routine(begun: Match) -> None:
    order = begun.parse("stance hold")
    assert only_order(begun.state, 0) is None
    assert not is_routine([begun.state], 0, order)
