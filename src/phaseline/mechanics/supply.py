"""Supply: which hexes and units a line of supply reaches, over which hexes it runs, and where it is cut.

Everything is asked outwards from the sources and for a whole side at once: one flood answers for every unit. A line may
have several legs, such as rail from a source to a railhead and then so many hexes overland. The hex where a line ends
(the unit's own) is exempt from what blocks lines; a source is too, so pass `sources & open_hexes` where it is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, lowest
from phaseline.mechanics.lines import adjacent, extend, shortest
from phaseline.mechanics.ways import Way


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


def network(grid: Grid, sources: Mask, legs: Iterable[Leg]) -> Mask:
    """The hexes that lines of these legs, in this order, reach from the sources; each leg goes on from the one before."""
    for leg in legs:
        sources = leg.net(grid, sources)
    return sources


def supplied(grid: Grid, units: Mask, sources: Mask, legs: Sequence[Leg]) -> Mask:
    """Those of the units that a line of one or more legs reaches. The unit's own hex does not block its line.

    Rail over the first three hexes of a row of eight, then at most two hexes overland, units on the fifth and sixth:

    >>> row = Grid.pointy(rows=1, cols=8)
    >>> rail = Leg(through=0b00000111)
    >>> bin(supplied(row, 0b00110000, sources=1, legs=[rail, Leg(through=row.all, limit=2)]))
    '0b10000'
    """
    *first, last = legs
    sources = network(grid, sources, first)
    return units & extend(
        grid, sources, last.through, into=last.into | units, over=last.over, limit=last.limit
    )


def linked(
    grid: Grid, sources: Mask, posts: Mask, through: Mask, limit: int, over: Hexsides | None = None
) -> Mask:
    """The posts (trucks, depots, supply heads) chained to a source by links of at most `limit` hexes.

    A post must itself lie in `through` to be reached. Sources that are posts belong to the answer, other sources do not;
    pass `sources & posts` where a source feeds nothing but the posts in its own hex.
    """
    working = new = sources
    while new:
        new = extend(grid, new, through, over=over, limit=limit) & posts & ~working
        working |= new
    return working & posts


def settle(heads: Mask, links: Iterable[Callable[[Mask], Mask]]) -> Mask:
    """All that works once every link has been followed as often as it leads anywhere new: rail, ports, trucks in turn.

    A link tells what further works, when these heads do. What works once does so for good, so it comes to one answer
    whatever the order of the links.

    A rail head feeds a port, whose ships feed another, which has a railway:

    >>> rail = lambda heads: (heads & 0b0001) << 1 | (heads & 0b0100) << 1
    >>> ships = lambda heads: (heads & 0b0010) << 1
    >>> bin(settle(0b0001, [ships, rail]))
    '0b1111'
    """
    links = tuple(links)
    working, before = heads, -1
    while working != before:
        before = working
        for link in links:
            working |= link(working)
    return working


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
    found = [0] * (limit + 1)
    found[0] = heads
    seen = 0
    for points in range(limit + 1):
        here = found[points] = found[points] & ~seen
        seen |= here
        for way in ways:
            if way.halts and points:
                continue
            for cost, hexes in way.prices.items():
                leaving = here & hexes
                if leaving and points + cost <= limit:
                    found[points + cost] |= adjacent(grid, leaving, way.over)
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
        here = 1 << way_there[-1]
        points, ahead = next(
            (points - cost, ahead)
            for way in ways
            for cost, hexes in way.prices.items()
            if cost <= points
            and (cost == points or not way.halts)
            and (ahead := adjacent(grid, here, way.over) & hexes & found[points - cost])
        )
        way_there.append(lowest(ahead))
    return way_there


def line(grid: Grid, unit: Hex, sources: Mask, legs: Sequence[Leg]) -> list[list[Hex]] | None:
    """The line of supply of a unit for a player to see: its hexes leg by leg, from the unit back to the source.

    Each part starts with the hex the part before it ended with. None when the unit is not supplied. The shortest last
    leg is taken, then the shortest before it.
    """
    nets = [sources]
    for leg in legs[:-1]:
        nets.append(leg.net(grid, nets[-1]))
    parts: list[list[Hex]] = []
    for leg, net in zip(reversed(legs), reversed(nets), strict=True):
        part = shortest(grid, unit, net, leg.through, over=leg.over, limit=leg.limit)
        if part is None:
            return None
        parts.append(part)
        unit = part[-1]
    return parts
