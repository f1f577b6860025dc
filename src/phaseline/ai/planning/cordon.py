"""Where to bar lines so that most of those who live on them are cut off, with as few bars as there are."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from typing import Any, NamedTuple

from phaseline.hexgrid import Grid, Hex, Mask, flood, hexes

_UNIT = 1000
"""Worths are told apart to a thousandth."""
_ENDLESS = 10**9
_HALVINGS = 12
"""How often the price of a bar is halved between too high and too low."""
_ASKED = 6
"""So many are asked anew, each time, what leaving them out would save."""


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
    cuts = _Cuts(net, prey)
    everybody = frozenset(range(len(cuts.prey)))
    if not everybody:
        return {}
    low, high = cost, sum(each.worth for each in cuts.prey)
    over = cuts.least(everybody, low)
    if over.bars <= most:
        return over.places
    under = _Cut({}, frozenset(), 0.0)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        found = cuts.least(everybody, middle)
        if found.bars <= most:
            high, under = middle, found
        else:
            low, over = middle, found
    fewer = cuts.thinned(over.prey, under.prey, most)
    return max(under, fewer, key=lambda cut: cut.worth - cost * cut.bars).places


class _Cut(NamedTuple):
    """The hexes barred, with their bars, who is cut off, by their numbers, and what that is worth."""

    places: dict[Hex, int]
    prey: frozenset[int]
    worth: float

    @property
    def bars(self) -> int:
        return sum(self.places.values())


class _Cuts:
    """Least cuts in a net: each hex that lines run to is two points, with what it costs to bar it between them.

    The links are laid once, for all who can be cut off at all (`prey`); from cut to cut only how much room they have changes.
    """

    def __init__(self, net: Net, prey: Sequence[Prey]) -> None:
        import numpy as np  # noqa: PLC0415 - see `assignment`
        from scipy.sparse import coo_array  # noqa: PLC0415

        self.net = net
        self.lines = flood(net.grid, net.ends, net.through) & ~net.ends
        # Who is cut off as it is would only take time.
        self.prey = [each for each in prey if each.near & self.lines and not each.near & net.ends]
        self.place = {hex: 2 * n for n, hex in enumerate(hexes(self.lines))}
        self.sink = 2 * len(self.place)
        self.source = self.sink + 1
        self.barred = [hex for hex in self.place if net.bars.get(hex, 0) > 0]
        lines = [
            (place + 1, self.place.get(other, self.sink))
            for hex, place in self.place.items()
            for other in self._next(hex)
        ]
        lines += [(place, place + 1) for hex, place in self.place.items() if net.bars.get(hex, 0) <= 0]
        lines += [
            (number, self.place[hex])
            for number, each in enumerate(self.prey, self.source + 1)
            for hex in hexes(each.near & self.lines)
        ]
        lines += [(self.place[hex], self.place[hex] + 1) for hex in self.barred]
        lines += [(self.source, number) for number, _ in enumerate(self.prey, self.source + 1)]
        size = self.source + 1 + len(self.prey)
        starts, ends = np.array(lines, dtype=np.int32).reshape(-1, 2).T
        numbers = np.arange(len(lines), dtype=np.int32)
        self._graph: Any = coo_array((numbers, (starts, ends)), shape=(size, size)).tocsr()
        self._order = self._graph.data.copy()
        self._room = np.full(len(lines), _ENDLESS, dtype=np.int32)
        self._bars = np.array([net.bars[hex] for hex in self.barred], dtype=np.int32)

    def _next(self, hex: Hex) -> list[Hex]:
        """The hexes where a line goes on; one of those where it ends is enough."""
        near = self.net.grid.adjacent_mask(hex)
        ends = near & self.net.ends
        return list(hexes(ends & -ends | near & self.lines))

    def least(self, prey: Set[int], price: float = 1.0, *, whole: bool = False) -> _Cut:
        """The best cordon where a bar costs so much; the `whole` prey is in it whatever that costs."""
        import numpy as np  # noqa: PLC0415 - see `assignment`
        from scipy.sparse.csgraph import breadth_first_order, maximum_flow  # noqa: PLC0415

        worths = [
            0 if n not in prey else _ENDLESS if whole else round(each.worth * _UNIT)
            for n, each in enumerate(self.prey)
        ]
        last = len(self._room) - len(worths)
        self._room[last:] = worths
        self._room[last - len(self._bars) : last] = max(1, round(price * _UNIT)) * self._bars
        self._graph.data = self._room[self._order]
        left: Any = self._graph - maximum_flow(self._graph, self.source, self.sink).flow
        left.data = np.maximum(left.data, 0)
        left.eliminate_zeros()
        inside = set(breadth_first_order(left, self.source, return_predecessors=False).tolist())
        barred = {
            hex: self.net.bars[hex]
            for hex in self.barred
            if self.place[hex] in inside and self.place[hex] + 1 not in inside
        }
        caught = frozenset(n for n in prey if self.source + 1 + n in inside)
        return _Cut(barred, caught, sum(self.prey[n].worth for n in sorted(caught)))

    def thinned(self, prey: frozenset[int], sure: frozenset[int], most: int) -> _Cut:
        """A cordon around as many of these as there are bars for, those who are cut off at a higher price among them.

        Whoever saves most bars for his worth is left out, again and again. What each saves only grows as others leave, so that
        it is enough to ask the few again who saved most when they were asked last.
        """
        cut = self.least(prey, whole=True)
        saved = dict.fromkeys(prey - sure, math.inf)
        while cut.bars > most:
            loose = sorted(cut.prey - sure, key=lambda out: (-saved[out], out))
            asked = [out for n, out in enumerate(loose) if n < _ASKED or saved[out] == math.inf]
            tries = {out: self.least(cut.prey - {out}, whole=True) for out in asked}
            if few := [less for less in tries.values() if less.bars <= most]:
                return max(few, key=lambda less: less.worth)
            for out, less in tries.items():
                saved[out] = (cut.bars - less.bars) / (cut.worth - less.worth)
            cut = tries[max(asked, key=lambda out: saved[out])]
        return cut
