"""What can never be true of units on hexes is found, and said."""

from __future__ import annotations

import pytest
from tests.drill.field import BLUE, GONE, OnField, field

from phaseline.drill.soundness import both_sides, misplaced, overfull, wrong_steps

ROAD = """
    a . n
     . . .
"""


@pytest.fixture
def s() -> OnField:
    return field(ROAD)


def test_both_sides_in_a_hex(s: OnField) -> None:
    assert list(both_sides(s, s.standing.occupied, "are in")) == []
    s.put(0, s.position.at[1])
    label = s.scenario.map.label(s.position.at[1])
    assert list(both_sides(s, s.standing.occupied, "are in")) == [f"both sides are in {label}"]


def test_a_unit_where_none_may_be(s: OnField) -> None:
    here = s.position.at[0]
    label = s.scenario.map.label(here)
    assert list(misplaced(s, 0b11, 1 << here, "a lake")) == [f"a is in {label}, a lake"]
    assert list(misplaced(s, 0b10, 1 << here, "a lake")) == []
    s.put(0, GONE)
    assert list(misplaced(s, 0b11, -1, "a lake")) == [
        f"n is in {s.scenario.map.label(s.position.at[1])}, a lake"
    ]


@pytest.mark.parametrize(
    ("place", "steps", "told"),
    [
        (None, 2, []),
        (None, 3, ["a has 3 steps and is in play"]),
        (None, 0, ["a has 0 steps and is in play"]),
        (GONE, 1, ["a has 1 step and is out of the game"]),
        (GONE, 0, []),
        (-2, 0, []),
        (-2, 1, []),
        (-2, 3, ["a has 3 steps and is in play"]),
    ],
)
def test_steps_and_place_disagree(s: OnField, place: int | None, steps: int, told: list[str]) -> None:
    if place is not None:
        s.put(0, place)
    s.position.steps[0] = steps
    assert list(wrong_steps(s, s.position.steps, [2, 2], (GONE,), either=(-2,))) == told


def test_a_hex_too_full() -> None:
    s = field("a b .")
    here = s.position.at[0]
    s.put(1, here)
    told = f"{s.game.seats[BLUE]} has more than 1 unit in {s.scenario.map.label(here)}"
    assert list(overfull(s, lambda _: 1)) == [told]
    assert list(overfull(s, lambda _: 2)) == []
    assert list(overfull(s, lambda _: 1, exempt=1 << here)) == []
