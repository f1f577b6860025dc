"""The same seed gives the same match on every machine."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.machines import MACHINES, Machine

from phaseline.ai.planning import Package, match, power, select
from phaseline.ai.planning.numbers import prices

PLAY = """
import builtins, functools, math, operator, sys

def plain(items, start=0):  # as up to Python 3.11
    return functools.reduce(operator.add, items, start)

def careful(items, start=0):  # as from Python 3.12 on, and more so
    items = [start, *items]
    return math.fsum(items) if any(isinstance(item, float) for item in items) else plain(items[1:], start)

key, scenario, orders, adding = sys.argv[1:]
builtins.sum = {"plain": plain, "careful": careful}[adding]
from phaseline.ai.driver import NoEnd, play_match
from phaseline.ai.staff import StaffAgent
from phaseline.engine import record
from phaseline.engine.match import Match
from phaseline.engine.registry import game
found = game(key)
match = Match.new(found, found.load(scenario), seed=bytes(32))
agents = {seat: StaffAgent(seat) for seat in range(len(found.seats))}
try:
    play_match(match, agents, limit=int(orders))
except NoEnd:
    pass
text = record.dump(match)
sys.stdout.buffer.write(text.encode("ascii", "backslashreplace"))
"""
FIRST = Machine("this one", blas="", hash_seed=0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "scenario", "orders"), [("eisenhower", "historical", 50), ("westfront", "husky", 40)]
)
def test_a_match_of_the_staff_is_the_same_record(
    key: str, scenario: str, orders: int, tmp_path: Path
) -> None:
    here = FIRST.run(PLAY, key, scenario, str(orders), "careful", home=tmp_path)
    assert here.count("\n") > orders
    for machine in MACHINES[:2]:
        assert machine.run(PLAY, key, scenario, str(orders), "plain", home=tmp_path) == here, machine.name


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(st.sampled_from([1.0, 2.0, 2.0004]), st.sets(st.sampled_from("abcd"), min_size=1)),
        max_size=7,
    )
)
def test_of_packages_worth_the_same_one_set_is_best(rows: list[tuple[float, set[str]]]) -> None:
    offers = [Package(worth, dict.fromkeys(sorted(uses), 1.0)) for worth, uses in rows]
    price = prices(offer.worth for offer in offers)
    sets = [
        chosen
        for size in range(len(offers) + 1)
        for chosen in itertools.combinations(range(len(offers)), size)
        if len(used := [use for number in chosen for use in offers[number].uses]) == len(set(used))
    ]
    totals = sorted((sum(price[number] for number in chosen) for chosen in sets), reverse=True)
    assert len(totals) == 1 or totals[0] > totals[1]
    assert tuple(select(offers)) == max(sets, key=lambda chosen: sum(price[number] for number in chosen))


@given(st.integers(1, 4), st.integers(1, 5))
def test_of_places_worth_the_same_one_matching_is_best(units: int, places: int) -> None:
    pairs = list(itertools.product(range(units), range(places)))
    price = dict(zip(pairs, prices([3.0] * len(pairs)), strict=True))
    found = match(dict.fromkeys(pairs, 3.0))
    best = max(
        sum(price[pair] for pair in zip(who, where, strict=True))
        for who in itertools.permutations(range(units), min(units, places))
        for where in itertools.combinations(range(places), min(units, places))
    )
    assert sum(price[unit, place] for unit, place in found.items() if isinstance(place, int)) == best


@given(st.floats(0, 2), st.floats(0, 40))
@example(0.0, 5e-324)
def test_powers(base: float, exponent: float) -> None:
    assert power(base, exponent) == pytest.approx(base**exponent, rel=1e-6, abs=1e-9)
