from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.hexgrid import reference
from tests.hexgrid.strategies import grid_and, hexsides, masks

from phaseline.hexgrid import Grid, Hexsides, Mask, flood, hexes, levels, mask_of

limits = st.none() | st.integers(-1, 6)


@given(grid_and(masks, masks), limits)
def test_flood_agrees_with_breadth_first_search(drawn: tuple[Grid, Mask, Mask], limit: int | None) -> None:
    grid, start, within = drawn
    inside = set(hexes(within))
    steps = reference.breadth_first(grid, hexes(start), lambda _, b: b in inside, limit)
    assert flood(grid, start, within, limit=limit) == mask_of(steps)
    by_steps = levels(grid, start, within, limit=limit)
    assert {h: n for n, level in enumerate(by_steps) for h in hexes(level)} == steps
    assert all(by_steps[1:])


@given(grid_and(masks, masks, hexsides), limits)
def test_flood_over_some_hexsides(drawn: tuple[Grid, Mask, Mask, Hexsides], limit: int | None) -> None:
    grid, start, within, over = drawn
    inside = set(hexes(within))
    crossings = {frozenset(pair) for pair in over.pairs()}
    steps = reference.breadth_first(
        grid, hexes(start), lambda a, b: b in inside and frozenset((a, b)) in crossings, limit
    )
    assert flood(grid, start, within, over, limit) == mask_of(steps)
    by_steps = levels(grid, start, within, over, limit)
    assert {h: n for n, level in enumerate(by_steps) for h in hexes(level)} == steps


def test_start_counts_even_outside_within() -> None:
    grid = Grid.pointy(rows=1, cols=4)
    assert flood(grid, 0b0001, 0b0110) == 0b0111
    assert levels(grid, 0b0001, 0) == [0b0001]


def test_bits_outside_the_grid_are_never_entered() -> None:
    grid = Grid.pointy(rows=2, cols=3)
    assert flood(grid, 1, -1) == grid.all
