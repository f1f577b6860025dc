"""Where a unit can go when a hex may be entered in several ways at different prices: dry, over a river, along a pass.

Each way has prices of its own, so it can also be cheaper than the ground it runs through, as a road or an Alpine pass is.
The search is Dijkstra's, run on whole sets: all hexes first reached at the same cost are one wave, and a wave costs a few
shifts however many hexes it holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, lowest
from phaseline.mechanics.lines import EVERYWHERE, adjacent

Prices = Mapping[int, Mask]
"""Movement points, to enter or to leave -> the hexes that cost so much."""


class Way(NamedTuple):
    """One way of moving: what the hex entered costs, over these hexsides.

    Where a river costs one more, a railway but one, and nobody goes on after crossing a great river:
    `[Way({1: clear, 2: woods}, dry), Way({2: clear, 3: woods}, rivers), Way({1: clear | woods}, railways),
    Way({1: clear | woods}, great_rivers, halts=True)]`.

    Attributes:
        prices: what it costs to enter a hex, 1 or more; a hex under no price cannot be entered.
        over: the hexsides this way crosses; None for all.
        halts: whether who comes this way goes no further.
    """

    prices: Prices
    over: Hexsides | None = None
    halts: bool = False


class Routes:
    """Where one can go and for how much; `waves` are (cost, hexes first reached at it), costs ascending.

    >>> row = Grid.pointy(rows=1, cols=4)
    >>> road = Hexsides.of(row, [(0, 1), (1, 2)])
    >>> found = Routes(row, 0b0001, [Way({3: row.all}, ~road), Way({1: row.all}, road)], budget=5)
    >>> [(cost, bin(mask)) for cost, mask in found.waves]
    [(0, '0b1'), (1, '0b10'), (2, '0b100'), (5, '0b1000')]
    >>> found.path(3), found.cost(2)
    ([0, 1, 2, 3], 2)
    """

    __slots__ = ("_first", "_grid", "_live", "_stop", "_tolls", "_ways", "all", "waves")

    def __init__(
        self,
        grid: Grid,
        start: Mask,
        ways: Sequence[Way],
        budget: int,
        stop: Mask = 0,
        *,
        leave: Prices | None = None,
        first: Mask = EVERYWHERE,
    ) -> None:
        """Search from `start` for at most `budget`.

        Args:
            grid: the grid.
            start: the hexes to start from, at no cost; they need not be enterable.
            ways: how one may move; the cheapest way counts.
            budget: movement points to spend.
            stop: hexes that may be entered but not left, except by starting there.
            leave: extra movement points to leave a hex, that of the start among them; a hex under no price is left
                freely.
            first: where the first step may lead; other hexes may still be entered later.
        """
        self._grid = grid
        self._ways = ways
        self._stop = stop & ~start
        self._tolls = _tolls(leave)
        self._first = first
        live: dict[int, Mask] = {}
        due = [0] * (budget + 1)
        ended = due.copy()
        priced = [
            (
                grid.spread if way.over is None else way.over.cross,
                EVERYWHERE if way.over is None else way.over.hexes,
                min(way.prices),
                tuple(way.prices.items()),
                ended if way.halts else due,
            )
            for way in ways
            if way.prices
        ]
        due[0] = start
        todo = grid.all | start
        for spent in range(budget + 1):
            new = due[spent] & todo
            if not new:
                continue
            live[spent] = new
            todo &= ~new
            near_by = todo if spent else todo & first
            leaving = new & ~self._stop if stop else new
            for toll, part in self._departures(leaving) if leave else ((0, leaving),):
                left = spent + toll
                room = budget - left
                for cross, beside, least, prices, arriving in priced:
                    # Most waves are beside no river or railway, and the last ones have nothing left to spend.
                    if least > room or not part & beside:
                        continue
                    near = cross(part) & near_by
                    if near:
                        for price, mask in prices:
                            if price <= room:
                                arriving[left + price] |= near & mask
        self._live = live
        """By cost, the hexes from where one could go on."""
        self.waves: list[tuple[int, Mask]] = list(live.items())
        self.all: Mask = (grid.all | start) ^ todo
        if any(ended):
            # Who comes by a way that halts is there, though a dearer way may lead there as well, and beyond.
            self.waves, self.all = [], 0
            for spent in range(budget + 1):
                new = (live.get(spent, 0) | ended[spent]) & ~self.all
                if new:
                    self.waves.append((spent, new))
                    self.all |= new

    def _departures(self, leaving: Mask) -> list[tuple[int, Mask]]:
        """Some hexes by what it costs more to leave them."""
        return [(toll, part) for toll, mask in self._tolls if (part := leaving & mask)]

    def cost(self, hex: Hex) -> int | None:
        """What it costs to get to a hex; None when it is out of reach."""
        return next((cost for cost, mask in self.waves if mask >> hex & 1), None)

    def ends(self, hex: Hex) -> bool:
        """Whether who comes to a hex at its cost goes no further: because it stops everybody, or by a halting way."""
        spent = self.cost(hex)
        if spent is None:
            return False
        return bool(self._stop >> hex & 1) or not self._live.get(spent, 0) >> hex & 1

    def path(self, hex: Hex) -> list[Hex]:
        """A cheapest way to a hex, both ends included, always the same one. Raises `ValueError` out of reach."""
        spent = self.cost(hex)
        if spent is None:
            raise ValueError("that hex is out of reach")
        way = [hex]
        while spent:
            spent, hex = self._before(spent, hex)
            way.append(hex)
        return way[::-1]

    def _before(self, spent: int, hex: Hex) -> tuple[int, Hex]:
        """The step that leads to a hex at this cost: what was spent before it, and from where it is made."""
        goes_on = self._live.get(spent, 0) >> hex & 1
        for way in self._ways:
            if way.halts and goes_on:
                continue
            near = adjacent(self._grid, 1 << hex, way.over) & ~self._stop
            for price, mask in way.prices.items():
                if not mask >> hex & 1:
                    continue
                for toll, dear in self._tolls:
                    before = spent - price - toll
                    if (before or self._first >> hex & 1) and (
                        came := near & dear & self._live.get(before, 0)
                    ):
                        return before, lowest(came)
        raise AssertionError("every hex was reached from one reached before")

    def __contains__(self, hex: Hex) -> bool:
        return bool(self.all >> hex & 1)


def _tolls(leave: Prices | None) -> tuple[tuple[int, Mask], ...]:
    """What it costs more to leave which hexes; every hex has its price."""
    if not leave:
        return ((0, EVERYWHERE),)
    free = EVERYWHERE
    for dear in leave.values():
        free &= ~dear
    return ((0, free), *leave.items())
