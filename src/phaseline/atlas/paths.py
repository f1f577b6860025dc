"""Runs of hexsides as runs of corners."""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final, TypeAlias

from phaseline.atlas.parts import Point, Side
from phaseline.hexgrid import Grid, Orientation

Corner: TypeAlias = tuple[int, int]
"""A corner of the grid, exactly: whole numbers, the same for all hexes that share the corner."""

HALF: Final = 2.0
SLANT: Final = 2 * sqrt(3)


def corner(grid: Grid, point: Point) -> Corner:
    """The exact corner of a point that is one up to rounding."""
    if grid.orientation is Orientation.POINTY:
        return round(point[0] * HALF), round(point[1] * SLANT)
    return round(point[0] * SLANT), round(point[1] * HALF)


def corner_point(grid: Grid, at: Corner) -> Point:
    """Where a corner lies on the map plane."""
    if grid.orientation is Orientation.POINTY:
        return at[0] / HALF, at[1] / SLANT
    return at[0] / SLANT, at[1] / HALF


def ends(grid: Grid, side: Side) -> tuple[Corner, Corner]:
    """The two corners of a hexside."""
    a, b = grid.edge(*side)
    return corner(grid, a), corner(grid, b)


def trace(grid: Grid, sides: Sequence[Side]) -> list[list[Corner]]:
    """Follow hexsides in their order from corner to corner; a new run begins wherever they do not join.

    >>> grid = Grid.pointy(rows=2, cols=2)
    >>> [len(run) for run in trace(grid, [(0, 1), (0, 2), (0, 5)])]
    [3, 2]
    """
    runs: list[list[Corner]] = []
    for side in sides:
        a, b = ends(grid, side)
        if runs and len(runs[-1]) == 2 and runs[-1][0] in (a, b) and runs[-1][1] not in (a, b):
            runs[-1].reverse()
        if runs and runs[-1][-1] in (a, b):
            runs[-1].append(b if runs[-1][-1] == a else a)
        else:
            runs.append([a, b])
    return runs


def link(grid: Grid, sides: Iterable[Side]) -> list[list[Corner]]:
    """Join hexsides in any order into as few runs of corners as can be; closed runs end where they begin.

    At forks the straightest continuation is not known, so runs simply end there.
    """
    neighbours: dict[Corner, list[Corner]] = {}
    for a, b in sorted({tuple(sorted(ends(grid, side))) for side in sides}):
        neighbours.setdefault(a, []).append(b)
        neighbours.setdefault(b, []).append(a)
    tips = [c for c, near in neighbours.items() if len(near) != 2]
    runs: list[list[Corner]] = []
    for start in [*tips, *neighbours]:
        while neighbours[start]:
            runs.append(_follow(start, neighbours, frozenset(tips)))
    return runs


def _follow(start: Corner, neighbours: dict[Corner, list[Corner]], tips: frozenset[Corner]) -> list[Corner]:
    run = [start]
    while neighbours[run[-1]]:
        here = run[-1]
        there = neighbours[here].pop()
        neighbours[there].remove(here)
        run.append(there)
        if there in tips:
            break
    return run
