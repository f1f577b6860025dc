"""Exact distributions against every throw of the dice written out."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaseline.mechanics.distributions import Distribution, Throw, dice, hits, tallies

distributions = st.dictionaries(st.integers(-5, 5), st.integers(1, 9), min_size=1).map(Distribution)


def written_out(count: int, sides: int = 6) -> list[tuple[int, ...]]:
    return list(product(range(1, sides + 1), repeat=count))


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (1, 10), (2, 6), (3, 6), (4, 4), (5, 3)])
def test_sums_of_dice(count: int, sides: int) -> None:
    assert dice(count, sides) == Distribution.even(map(sum, written_out(count, sides)))


@pytest.mark.parametrize("count", range(5))
@pytest.mark.parametrize("on", range(8))
def test_hits_of_a_bucket_of_dice(count: int, on: int) -> None:
    every_throw = (sum(die >= on for die in throw) for throw in written_out(count))
    assert hits(count, on) == Distribution.even(every_throw)


def test_a_distribution_shows_its_shares() -> None:
    assert repr(hits(1, on=5)) == "<Distribution 0: 2/3, 1: 1/3>"


def test_single_double_and_triple_fire() -> None:
    assert [hits(1, on=on)[1] for on in (6, 5, 4)] == [Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)]


def test_two_hits_to_the_step_and_no_more_steps_than_there_are() -> None:
    steps = hits(4, on=4).map(lambda hit: min(hit // 2, 1))
    assert steps[1] == Fraction(6 + 4 + 1, 16)
    assert steps[2] == 0


def test_hits_and_repulses_of_the_same_dice() -> None:
    river_in_mud = ((0, 1), (0, 1), (0, 1), (0, 0), (0, 0), (1, 0))
    every_throw = ((throw.count(6), sum(die <= 3 for die in throw)) for throw in written_out(4))
    assert tallies(4, river_in_mud) == Distribution.even(every_throw)


@pytest.mark.parametrize("count", range(4))
@pytest.mark.parametrize(
    "faces",
    [((1,),) * 6, ((0, 1), (1, 0), (1, 1)), ((0, 0), (2, 1), (2, 1), (1, 3)), ((1, 0), (0, 1), (0, 2))],
)
def test_tallies_are_those_of_every_throw(count: int, faces: tuple[tuple[int, ...], ...]) -> None:
    nothing = (0,) * len(faces[0])
    every_throw = (
        tuple(map(sum, zip(nothing, *throw, strict=True))) for throw in product(faces, repeat=count)
    )
    assert tallies(count, faces) == Distribution.even(every_throw)


def test_a_face_may_count_twice() -> None:
    both = ((0, 1), (0, 1), (1, 1), (1, 1), (1, 0), (1, 0))
    assert tallies(1, both)[1, 1] == Fraction(1, 3)


def test_defenders_fire_first_and_survivors_fire_back() -> None:
    expected: Counter[int] = Counter()
    for defence in written_out(2):
        survivors = 3 - sum(die >= 5 for die in defence)
        for attack in written_out(3):
            expected[sum(die == 6 for die in attack[:survivors])] += 1
    assert hits(2, on=5).then(lambda lost: hits(3 - lost, on=6)) == Distribution(expected)


def test_what_is_known_changes_the_odds() -> None:
    assert dice(2).given(lambda total: total >= 11)[12] == Fraction(1, 3)


@given(distributions)
def test_probabilities_add_up_to_one(distribution: Distribution[int]) -> None:
    assert sum(share for _, share in distribution.items()) == 1
    assert distribution.chance(lambda _: True) == 1
    assert sum(distribution.floats().values()) == pytest.approx(1)


@given(distributions, distributions)
def test_means_of_sums_are_sums_of_means(one: Distribution[int], other: Distribution[int]) -> None:
    assert (one + other).mean() == one.mean() + other.mean()
    assert one + other == one.pair(other).map(sum)
    assert one + other == one.then(lambda mine: other.map(lambda theirs: mine + theirs))


@given(st.dictionaries(st.integers(), st.integers(1, 50), min_size=1), st.integers(1, 7))
def test_weights_in_proportion_are_equal_distributions(weights: dict[int, int], times: int) -> None:
    scaled = Distribution({outcome: weight * times for outcome, weight in weights.items()})
    assert scaled == Distribution(weights)
    assert hash(scaled) == hash(Distribution(weights))


def test_impossible_outcomes_are_left_out() -> None:
    assert list(Distribution({"Ae": 0, "De": 6})) == ["De"]
    assert Distribution.certain("De")["Ae"] == 0
    assert len(hits(3, on=7)) == 1


@pytest.mark.parametrize("weights", [{}, {1: 0}, {1: -1, 2: 3}])
def test_weights_that_cannot_be(weights: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="weight"):
        Distribution(weights)


@pytest.mark.parametrize(("text", "lowest", "highest"), [("1d6", 1, 6), ("d10", 1, 10), ("2d6", 2, 12)])
def test_throws_as_printed(text: str, lowest: int, highest: int) -> None:
    throw = Throw.parse(text)
    assert (throw.span[0], throw.span[-1]) == (lowest, highest)
    assert list(throw.totals()) == list(throw.span)
    assert Throw.parse(str(throw)) == throw


@pytest.mark.parametrize("text", ["", "6", "0d6", "2d0", "two dice"])
def test_throws_that_cannot_be_read(text: str) -> None:
    with pytest.raises(ValueError, match="write 1d6, 2d6 or d10"):
        Throw.parse(text)
