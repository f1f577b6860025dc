"""Reaching over the map, held against a plain breadth-first search."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from tests.hexgrid.reference import breadth_first
from tests.hexgrid.strategies import grid_and, hexsides, masks, some_hex

from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, hexes, mask_of
from phaseline.mechanics.lines import EVERYWHERE, adjacent, beside, blocks, extend, joined, shortest

limits = st.none() | st.integers(0, 6)


def slow_extend(
    grid: Grid, start: Mask, through: Mask, into: Mask, over: Hexsides | None, limit: int | None
) -> dict[Hex, int]:
    def may_step(a: Hex, b: Hex) -> bool:
        leaves = (start | through) >> a & 1
        return bool(leaves and (through | into) >> b & 1 and (over is None or over.has(a, b)))

    return breadth_first(grid, hexes(start), may_step, limit)


@given(grid_and(masks, masks, masks, hexsides), limits, st.booleans())
def test_lines_run_where_a_search_finds_a_way(
    drawn: tuple[Grid, Mask, Mask, Mask, Hexsides], limit: int | None, everywhere: bool
) -> None:
    grid, start, through, into, sides = drawn
    over = None if everywhere else sides
    expected = slow_extend(grid, start, through, into, over, limit)
    assert extend(grid, start, through, into=into, over=over, limit=limit) == mask_of(expected)


@given(grid_and(masks, masks, masks, hexsides), st.booleans())
def test_hexes_are_joined_as_a_search_joins_them_whatever_is_known_of_blocks(
    drawn: tuple[Grid, Mask, Mask, Mask, Hexsides], everywhere: bool
) -> None:
    grid, starts, within, solid, sides = drawn
    over = None if everywhere else sides
    expected = []
    left = starts
    while left:
        expected.append(mask_of(slow_extend(grid, left & -left, within, 0, over, None)) & left)
        left ^= expected[-1]
    known = blocks(grid, solid & within, over)
    assert mask_of(h for block in known for h in hexes(block.area)) == solid & within
    assert joined(grid, starts, within, over) == joined(grid, starts, within, over, known) == tuple(expected)


@given(grid_and(masks, hexsides), st.booleans())
def test_beside_a_hex_is_what_is_adjacent_to_it(drawn: tuple[Grid, Mask, Hexsides], everywhere: bool) -> None:
    grid, mask, sides = drawn
    over = None if everywhere else sides
    for h in hexes(mask):
        assert beside(grid, h, over) == adjacent(grid, 1 << h, over)


@given(grid_and(some_hex, masks, masks, hexsides), limits, st.booleans())
def test_the_shortest_way_is_one_and_is_shortest(
    drawn: tuple[Grid, Hex, Mask, Mask, Hexsides], limit: int | None, everywhere: bool
) -> None:
    grid, start, goals, through, sides = drawn
    over = None if everywhere else sides
    steps = slow_extend(grid, 1 << start, through, goals, over, limit)
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


def test_a_limit_counts_the_hexes_entered() -> None:
    row = Grid.pointy(rows=1, cols=5)
    assert [extend(row, 1, row.all, limit=limit) for limit in range(4)] == [0b1, 0b11, 0b111, 0b1111]


def test_a_stop_is_entered_and_not_left() -> None:
    row = Grid.pointy(rows=1, cols=5)
    assert extend(row, 1, 0b11010, into=0b00100) == 0b00111
    assert extend(row, 1, 0b11010, into=0b00100, limit=1) == 0b00011


def test_everywhere_is_no_restriction() -> None:
    grid = Grid.flat(cols=4, rows=4)
    assert grid.all & EVERYWHERE == grid.all
    assert adjacent(grid, 1) == adjacent(grid, 1, Hexsides.every(grid))
