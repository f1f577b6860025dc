"""Floods in which every step counts the same: command range, supply, connection.

All of them work on whole sets, a step at a time. The hexes of `start` always belong to the answer, whether or
not they lie `within` the hexes a flood may enter; keep them out by passing `start & within`.
"""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.hexgrid.grid import Grid
from phaseline.hexgrid.hexsides import Hexsides
from phaseline.hexgrid.orientation import Mask


def flood(
    grid: Grid, start: Mask, within: Mask, over: Hexsides | None = None, limit: int | None = None
) -> Mask:
    """Every hex that can be reached from `start` by stepping into hexes of `within`.

    Args:
        grid: the grid.
        start: where the flood begins; always part of the answer.
        within: the hexes that may be entered.
        over: the hexsides that may be crossed; None for all.
        limit: how many steps at most; None for as many as it takes.

    >>> grid = Grid.pointy(rows=1, cols=6)
    >>> bin(flood(grid, start=0b000001, within=0b110111))
    '0b111'
    """
    seen = start
    for new in _steps(grid, start, within, over, limit):
        seen |= new
    return seen


def levels(
    grid: Grid, start: Mask, within: Mask, over: Hexsides | None = None, limit: int | None = None
) -> list[Mask]:
    """The same flood by number of steps: item `n` holds the hexes `n` steps away, item 0 is `start`.

    >>> grid = Grid.pointy(rows=1, cols=6)
    >>> [bin(mask) for mask in levels(grid, start=0b000001, within=0b110111)]
    ['0b1', '0b10', '0b100']
    """
    return [start, *_steps(grid, start, within, over, limit)]


def _steps(grid: Grid, start: Mask, within: Mask, over: Hexsides | None, limit: int | None) -> Iterator[Mask]:
    """The new hexes of each step. `Grid.spread` and `Hexsides.cross` are written out: calls would double the time."""
    todo = within & grid.all & ~start
    stride = grid.stride
    k = stride - 1
    left = -1 if limit is None else limit
    new = start
    if over is None:
        while left:
            east = new << 1
            pair = new | east
            new = (east | new >> 1 | pair << k | pair >> stride) & todo
            if not new:
                return
            yield new
            todo ^= new
            left -= 1
    else:
        ahead, back, down, up, aslant, unslant = over.by_shift
        while left:
            new = (
                (new & ahead) << 1
                | (new & back) >> 1
                | (new & down) << stride
                | (new & up) >> stride
                | (new & aslant) << k
                | (new & unslant) >> k
            ) & todo
            if not new:
                return
            yield new
            todo ^= new
            left -= 1
