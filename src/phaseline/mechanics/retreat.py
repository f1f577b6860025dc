"""Retreat and advance: where beaten units may go, hex by hex, and where victors may follow.

The sets offered at each hex of a retreat hold only hexes from which the retreat can be completed, so a player who
chooses among them can never retreat into a dead end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, flood, hexes, lowest
from phaseline.mechanics.lines import EVERYWHERE, adjacent, extend


def retreat(
    grid: Grid,
    start: Hex,
    length: int,
    allowed: Mask,
    *,
    over: Hexsides | None = None,
    stops: Mask = 0,
    ends: Mask = EVERYWHERE,
) -> list[Mask]:
    """A retreat of `length` hexes, each farther from `start` than the one before: where it may stand after each hex.

    Item n holds the hexes a unit may stand in after n hexes; item 0 is `start`. A step from one item to the next is
    legal when the hexes are adjacent over `over`. All items are empty when no such retreat exists.

    Args:
        grid: the grid.
        start: the hex retreated from.
        length: how many hexes.
        allowed: hexes that may be entered, for instance those nearer to a supply source.
        over: the hexsides that may be crossed; None for all.
        stops: hexes where a retreat ends early.
        ends: hexes where it may end, for instance those with room to stack.

    Along a row of four from its left end, where the last hex is full:

    >>> row = Grid.pointy(rows=1, cols=4)
    >>> [bin(mask) for mask in retreat(row, 0, 2, row.all, ends=0b0111)]
    ['0b1', '0b10', '0b100']
    >>> retreat(row, 0, 3, row.all, ends=0b0111)
    [0, 0, 0, 0]
    """
    stands = [1 << start]
    for n in range(1, length + 1):
        leaving = stands[-1] & ~stops if n > 1 else stands[-1]
        stands.append(adjacent(grid, leaving, over) & allowed & grid.ring(start, n))
    stands[-1] &= ends
    for n in range(length - 1, -1, -1):
        completes = adjacent(grid, stands[n + 1], over)
        if n:
            completes = completes & ~stops | stops & ends
        stands[n] &= completes
    return stands


def ways(
    grid: Grid, stands: Sequence[Mask], *, over: Hexsides | None = None, stops: Mask = 0
) -> Iterator[tuple[Hex, ...]]:
    """All ways of a retreat through the hexes where it may stand after each step, as `retreat` finds them.

    Each way is the hexes entered; it ends early in a hex of `stops`.

    >>> field = Grid.pointy(rows=2, cols=3)
    >>> list(ways(field, retreat(field, 0, 2, field.all)))
    [(1, 2), (1, 6), (5, 6)]
    """
    return _walk(grid, stands, over, stops, (lowest(stands[0]),)) if stands[0] else iter(())


def _walk(
    grid: Grid, stands: Sequence[Mask], over: Hexsides | None, stops: Mask, way: tuple[Hex, ...]
) -> Iterator[tuple[Hex, ...]]:
    taken, here = len(way) - 1, 1 << way[-1]
    if taken == len(stands) - 1 or (taken and stops & here):
        if taken:
            yield way[1:]
        return
    for hex in hexes(adjacent(grid, here, over) & stands[taken + 1]):
        yield from _walk(grid, stands, over, stops, (*way, hex))


def retreat_until(
    grid: Grid, here: Hex, ends: Mask, allowed: Mask, *, over: Hexsides | None = None, visited: Mask = 0
) -> Mask:
    """The next hexes of a retreat that goes on until it comes to one of `ends`, however far that is.

    Args:
        grid: the grid.
        here: where the retreating unit stands now.
        ends: where the retreat is over, for instance hexes next to no enemy with room to stack.
        allowed: hexes that may be entered.
        over: the hexsides that may be crossed; None for all.
        visited: hexes it has been in, which it may not enter again.
    """
    fresh = allowed & ~visited & ~(1 << here)
    return adjacent(grid, 1 << here, over) & flood(grid, ends & fresh, fresh, over)


def advance(
    grid: Grid, vacated: Mask, further: int, allowed: Mask, *, over: Hexsides | None = None, stops: Mask = 0
) -> Mask:
    """Where victors may end an advance: the vacated hex, or up to `further` hexes beyond it.

    Args:
        grid: the grid.
        vacated: the hex, or hexes, the defenders have left; nothing stops an advance there.
        further: how many hexes an advance may go beyond.
        allowed: hexes it may enter beyond.
        over: the hexsides it may cross beyond; None for all.
        stops: hexes where it must stop, as in an enemy zone of control.
    """
    return extend(grid, vacated, allowed & ~stops, into=allowed & stops, over=over, limit=further)
