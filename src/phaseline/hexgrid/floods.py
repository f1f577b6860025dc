"""Floods in which every step counts the same: command range, supply, connection.

All of them work on whole sets, a step at a time. The hexes of `start` always belong to the answer, whether or
not they lie `within` the hexes a flood may enter; keep them out by passing `start & within`.
"""

from __future__ import annotations

from math import inf

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
    step = grid.spread if over is None else over.cross
    seen = new = start
    todo = within & grid.all & ~start
    if limit is None:
        while new := step(new) & todo:
            seen |= new
            todo ^= new
        return seen
    while limit > 0 and (new := step(new) & todo):
        seen |= new
        todo ^= new
        limit -= 1
    return seen


def levels(
    grid: Grid, start: Mask, within: Mask, over: Hexsides | None = None, limit: int | None = None
) -> list[Mask]:
    """The same flood by number of steps: item `n` holds the hexes `n` steps away, item 0 is `start`.

    >>> grid = Grid.pointy(rows=1, cols=6)
    >>> [bin(mask) for mask in levels(grid, start=0b000001, within=0b110111)]
    ['0b1', '0b10', '0b100']
    """
    step = grid.spread if over is None else over.cross
    new = start
    found = [start]
    todo = within & grid.all & ~start
    left = inf if limit is None else limit
    while left > 0 and (new := step(new) & todo):
        found.append(new)
        todo ^= new
        left -= 1
    return found
