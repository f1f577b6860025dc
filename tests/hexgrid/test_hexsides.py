from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from tests.hexgrid import reference
from tests.hexgrid.strategies import all_pairs, grid_and, grids, hexsides, masks

from phaseline.hexgrid import Grid, Hexsides, Mask, hexes, mask_of

GRID = Grid.pointy(rows=3, cols=3)


@given(grid_and(hexsides))
def test_hexsides_are_symmetric(drawn: tuple[Grid, Hexsides]) -> None:
    grid, sides = drawn
    pairs = list(sides.pairs())
    assert pairs == sorted(set(pairs))
    assert len(pairs) == len(sides)
    assert Hexsides.of(grid, pairs) == sides == Hexsides.of(grid, ((b, a) for a, b in pairs))
    for a, b in all_pairs(grid):
        assert sides.has(a, b) is sides.has(b, a) is ((a, b) in pairs)
    for d in range(6):
        assert grid.shift(sides.sides[d], d) == sides.sides[(d + 3) % 6]
    assert sides.hexes == mask_of(h for pair in pairs for h in pair)


@given(grid_and(hexsides, hexsides))
def test_set_algebra(drawn: tuple[Grid, Hexsides, Hexsides]) -> None:
    grid, one, two = drawn
    a, b = set(one.pairs()), set(two.pairs())
    assert set((one | two).pairs()) == a | b
    assert set((one & two).pairs()) == a & b
    assert set((one - two).pairs()) == a - b
    assert set((one ^ two).pairs()) == a ^ b
    assert set((~one).pairs()) == set(all_pairs(grid)) - a
    assert bool(one) is bool(a)
    assert (one == two) is (a == b)
    assert hash(one | two) == hash(two | one)


@given(grid_and(hexsides, masks))
def test_cross(drawn: tuple[Grid, Hexsides, Mask]) -> None:
    grid, sides, mask = drawn
    around = reference.neighbours(grid)
    reached = {b for a in hexes(mask) for b in around[a].values() if sides.has(a, b)}
    assert sides.cross(mask) == mask_of(reached)
    for h in hexes(mask):
        assert sides.beyond(h) == sides.beyond(h) == sides.cross(1 << h)


@given(grid_and(masks, masks))
def test_between(drawn: tuple[Grid, Mask, Mask]) -> None:
    grid, a, b = drawn
    expected = {
        (x, y) for x, y in all_pairs(grid) if (a >> x & 1 and b >> y & 1) or (a >> y & 1 and b >> x & 1)
    }
    assert set(Hexsides.between(grid, a, b).pairs()) == expected


@given(grids())
def test_none_and_every(grid: Grid) -> None:
    assert not Hexsides.none(grid)
    assert list(Hexsides.every(grid).pairs()) == all_pairs(grid)
    assert ~Hexsides.none(grid) == Hexsides.every(grid)


def test_only_adjacent_hexes_share_a_hexside() -> None:
    with pytest.raises(ValueError, match=r"\(0, 0\) and \(2, 0\)"):
        Hexsides.of(GRID, [(GRID.hex(0, 0), GRID.hex(2, 0))])
    assert not Hexsides.every(GRID).has(GRID.hex(0, 0), GRID.hex(2, 0))


def test_grids_do_not_mix() -> None:
    with pytest.raises(ValueError, match="different grids"):
        _ = Hexsides.none(GRID) | Hexsides.none(Grid.pointy(rows=2, cols=3))


def test_hexsides_never_change() -> None:
    river = Hexsides.of(GRID, [(GRID.hex(0, 0), GRID.hex(1, 0))])
    with pytest.raises(AttributeError, match="never changes"):
        river.sides = (0,) * 6
    assert pickle.loads(pickle.dumps(river)) == river
    with pytest.raises(ValueError, match="six masks"):
        Hexsides(GRID, [0, 0])
