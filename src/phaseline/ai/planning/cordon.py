"""Where to bar lines so that most of those who live on them are cut off, with as few bars as there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from phaseline.hexgrid import Grid, Hex, Mask, flood, hexes

_UNIT = 1000
"""Worths are told apart to a thousandth."""
_ENDLESS = 10**9
_HALVINGS = 12
"""How often the price of a bar is halved between too high and too low."""


class Net(NamedTuple):
    """Lines: the hexes that they may pass, those where they end, and which can be barred, by how many bars each."""

    grid: Grid
    through: Mask
    ends: Mask
    bars: Mapping[Hex, int]


class Prey(NamedTuple):
    """What it is worth that no line runs to any of some hexes: none does to a hex that is barred."""

    near: Mask
    worth: float


def cordon(net: Net, prey: Sequence[Prey], most: int, cost: float) -> dict[Hex, int]:
    """The hexes to bar, with their bars, `most` in all: what is worth most, less the `cost` of each bar.

    At any price of a bar the best cordon is a least cut between who is to be cut off and where lines end. The price is found at
    which there are just enough bars; where the next cordon takes too many, those are left out of it who take most bars for
    their worth, until it can be had. Across a strip that is two hexes wide it takes two:

    >>> grid = Grid.pointy(rows=2, cols=6)
    >>> far = 1 << grid.hex(5, 0) | 1 << grid.hex(5, 1)
    >>> net = Net(grid, grid.all, far, dict.fromkeys(hexes(grid.all), 1))
    >>> [len(cordon(net, [Prey(grid.disk(grid.hex(0, 0), 1), 5.0)], most, 1.0)) for most in (1, 2)]
    [0, 2]
    """
    cuts = _Cuts(net)
    # Who is cut off as it is would only take time.
    able = [each for each in prey if each.near & cuts.lines and not each.near & net.ends]
    if not able:
        return {}
    low, high = cost, sum(each.worth for each in able)
    over = cuts.least(able, low)
    if over.bars <= most:
        return over.places
    under = _Cut({}, [])
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        found = cuts.least(able, middle)
        if found.bars <= most:
            high, under = middle, found
        else:
            low, over = middle, found
    fewer = cuts.thinned(over.prey, under.prey, most)
    return max(under, fewer, key=lambda cut: cut.worth - cost * cut.bars).places


class _Cut(NamedTuple):
    """The hexes barred, with their bars, and who is cut off."""

    places: dict[Hex, int]
    prey: list[Prey]

    @property
    def bars(self) -> int:
        return sum(self.places.values())

    @property
    def worth(self) -> float:
        return sum(each.worth for each in self.prey)


class _Cuts:
    """Least cuts in a net: each hex that lines run to is two points, with what it costs to bar it between them."""

    def __init__(self, net: Net) -> None:
        self.net = net
        self.lines = flood(net.grid, net.ends, net.through) & ~net.ends
        self.place = {hex: 2 * n for n, hex in enumerate(hexes(self.lines))}
        self.sink = 2 * len(self.place)
        self.links = [
            (place + 1, self.place.get(other, self.sink), _ENDLESS)
            for hex, place in self.place.items()
            for other in self._next(hex)
        ]
        self.barred = [
            (place, net.bars[hex]) for hex, place in self.place.items() if net.bars.get(hex, 0) > 0
        ]
        self.links += [
            (place, place + 1, _ENDLESS) for hex, place in self.place.items() if net.bars.get(hex, 0) <= 0
        ]

    def _next(self, hex: Hex) -> list[Hex]:
        """The hexes where a line goes on; one of those where it ends is enough."""
        near = self.net.grid.adjacent_mask(hex)
        ends = near & self.net.ends
        return list(hexes(ends & -ends | near & self.lines))

    def least(self, prey: Sequence[Prey], price: float = 1.0, *, whole: bool = False) -> _Cut:
        """The best cordon where a bar costs so much; the `whole` prey is in it whatever that costs."""
        import numpy as np  # noqa: PLC0415 - see `assignment`
        from scipy.sparse import coo_array  # noqa: PLC0415
        from scipy.sparse.csgraph import breadth_first_order, maximum_flow  # noqa: PLC0415

        each_bar = max(1, round(price * _UNIT))
        source = self.sink + 1
        links = list(self.links)
        links += [(place, place + 1, each_bar * bars) for place, bars in self.barred]
        for number, each in enumerate(prey, source + 1):
            links.append((source, number, _ENDLESS if whole else round(each.worth * _UNIT)))
            links += [(number, self.place[hex], _ENDLESS) for hex in hexes(each.near & self.lines)]
        starts, ends, room = (np.array(column, dtype=np.int32) for column in zip(*links, strict=True))
        size = source + 1 + len(prey)
        graph: Any = coo_array((room, (starts, ends)), shape=(size, size)).tocsr()
        left: Any = graph - maximum_flow(graph, source, self.sink).flow
        left.data = np.maximum(left.data, 0)
        left.eliminate_zeros()
        inside = set(breadth_first_order(left, source, return_predecessors=False).tolist())
        barred = {
            hex: self.net.bars[hex] for hex, n in self.place.items() if n in inside and n + 1 not in inside
        }
        return _Cut(barred, [each for number, each in enumerate(prey, source + 1) if number in inside])

    def thinned(self, prey: Sequence[Prey], sure: Sequence[Prey], most: int) -> _Cut:
        """A cordon around as many of these as there are bars for, those who are cut off at a higher price among them."""
        cut = self.least(prey, whole=True)
        while cut.bars > most:
            loose = [each for each in cut.prey if each not in sure]
            tries = [self.least([each for each in cut.prey if each is not out], whole=True) for out in loose]
            if few := [less for less in tries if less.bars <= most]:
                return max(few, key=lambda less: less.worth)
            now = cut
            cut = max(tries, key=lambda less: (now.bars - less.bars) / (now.worth - less.worth))
        return cut
