from __future__ import annotations

from math import dist, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hexgrid.strategies import grid_and, grids, some_hex

from phaseline.hexgrid import Grid, Hex, Point

COMPASS = {"N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0)}


def sign(number: float) -> int:
    return 0 if abs(number) < 1e-9 else 1 if number > 0 else -1


@given(grids())
def test_neighbours_lie_one_width_away_where_their_name_says(grid: Grid) -> None:
    for h in grid:
        x, y = grid.centre(h)
        for d, name in enumerate(grid.directions):
            n = grid.neighbour(h, d)
            if n is not None:
                there = grid.centre(n)
                assert isclose(dist((x, y), there), 1.0)
                assert sign(there[0] - x) == sum(COMPASS[letter][0] for letter in name)
                assert sign(there[1] - y) == sum(COMPASS[letter][1] for letter in name)


def test_centres_by_hand() -> None:
    pointy = Grid.pointy(rows=3, cols=2, shoved="even")
    assert pointy.centre(pointy.hex(0, 0)) == (0.5, 0.0)
    assert pointy.centre(pointy.hex(1, 1)) == pytest.approx((1.0, 3**0.5 / 2))
    flat = Grid.flat(cols=2, rows=2, shoved="odd")
    assert flat.centre(flat.hex(1, 1)) == pytest.approx((3**0.5 / 2, 1.5))


def close(a: Point, b: Point) -> bool:
    return dist(a, b) < 1e-9


@given(grids())
def test_hexsides_join_up(grid: Grid) -> None:
    for h in grid:
        corners = grid.corners(h)
        assert len(corners) == 6
        for d in range(6):
            a, b = grid.edge(h, d)
            assert close(a, corners[d])
            assert close(b, corners[(d + 1) % 6])
            n = grid.neighbour(h, d)
            if n is not None:
                back = grid.edge(n, (d + 3) % 6)
                assert close(a, back[1])
                assert close(b, back[0])


@given(grids())
def test_bounds_hug_the_corners(grid: Grid) -> None:
    points = [corner for h in grid for corner in grid.corners(h)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    assert grid.bounds() == pytest.approx((min(xs), min(ys), max(xs), max(ys)))


inside = st.floats(0, 0.49)
turn = st.integers(0, 5)


@given(grid_and(some_hex), inside, turn)
def test_the_hex_at_a_point(drawn: tuple[Grid, Hex], part: float, corner: int) -> None:
    grid, h = drawn
    x, y = grid.centre(h)
    cx, cy = grid.corners(h)[corner]
    assert grid.at(x + (cx - x) * 2 * part, y + (cy - y) * 2 * part) == h


@given(grid_and(some_hex), turn)
def test_no_hex_beyond_the_edge(drawn: tuple[Grid, Hex], d: int) -> None:
    grid, h = drawn
    (ax, ay), (bx, by) = grid.edge(h, d)
    x, y = grid.centre(h)
    mx, my = (ax + bx) / 2, (ay + by) / 2
    assert grid.at(x + 1.1 * (mx - x), y + 1.1 * (my - y)) == grid.neighbour(h, d)
