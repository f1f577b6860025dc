"""Lines over the map, hex by hex: what zones, supply, retreat and advance have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, flood, lowest

EVERYWHERE: Mask = -1
"""Stands for every hex wherever a rule makes no restriction: `mask & EVERYWHERE` is `mask`."""


def adjacent(grid: Grid, mask: Mask, over: Hexsides | None = None) -> Mask:
    """The hexes one step from a hex of `mask`, over these hexsides (None: over any)."""
    return grid.spread(mask) if over is None else over.cross(mask)


def beside(grid: Grid, hex: Hex, over: Hexsides | None = None) -> Mask:
    """The hexes one step from a single hex, over these hexsides (None: over any): remembered, so quicker than `adjacent`."""
    return grid.adjacent_mask(hex) if over is None else over.beyond(hex)


def extend(
    grid: Grid,
    start: Mask,
    through: Mask,
    *,
    into: Mask = 0,
    over: Hexsides | None = None,
    limit: int | None = None,
) -> Mask:
    """The hexes that lines from `start` can run to, those of `start` included.

    Args:
        grid: the grid.
        start: where to begin; always part of the answer, whatever `through` says.
        through: hexes that may be entered and left again.
        into: hexes that may be entered but not left again.
        over: the hexsides that may be crossed; None for all.
        limit: how many hexes may be entered; None for as many as it takes.

    A line of five hexes with a stop in the fourth:

    >>> bin(extend(Grid.pointy(rows=1, cols=5), 0b00001, through=0b10110, into=0b01000))
    '0b1111'
    """
    if not into:
        return flood(grid, start, through, over, limit)
    if limit is not None:
        if limit <= 0:
            return start
        limit -= 1
    inside = flood(grid, start, through, over, limit)
    return inside | adjacent(grid, inside, over) & (through | into)


class Block(NamedTuple):
    """Hexes known to be connected, which a flood takes as one: `rim` are the hexes one step from any of them."""

    area: Mask
    rim: Mask


def blocks(grid: Grid, within: Mask, over: Hexsides | None = None) -> tuple[Block, ...]:
    """The connected parts of some hexes.

    >>> [bin(block.area) for block in blocks(Grid.pointy(rows=1, cols=5), 0b11011)]
    ['0b11', '0b11000']
    """
    found = []
    while within:
        area = flood(grid, within & -within, within, over)
        found.append(Block(area, adjacent(grid, area, over)))
        within &= ~area
    return tuple(found)


def joined(
    grid: Grid, starts: Mask, within: Mask, over: Hexsides | None = None, known: Sequence[Block] = ()
) -> tuple[Mask, ...]:
    """Those of some hexes that lines join, set by set.

    Args:
        grid: the grid.
        starts: the hexes that may be joined.
        within: the hexes that may be entered.
        over: the hexsides that may be crossed; None for all.
        known: parts of `within` that are connected over these hexsides: who comes to one is everywhere in it at once.
    """
    found = []
    while starts:
        reached = new = starts & -starts
        waiting = list(known)
        while new:
            near = adjacent(grid, new, over)
            for block in [block for block in waiting if block.area & new]:
                waiting.remove(block)
                reached |= block.area
                near |= block.rim
            new = near & within & ~reached
            reached |= new
        found.append(reached & starts)
        starts &= ~reached
    return tuple(found)


def shortest(
    grid: Grid,
    start: Hex,
    goals: Mask,
    through: Mask,
    *,
    over: Hexsides | None = None,
    limit: int | None = None,
) -> list[Hex] | None:
    """The hexes of a shortest way from `start` to one of `goals`, both included, or None when there is none.

    Only the hexes in between need lie in `through`. Among equals the lowest hexes are taken, counted from the goal.
    """
    levels = [1 << start]
    seen = levels[0]
    while not levels[-1] & goals:
        if limit is not None and len(levels) > limit:
            return None
        new = adjacent(grid, levels[-1], over) & (through | goals) & ~seen
        if not new:
            return None
        levels.append(new)
        seen |= new
    way = [lowest(levels.pop() & goals)]
    while levels:
        way.append(lowest(beside(grid, way[-1], over) & levels.pop()))
    return way[::-1]
