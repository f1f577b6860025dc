"""Strengths under factors, with fractions kept, dropped or raised."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaseline.mechanics.strength import (
    HALF,
    Factor,
    Rounding,
    contribution,
    modified,
    rounded,
    show,
    total,
)


def test_two_fives_across_a_river_make_four() -> None:
    halved = [Factor(HALF, "across a river", "21.3")]
    units = [contribution(name, 5, halved, Rounding.DOWN) for name in ("a1", "a2")]
    assert total(units) == 4


def test_out_of_supply_halves_are_raised_unit_by_unit() -> None:
    assert [modified(attack, [HALF], Rounding.UP) for attack in (9, 1, 0)] == [5, 1, 0]


def test_unsupplied_and_muddy_strengths_keep_their_fractions() -> None:
    assert modified(5, [HALF, HALF]) == Fraction(5, 4)


def test_factors_are_all_applied_before_rounding() -> None:
    assert modified(3, [HALF, 2], Rounding.DOWN) == 3


def test_halves_add_up_to_whole_numbers_again() -> None:
    units = [contribution(name, 3, [Factor(HALF, "out of supply")]) for name in "ab"]
    assert total(units) == 3
    assert isinstance(total(units), int)


def test_a_line_of_the_odds_panel() -> None:
    line = contribution("2nd Division", 5, [Factor(2, "in a town", "23.2"), Factor(HALF, "entrained")])
    assert str(line) == "2nd Division 5 x 2 in a town x 1/2 entrained = 5"


@pytest.mark.parametrize(
    ("strength", "text"), [(0, "0"), (7, "7"), (Fraction(21, 2), "10 1/2"), (Fraction(1, 4), "1/4")]
)
def test_strengths_are_shown_as_printed(strength: int | Fraction, text: str) -> None:
    assert show(strength) == text


@given(st.fractions(0, 100))
def test_rounding_never_moves_by_one_or_more(strength: Fraction) -> None:
    down, kept, up = (rounded(strength, rounding) for rounding in (Rounding.DOWN, Rounding.KEEP, Rounding.UP))
    assert kept == strength
    assert down <= strength < down + 1
    assert up - 1 < strength <= up
