"""The tools of planning: assignment, fields, exchanges, giving orders, parameters."""

import ctypes
import os
import random
from collections.abc import Hashable
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from phaseline.ai.planning import (
    Exchange,
    Intent,
    OrderBook,
    Package,
    assignment,
    best_move,
    influence,
    match,
    read_parameters,
    select,
)
from phaseline.ai.skirmish.parameters import parameters as skirmish_parameters
from phaseline.ai.westfront.clash import Force, Ground, outlook
from phaseline.ai.westfront.parameters import parameters as westfront_parameters
from phaseline.engine.match import Match
from phaseline.engine.packs import DataError
from phaseline.engine.registry import game
from phaseline.games.skirmish.orders import Move
from phaseline.hexgrid import Grid
from phaseline.mechanics.distributions import dice

packages = st.lists(
    st.tuples(st.integers(-3, 9), st.sets(st.sampled_from("abcde"), min_size=1)), max_size=8
).map(lambda rows: [Package(worth, dict.fromkeys(sorted(uses), 1.0)) for worth, uses in rows])


def best_worth(offers: list[Package]) -> float:
    """By trying every set of packages."""
    best = 0.0
    for choice in range(1 << len(offers)):
        taken = [offer for n, offer in enumerate(offers) if choice >> n & 1]
        used = [use for offer in taken for use in offer.uses]
        if len(used) == len(set(used)):
            best = max(best, sum(offer.worth for offer in taken))
    return best


@given(packages)
def test_the_best_packages_are_taken(offers: list[Package]) -> None:
    chosen = select(offers)
    used = [use for number in chosen for use in offers[number].uses]
    assert len(used) == len(set(used))
    assert sum(offers[number].worth for number in chosen) == pytest.approx(best_worth(offers))


@given(packages, st.integers(1, 3))
def test_a_few_packages_are_chosen_as_a_solver_does(offers: list[Package], room: int) -> None:
    capacity: dict[Hashable, float] = {"a": float(room), "c": 2.5}
    chosen = select(offers, capacity)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assignment, "FEW", 0)
        assert select(offers, capacity) == chosen


def test_packages_share_what_there_is_more_of() -> None:
    offers = [Package(5, {"points": 8}), Package(4, {"points": 5}), Package(3, {"points": 4})]
    assert select(offers, {"points": 9}) == [1, 2]
    assert select(offers, {"points": 17}) == [0, 1, 2]


def test_the_solver_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    """Of this choice it prints a line of its own from C, in the middle of what a program may be reading."""
    offers = [
        Package(2.0, {48: 1, 27: 1, "points": 2}),
        Package(1.0, {44: 1, 54: 1, "points": 1}),
        Package(3.0, {33: 1, "points": 4}),
        Package(9.281, {49: 1, 31: 1, "points": 9}),
        Package(7.788, {29: 1, 53: 1, 4: 1, 39: 1, 32: 1, 31: 1}),
        Package(5.0, {35: 1, 21: 1, 13: 1, "points": 6}),
        Package(1.141, {1: 1, 36: 1}),
        Package(5.0, {20: 1, 19: 1, 37: 1, "points": 4}),
    ]
    print("before", flush=True)
    assert sum(offers[number].worth for number in select(offers, {"points": 10.32})) == pytest.approx(18.929)
    print("after", flush=True)
    ctypes.CDLL("ucrtbase" if os.name == "nt" else None).fflush(None)
    assert capfd.readouterr().out == "before\nafter\n"


def test_units_are_matched_to_places_once() -> None:
    worth: dict[tuple[str, Hashable], float] = {("A", 1): 5.0, ("A", 2): 4.5, ("B", 1): 3.0, ("B", 2): -1.0}
    assert match(worth) == {"A": 2, "B": 1}
    assert match({}) == {}


def test_influence_adds_up_and_fades() -> None:
    grid = Grid.pointy(rows=1, cols=4)
    field = influence(grid, {0: 4.0, 2: 2.0}, 0b1111, fade=0.5, limit=1)
    assert field == {0: 4.0, 1: 3.0, 2: 2.0, 3: 1.0}


def test_an_exchange_is_the_mean_of_the_outcomes() -> None:
    found = Exchange.of(dice(1), lambda die: 2 * (die == 1), lambda die: die == 6, lambda die: die >= 5)
    assert found.own == pytest.approx(1 / 3)
    assert found.enemy == pytest.approx(1 / 6)
    assert found.worth(prize=3.0) == pytest.approx(1 / 6 + 1 - 1 / 3)


