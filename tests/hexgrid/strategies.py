"""Random grids and random things on them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from tests.hexgrid import reference

from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, Orientation, mask_of


def grids(longest: int = 9) -> st.SearchStrategy[Grid]:
    """Grids of both orientations and both parities, down to a single hex."""
    size = st.integers(1, longest)
    return st.builds(Grid, st.sampled_from(Orientation), size, size, st.sampled_from(["odd", "even"]))


def some_hex(grid: Grid) -> st.SearchStrategy[Hex]:
    return st.sampled_from(list(grid))


def masks(grid: Grid) -> st.SearchStrategy[Mask]:
    """Sets of hexes: few, many and all kinds between."""
    return st.one_of(
        st.lists(some_hex(grid), max_size=4).map(mask_of),
        st.integers(0).map(lambda bits: bits & grid.all),
        st.lists(some_hex(grid), max_size=4).map(lambda holes: grid.all & ~mask_of(holes)),
    )


def all_pairs(grid: Grid) -> list[tuple[Hex, Hex]]:
    """Every hexside of the grid once, as a pair of hexes."""
    return sorted(
        (a, b) for a, around in reference.neighbours(grid).items() for b in around.values() if a < b
    )


def hexsides(grid: Grid) -> st.SearchStrategy[Hexsides]:
    pairs = all_pairs(grid)
    if not pairs:
        return st.just(Hexsides.none(grid))
    return st.sets(st.sampled_from(pairs)).map(lambda some: Hexsides.of(grid, some))


@st.composite
def grid_and(draw: st.DrawFn, *parts: Any) -> tuple[Any, ...]:
    """A grid and one thing on it from each of the given functions, such as `masks` or `some_hex`."""
    grid = draw(grids())
    return (grid, *(draw(part(grid)) for part in parts))
