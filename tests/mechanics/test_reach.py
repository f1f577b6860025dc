"""Reaching over the map, held against a plain breadth-first search."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from tests.hexgrid.reference import breadth_first
from tests.hexgrid.strategies import grid_and, hexsides, masks, some_hex

from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, hexes, mask_of
from phaseline.mechanics.reach import EVERYWHERE, adjacent, reach, shortest

limits = st.none() | st.integers(0, 6)


def slow_reach(
    grid: Grid, start: Mask, through: Mask, into: Mask, over: Hexsides | None, limit: int | None
) -> dict[Hex, int]:
    def may_step(a: Hex, b: Hex) -> bool:
        leaves = (start | through) >> a & 1
        return bool(leaves and (through | into) >> b & 1 and (over is None or over.has(a, b)))

    return breadth_first(grid, hexes(start), may_step, limit)


@given(grid_and(masks, masks, masks, hexsides), limits, st.booleans())
def test_reach_is_a_search_that_stops_in_some_hexes(
    drawn: tuple[Grid, Mask, Mask, Mask, Hexsides], limit: int | None, everywhere: bool
) -> None:
    grid, start, through, into, sides = drawn
    over = None if everywhere else sides
    expected = slow_reach(grid, start, through, into, over, limit)
    assert reach(grid, start, through, into=into, over=over, limit=limit) == mask_of(expected)


@given(grid_and(some_hex, masks, masks, hexsides), limits, st.booleans())
def test_the_shortest_way_is_one_and_is_shortest(
    drawn: tuple[Grid, Hex, Mask, Mask, Hexsides], limit: int | None, everywhere: bool
) -> None:
    grid, start, goals, through, sides = drawn
    over = None if everywhere else sides
    steps = slow_reach(grid, 1 << start, through, goals, over, limit)
    nearest = min((steps[goal] for goal in hexes(goals) if goal in steps), default=None)
    way = shortest(grid, start, goals, through, over=over, limit=limit)
    if way is None:
        assert nearest is None
        return
    assert len(way) - 1 == nearest
    assert way[0] == start
    assert goals >> way[-1] & 1
    assert all(through >> h & 1 for h in way[1:-1])
    assert all(over.has(a, b) if over else grid.direction(a, b) is not None for a, b in pairwise(way))


def test_everywhere_is_no_restriction() -> None:
    grid = Grid.flat(cols=4, rows=4)
    assert grid.all & EVERYWHERE == grid.all
    assert adjacent(grid, 1) == adjacent(grid, 1, Hexsides.every(grid))
