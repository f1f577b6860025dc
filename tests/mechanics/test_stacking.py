"""Stacking limits by count, by kind and by point."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaseline.hexgrid import hexes
from phaseline.mechanics.stacking import ONE_UNIT, Limit, Load, depths, excesses, removable

TWO_AND_AN_HQ = [Limit("unit", 2, "7.1"), Limit("hq", 1, "19.3")]
HQ: Load = {"hq": 1}
TRUCK: Load = {}
FORT: Load = {"unit": 1, "fort": 1}


@pytest.mark.parametrize(
    "stack", [[], [ONE_UNIT, ONE_UNIT], [ONE_UNIT, ONE_UNIT, HQ], [TRUCK] * 9, [HQ, TRUCK, ONE_UNIT]]
)
def test_two_units_and_a_headquarters_may_stack(stack: list[Load]) -> None:
    assert excesses(stack, TWO_AND_AN_HQ) == []


def test_a_third_unit_is_too_much() -> None:
    (excess,) = excesses([ONE_UNIT, HQ, ONE_UNIT, ONE_UNIT], TWO_AND_AN_HQ)
    assert excess.over == 1
    assert str(excess) == "3 units, at most 2 may stack here (7.1)"


def test_a_second_headquarters_is_too_much_even_alone() -> None:
    assert [excess.limit.case for excess in excesses([HQ, HQ], TWO_AND_AN_HQ)] == ["19.3"]


def test_one_fort_counts_as_a_unit_and_as_a_fort() -> None:
    limits = [Limit("unit", 4, "6.21"), Limit("fort", 1, "2.26f")]
    assert excesses([FORT, ONE_UNIT, ONE_UNIT, ONE_UNIT], limits) == []
    assert [excess.limit.kind for excess in excesses([FORT] * 5, limits)] == ["unit", "fort"]


def test_the_owner_removes_what_is_too_much_of() -> None:
    assert removable([HQ, ONE_UNIT, TRUCK, ONE_UNIT, ONE_UNIT], TWO_AND_AN_HQ) == [1, 3, 4]
    assert removable([HQ, ONE_UNIT], TWO_AND_AN_HQ) == []


def test_points_add_up() -> None:
    assert [excess.over for excess in excesses([{"point": 3}, {"point": 2}], [Limit("point", 4)])] == [1]


@given(st.lists(st.integers(0, 12), max_size=30), st.integers(1, 6))
def test_depths_are_stack_heights(units: list[int], most: int) -> None:
    heights = Counter(units)
    for level, mask in enumerate(depths(units, most)):
        assert list(hexes(mask)) == sorted(h for h, height in heights.items() if height > level)
