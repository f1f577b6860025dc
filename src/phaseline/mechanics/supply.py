"""Supply: which hexes and units a line of supply reaches, over which hexes it runs, and where it is cut.

Everything is asked outwards from the sources and for a whole side at once: one flood answers for every unit. A line may
have several legs, such as rail from a source to a railhead and then so many hexes overland. The hex where a line ends
(the unit's own) is exempt from what blocks lines; a source is too, so pass `sources & open_hexes` where it is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, lowest
from phaseline.mechanics.lines import adjacent, beside, extend
from phaseline.mechanics.ways import Way, Ways, roads


@dataclass(frozen=True, slots=True)
class Leg:
    """One kind of line.

    Attributes:
        through: the hexes the line may pass.
        into: hexes it may run into but not through (a rail line into a battle).
        over: the hexsides it may cross, such as rail hexsides; None for all.
        limit: how many hexes it may be long, not counting the one it starts from; None for any number.
    """

    through: Mask
    into: Mask = 0
    over: Hexsides | None = None
    limit: int | None = None

    def net(self, grid: Grid, sources: Mask) -> Mask:
        """The hexes this kind of line reaches from `sources`, themselves included."""
        return extend(grid, sources, self.through, into=self.into, over=self.over, limit=self.limit)


def points_to(grid: Grid, heads: Mask, ways: Sequence[Way], limit: int) -> list[Mask]:
    """How many movement points it takes to reach a head: item n holds the hexes from where it takes just n.

    For lines measured "as if a unit moved to the supply head": each hex entered on the way is paid for, that of the
    head included, the unit's own not. A way that halts can only be the last step, into a head.

    Args:
        grid: the grid.
        heads: where lines lead to.
        ways: how the unit may move; the cheapest way counts.
        limit: how many points at most.

    A row of four, woods in the second hex, a head at the left end:

    >>> row = Grid.pointy(rows=1, cols=4)
    >>> found = points_to(row, 0b0001, [Way({1: 0b1101, 2: 0b0010})], limit=4)
    >>> [bin(mask) for mask in found]
    ['0b1', '0b10', '0b0', '0b100', '0b1000']
    >>> cheapest_way(row, 3, found, [Way({1: 0b1101, 2: 0b0010})])
    [3, 2, 1, 0]
    """
    found = [heads]
    seen = heads
    followed = ways.roads if isinstance(ways, Ways) else roads(ways)
    for points in range(1, limit + 1):
        here = 0
        for over, around, _, prices, halts in followed:
            # All from where the way leads here in one step; who comes by a way that halts goes no further than a head.
            leaving = 0
            for cost, hexes in prices:
                if cost > points:
                    break
                if cost == points or not halts:
                    leaving |= found[points - cost] & hexes
            if leaving & around:
                here |= adjacent(grid, leaving, over)
        here &= ~seen
        found.append(here)
        seen |= here
    return found


class Ranges:
    """How many points it takes to reach heads over the same ways: what is asked again is not worked out again."""

    __slots__ = ("_found", "_grid", "ways")

    def __init__(self, grid: Grid, ways: Sequence[Way]) -> None:
        self._grid = grid
        self.ways = ways
        self._found: dict[tuple[Mask, int], list[Mask]] = {}

    def to(self, heads: Mask, limit: int) -> list[Mask]:
        """The same as `points_to`; not to be changed."""
        found = self._found.get((heads, limit))
        if found is None:
            found = self._found[heads, limit] = points_to(self._grid, heads, self.ways, limit)
        return found


def cheapest_way(grid: Grid, start: Hex, found: Sequence[Mask], ways: Sequence[Way]) -> list[Hex] | None:
    """The hexes of a cheapest way from `start` to a head, both included; None when it takes too many points.

    `found` is what `points_to` found for the same `ways`. Among equals the first way, and the lowest hex, is taken.
    """
    points = next((points for points, mask in enumerate(found) if mask >> start & 1), None)
    if points is None:
        return None
    way_there = [start]
    while points:
        here = way_there[-1]
        points, ahead = next(
            (points - cost, ahead)
            for way in ways
            for cost, hexes in way.prices.items()
            if cost <= points
            and (cost == points or not way.halts)
            and (ahead := beside(grid, here, way.over) & hexes & found[points - cost])
        )
        way_there.append(lowest(ahead))
    return way_there
