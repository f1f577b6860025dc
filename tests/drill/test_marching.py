"""What moves cost, on small maps: hexsides that cost more or less, zones, moves in legs, and why a hex is out of reach."""

from __future__ import annotations

import pytest
from tests.drill.field import Whole, field

from phaseline.drill.marching import Legs, SideFare, legs_of, too_far, ways
from phaseline.hexgrid import Grid, Hexsides, mask_of
from phaseline.mechanics.ways import Routes


class March(Legs, frozen=True):
    """A part of play in which units move in legs."""


ROW = Grid.pointy(rows=1, cols=5)
WOODS = 1 << 2
CLEAR = ROW.all & ~WOODS


def costs(sides: list[SideFare], dearer: dict[int, int], budget: int = 9) -> list[int | None]:
    """What the hexes of a row cost from its left end, woods in the middle."""
    routes = Routes(ROW, 1, ways({1: CLEAR, 3: WOODS}, sides, dearer), budget)
    return [routes.cost(hex) for hex in range(5)]


def test_ground_and_rivers_add_up() -> None:
    river = Hexsides.of(ROW, [(1, 2), (3, 4)])
    assert costs([SideFare(~river), SideFare(river, plus=2)], {}) == [0, 1, 6, 7, None]
    assert costs([SideFare(~river), SideFare(river, plus=2)], {}, budget=10) == [0, 1, 6, 7, 10]


def test_no_fare_no_crossing() -> None:
    cliff = Hexsides.of(ROW, [(2, 3)])
    assert costs([SideFare(~cliff)], {}) == [0, 1, 4, None, None]


@pytest.mark.parametrize(("plus", "cost"), [(0, 2), (2, 4)])
def test_a_road_replaces_the_ground_but_not_the_river(plus: int, cost: int) -> None:
    road = Hexsides.of(ROW, [(1, 2)])
    found = costs([SideFare(Hexsides.every(ROW)), SideFare(road, plus=plus, instead=1)], {})
    assert found == [0, 1, cost, cost + 1, cost + 2]


def test_zones_make_roads_and_ground_dearer() -> None:
    road = Hexsides.of(ROW, [(1, 2)])
    sides = [SideFare(~road), SideFare(road, instead=1)]
    assert costs(sides, {1: mask_of([2, 3])}) == [0, 1, 3, 5, 6]
    assert costs(sides, {1: 1 << 2, 2: mask_of([2, 3])}) == [0, 1, 3, 6, 7], (
        "the first that names a hex counts"
    )


def test_nobody_goes_on_after_a_side_that_halts() -> None:
    ford = Hexsides.of(ROW, [(1, 2)])
    assert costs([SideFare(~ford), SideFare(ford, halts=True)], {}) == [0, 1, 4, None, None]


def test_a_move_in_legs_is_that_of_the_last_mover() -> None:
    s = field("a . b n")
    assert legs_of(s, 0) is None
    s.position.stack.append(March())  # type: ignore[arg-type]
    assert legs_of(s, 0) is None
    s.update(s.frame(March), mover=0, left=3)
    s.position.stack.append(Whole())
    found = legs_of(s, 0)
    assert found is not None
    assert found.left == 3
    assert legs_of(s, 1) is None
    s.update(found, mover=1, left=2)
    assert legs_of(s, 0) is None


def test_why_a_hex_is_out_of_reach() -> None:
    free = Routes(ROW, 1, ways({1: ROW.all}, [SideFare(Hexsides.every(ROW))]), 3)
    zones = too_far(free, 3, "6.4", "6.2", "3 points")
    assert (zones.case, zones.reason) == ("6.4", "enemy zones of control keep it from there with 3 points")
    far = too_far(free, 4, "6.4", "6.2", "3 points")
    assert (far.case, far.reason) == ("6.2", "it is out of reach with 3 points")
