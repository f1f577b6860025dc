from __future__ import annotations

import pytest
from hypothesis import given
from tests.hexgrid.strategies import grid_and, masks

from phaseline.hexgrid import Grid, HexSet, LabelError, Mask, PlaceNames, RowColumn, flood, hexes

GRID = Grid.pointy(rows=3, cols=4)
NUMBERS = RowColumn(GRID)


@given(grid_and(masks, masks))
def test_set_algebra(drawn: tuple[Grid, Mask, Mask]) -> None:
    grid, one, two = drawn
    a, b = HexSet(grid, one), HexSet(grid, two)
    x, y = set(hexes(one)), set(hexes(two))
    assert set(a | b) == x | y
    assert set(a & b) == x & y
    assert set(a - b) == x - y
    assert set(a ^ b) == x ^ y
    assert set(~a) == set(grid) - x
    assert [a <= b, a < b, a >= b, a > b, a == b] == [x <= y, x < y, x >= y, x > y, x == y]
    assert len(a) == len(x)
    assert all((h in a) is (h in x) for h in grid)
    assert a.spread().mask == grid.spread(one)
    assert a.flood(b, limit=2).mask == flood(grid, one, two, limit=2)


def test_labels() -> None:
    assert repr(HexSet.of(GRID, ["0304", "0101", GRID.hex(1, 0)], NUMBERS)) == "HexSet(0101, 0102, 0304)"
    assert repr(HexSet(GRID, 1)) == "HexSet((0, 0))"
    assert repr(HexSet(GRID)) == "HexSet()"
    assert HexSet.of(GRID, ["Caen E1"], PlaceNames(GRID, {"Caen": 0})).labels() == ["Caen E1"]


def test_numbering_does_not_matter_for_equality() -> None:
    assert HexSet(GRID, 5) == HexSet(GRID, 5, NUMBERS)
    assert hash(HexSet(GRID, 5)) == hash(HexSet(GRID, 5, NUMBERS))


def test_hexes_off_the_grid_are_not_in_it() -> None:
    assert -1 not in HexSet(GRID, GRID.all)
    assert 10**6 not in HexSet(GRID, GRID.all)


def test_refusals() -> None:
    with pytest.raises(LabelError, match="no hex 0909"):
        HexSet.of(GRID, ["0909"], NUMBERS)
    with pytest.raises(ValueError, match="pass a numbering"):
        HexSet.of(GRID, ["0101"])
    with pytest.raises(ValueError, match="different grids"):
        _ = HexSet(GRID, 1) | HexSet(Grid.pointy(rows=2, cols=2), 1)
