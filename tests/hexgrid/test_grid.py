from __future__ import annotations

import copy
import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from tests.hexgrid import reference
from tests.hexgrid.strategies import grid_and, grids, masks, some_hex

from phaseline.hexgrid import Grid, Hex, Mask, OffMapError, Orientation, hexes, mask_of

POINTY = Grid.pointy(rows=4, cols=5, shoved="odd")
FLAT = Grid.flat(cols=5, rows=4, shoved="even")


def test_equal_grids_are_one_object() -> None:
    again = Grid(Orientation.POINTY, 4, 5, "odd")
    assert again is POINTY
    assert copy.deepcopy(POINTY) is POINTY
    assert pickle.loads(pickle.dumps(POINTY)) is POINTY
    assert Grid(Orientation.POINTY, 4, 5, "even") != POINTY


def test_grid_never_changes() -> None:
    with pytest.raises(AttributeError, match="never changes"):
        POINTY.all = 0


@pytest.mark.parametrize(("lines", "length"), [(0, 3), (3, 0), (-1, 2)])
def test_empty_grid_is_refused(lines: int, length: int) -> None:
    with pytest.raises(ValueError, match="at least one"):
        Grid(Orientation.POINTY, lines, length, "odd")


def test_unknown_parity_is_refused() -> None:
    with pytest.raises(ValueError, match='"odd" or "even"'):
        Grid(Orientation.POINTY, 2, 2, "left")  # type: ignore[arg-type]


def test_neighbours_by_hand() -> None:
    shoved_row = POINTY.hex(2, 1)
    assert [POINTY.col_row(h) for h in POINTY.neighbours(shoved_row)] == [
        (3, 0), (3, 1), (3, 2), (2, 2), (1, 1), (2, 0),
    ]  # fmt: skip
    shoved_column = FLAT.hex(2, 1)
    assert [FLAT.col_row(h) for h in FLAT.neighbours(shoved_column)] == [
        (2, 0), (3, 1), (3, 2), (2, 2), (1, 2), (1, 1),
    ]  # fmt: skip


def test_off_the_map() -> None:
    assert -1 not in POINTY
    assert POINTY.hex(4, 0) + 1 not in POINTY
    assert 10**6 not in POINTY
    with pytest.raises(OffMapError, match="columns run 0-4, rows 0-3"):
        POINTY.hex(5, 0)
    with pytest.raises(OffMapError, match="axial"):
        POINTY.from_axial(0, -1)


@given(grids())
def test_every_hex_has_its_place(grid: Grid) -> None:
    places = [grid.col_row(h) for h in grid]
    assert sorted(places) == sorted((c, r) for c in range(grid.cols) for r in range(grid.rows))
    assert len(places) == len(grid) == grid.all.bit_count()
    for h, (col, row) in zip(grid, places, strict=True):
        assert grid.hex(col, row) == h
        assert h in grid
        assert grid.from_axial(*grid.axial(h)) == h


@given(grids())
def test_neighbours_agree_with_cube_coordinates(grid: Grid) -> None:
    for h, expected in reference.neighbours(grid).items():
        found = {name: grid.neighbour(h, d) for d, name in enumerate(grid.directions)}
        assert {name: n for name, n in found.items() if n is not None} == expected
        assert grid.neighbours(h) == tuple(n for n in found.values() if n is not None)
        assert grid.adjacent_mask(h) == mask_of(expected.values())
        for d, n in enumerate(found.values()):
            if n is not None:
                assert grid.direction(h, n) == d
                assert grid.neighbour(n, (d + 3) % 6) == h


@given(grid_and(some_hex, some_hex))
def test_direction_is_none_unless_adjacent(drawn: tuple[Grid, Hex, Hex]) -> None:
    grid, a, b = drawn
    assert (grid.direction(a, b) is None) is (b not in grid.neighbours(a))


@given(grid_and(masks))
def test_shift_and_spread(drawn: tuple[Grid, Mask]) -> None:
    grid, mask = drawn
    around = reference.neighbours(grid)
    united = 0
    for d, name in enumerate(grid.directions):
        expected = mask_of(around[h][name] for h in hexes(mask) if name in around[h])
        assert grid.shift(mask, d) == expected
        united |= expected
    assert grid.spread(mask) == united


@given(grid_and(some_hex, some_hex))
def test_distance(drawn: tuple[Grid, Hex, Hex]) -> None:
    grid, a, b = drawn
    assert grid.distance(a, b) == reference.distance(grid, a, b) == grid.distance(b, a)


@given(grid_and(some_hex))
def test_ring_and_disk(drawn: tuple[Grid, Hex]) -> None:
    grid, h = drawn
    for n in range(5):
        assert grid.ring(h, n) == mask_of(x for x in grid if reference.distance(grid, h, x) == n)
        assert grid.disk(h, n) == mask_of(x for x in grid if reference.distance(grid, h, x) <= n)


@given(grid_and(some_hex, some_hex))
def test_line(drawn: tuple[Grid, Hex, Hex]) -> None:
    grid, a, b = drawn
    line = grid.line(a, b)
    assert (line[0], line[-1], len(line)) == (a, b, grid.distance(a, b) + 1)
    assert all(n in grid.neighbours(h) for h, n in pairwise(line))
    assert line[::-1] == grid.line(b, a)


def test_a_disk_larger_than_the_grid_is_the_grid() -> None:
    grid = Grid.flat(cols=2, rows=9)
    corner = grid.hex(1, 8)
    assert grid.disk(corner, 10**12) == grid.all
    assert grid.ring(corner, 10**12) == 0
