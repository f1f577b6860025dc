"""Results by points, and the spans that stand for them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from phaseline.mechanics.grades import Grade, graded, spans

LADDERS = st.lists(st.integers(-50, 50), min_size=1, max_size=6, unique=True)


def ladder(least: list[int]) -> list[Grade]:
    return [Grade(points, "", f"from {points}") for points in least]


@given(LADDERS, st.integers(0, 99))
def test_the_highest_that_is_reached_counts_whatever_the_order(least: list[int], more: int) -> None:
    points = min(least) + more
    assert graded(ladder(least), points).least == max(found for found in least if found <= points)


def test_below_the_last_there_is_still_the_last() -> None:
    assert graded(ladder([5, 3, 9]), 2).least == 3


def test_the_spans_join_without_a_gap() -> None:
    assert [span for _, span in spans(ladder([0, 12, -40, 5]))] == [
        "12 and more",
        "5 to 11",
        "0 to 4",
        "-1 and less",
    ]