def test_orders_are_given_when_they_are_legal_and_passed_over_when_not() -> None:
    skirmish = game("skirmish")
    duel = Match.new(skirmish, skirmish.load("ford"), seed=bytes(32))
    duel.submit(0, "stance hold")
    duel.submit(1, "stance hold")
    orders = list(duel.legal(0))
    far = duel.parse("move 1st-Armoured 0709")
    book = OrderBook([Intent(far, "far", (orders[0],)), Intent(orders[1], "near")])
    first = book.next(duel.legal(0))
    assert first == orders[0]
    duel.submit(0, first)
    second = book.next(duel.legal(0))
    assert second is None or duel.check(0, second) is None


def test_the_reasons_are_those_of_the_order_at_hand_and_of_what_is_still_to_be_given() -> None:
    skirmish = game("skirmish")
    duel = Match.new(skirmish, skirmish.load("ford"), seed=bytes(32))
    duel.submit(0, "stance hold")
    duel.submit(1, "stance hold")
    moves = [order for order in duel.legal(0) if isinstance(order, Move)]
    first, second = moves[0], next(order for order in moves if order.unit != moves[0].unit)
    never = duel.parse("move 1st-Armoured 0709")
    book = OrderBook([Intent(never, "never"), Intent(first, "first"), Intent(second, "second")])
    assert book.reasons() == ["never", "first", "second"]
    duel.submit(0, book.next(duel.legal(0)) or never)
    assert book.reasons() == ["first", "second"], "what cannot be given was passed over"
    duel.submit(0, book.next(duel.legal(0)) or never)
    assert book.reasons() == ["second"], "the first has been given"
    assert book.next(duel.legal(0)) is None
    assert book.reasons() == []


def test_an_intent_may_have_to_wait() -> None:
    skirmish = game("skirmish")
    duel = Match.new(skirmish, skirmish.load("ford"), seed=bytes(32))
    duel.submit(0, "stance hold")
    duel.submit(1, "stance hold")
    one, other = [order for order in duel.legal(0) if isinstance(order, Move)][:2]
    book = OrderBook([Intent(one), Intent(other)])
    assert book.next(duel.legal(0), unless=lambda order: order == one) == other
    assert book.next(duel.legal(0)) == one


def test_the_best_move_is_the_first_of_those_worth_most_and_worth_enough() -> None:
    skirmish = game("skirmish")
    duel = Match.new(skirmish, skirmish.load("ford"), seed=bytes(32))
    duel.submit(0, "stance hold")
    duel.submit(1, "stance hold")
    legal = duel.legal(0)

    def worth(unit: int, hex: int) -> int:
        return unit + hex % 7

    moves = [order for order in legal if isinstance(order, Move)]
    best = best_move(legal, Move, worth)
    most = max(worth(order.unit, order.to) for order in moves)
    assert best == next(order for order in moves if worth(order.unit, order.to) == most)
    assert best_move(legal, Move, worth, above=most) is None


def test_parameters_are_read_and_checked() -> None:
    assert westfront_parameters().worth.unit == 2.0
    assert skirmish_parameters().sweeps >= 1

    class Narrow(Struct, frozen=True, forbid_unknown_fields=True):
        strength: float

    with pytest.raises(DataError, match=r'parameters\.toml: there is no "secure" here'):
        read_parameters("phaseline.ai.skirmish", Narrow)


@pytest.mark.parametrize("name", ["skirmish", "westfront", "france44"])
def test_every_parameter_says_what_it_is(name: str) -> None:
    text = files(f"phaseline.ai.{name}").joinpath("data/parameters.toml").read_text("utf-8")
    for line in text.splitlines():
        if "=" in line:
            assert "#" in line, line


def test_more_force_promises_more() -> None:
    rng = random.Random(1)
    enemy = Force(1.0, 1.0, 6, 2, 8)
    for _ in range(50):
        own = Force(rng.uniform(0.3, 4), 1, 8, 3, 12)
        more = own._replace(attack=own.attack + 0.5)
        weak, strong = outlook(own, enemy, Ground()), outlook(more, enemy, Ground())
        assert strong.clears >= weak.clears
        assert strong.enemy >= weak.enemy
        assert outlook(own, enemy, Ground(protection=2)).clears <= weak.clears
