"""Where a unit can go when a hex may be entered in several ways at different prices: dry, over a river, along a pass.

Each way has prices of its own, so it can also be cheaper than the ground it runs through, as a road or an Alpine pass is.
The search is Dijkstra's, run on whole sets: all hexes first reached at the same cost are one wave, and a wave costs a few
shifts however many hexes it holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, lowest, union
from phaseline.mechanics.lines import EVERYWHERE, adjacent, beside

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


class Road(NamedTuple):
    """Ways of the same prices, as a search follows them: all of them at once.

    Attributes:
        over: the hexsides of all these ways; None for all.
        beside: the hexes with such a hexside.
        least: the lowest price.
        prices: what it costs to enter which hexes, cheapest first.
        halts: whether who comes this way goes no further.
    """

    over: Hexsides | None
    beside: Mask
    least: int
    prices: tuple[tuple[int, Mask], ...]
    halts: bool

    @classmethod
    def along(cls, ways: Sequence[Way]) -> Road:
        """The road of some ways of the same prices."""
        over = ways[0].over
        if len(ways) > 1:
            sides = [way.over for way in ways if way.over is not None]
            over = _united(*sides) if len(sides) == len(ways) else None
        around = EVERYWHERE if over is None else over.hexes
        prices = tuple(sorted(ways[0].prices.items()))
        return cls(over, around, prices[0][0], prices, ways[0].halts)


@lru_cache(maxsize=1000)
def _united(first: Hexsides, *others: Hexsides) -> Hexsides:
    found = first
    for sides in others:
        found |= sides
    return found


def roads(ways: Sequence[Way]) -> tuple[Road, ...]:
    """Ways as they are searched. Which of several ways of the same price is taken matters to who asks for a path only.

    >>> row = Grid.pointy(rows=1, cols=4)
    >>> dry, wet = Hexsides.of(row, [(0, 1)]), Hexsides.of(row, [(1, 2)])
    >>> [road.over == dry | wet for road in roads([Way({1: row.all}, dry), Way({1: row.all}, wet)])]
    [True]
    """
    alike: list[list[Way]] = []
    for way in ways:
        for group in alike:
            if group[0].halts == way.halts and group[0].prices == way.prices:
                group.append(way)
                break
        else:
            if way.prices:
                alike.append([way])
    return tuple([Road.along(group) for group in alike])


class Ways(tuple[Way, ...]):
    """Ways by which many searches go: what these need to know of them is worked out once."""

    @cached_property
    def roads(self) -> tuple[Road, ...]:
        """The same as they are searched."""
        return roads(self)


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

    __slots__ = ("_first", "_grid", "_leave", "_live", "_stop", "_ways", "all", "waves")

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
        self._stop = stop & ~start if stop else 0
        self._leave = leave
        self._first = first
        live: dict[int, Mask] = {}
        due = [0] * (budget + 1)
        ended = due.copy()
        todo = every = grid.all | start
        due[0] = start
        dear = union(leave.values()) if leave else 0
        followed = ways.roads if isinstance(ways, Ways) else roads(ways)
        for spent in range(budget + 1):
            new = due[spent] & todo
            if not new:
                continue
            live[spent] = new
            todo ^= new
            near_by = todo if spent or first == EVERYWHERE else todo & first
            leaving = new & ~self._stop if stop else new
            alone = new.bit_length() - 1 if new.bit_count() == 1 else -1
            for toll, part in _departures(leaving, leave) if leave and leaving & dear else ((0, leaving),):
                left = spent + toll
                room = budget - left
                for over, around, least, prices, halts in followed:
                    # Most waves are beside no river or railway, and the last ones have nothing left to spend.
                    if least > room or not part & around:
                        continue
                    near = adjacent(grid, part, over) if alone < 0 else beside(grid, alone, over)
                    near &= near_by
                    if not near:
                        continue
                    arriving = ended if halts else due
                    for price, mask in prices:
                        if price > room:
                            break
                        # A hex is entered at its lowest price.
                        if found := near & mask:
                            arriving[left + price] |= found
                            near ^= found
                            if not near:
                                break
        self._live = live
        """By cost, the hexes from where one could go on."""
        self.waves: list[tuple[int, Mask]] = list(live.items())
        self.all: Mask = every ^ todo
        if any(ended):
            self._halt(ended)

    def _halt(self, ended: Sequence[Mask]) -> None:
        """Who comes by a way that halts is there, though a dearer way may lead there as well, and beyond."""
        self.waves, self.all = [], 0
        for spent, there in enumerate(ended):
            new = (self._live.get(spent, 0) | there) & ~self.all
            if new:
                self.waves.append((spent, new))
                self.all |= new

    def cost(self, hex: Hex) -> int | None:
        """What it costs to get to a hex; None when it is out of reach."""
        here = 1 << hex
        for cost, mask in self.waves:
            if mask & here:
                return cost
        return None

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
        tolls = _tolls(self._leave)
        while spent:
            spent, hex = self._before(spent, hex, tolls)
            way.append(hex)
        return way[::-1]

    def _before(self, spent: int, hex: Hex, tolls: Sequence[tuple[int, Mask]]) -> tuple[int, Hex]:
        """The step that leads to a hex at this cost: what was spent before it, and from where it is made."""
        live, here = self._live, 1 << hex
        goes_on = live.get(spent, 0) & here
        for way in self._ways:
            if way.halts and goes_on:
                continue
            near = beside(self._grid, hex, way.over) & ~self._stop
            if not near:
                continue
            for price, mask in way.prices.items():
                if price > spent or not mask & here:
                    continue
                for toll, dear in tolls:
                    before = spent - price - toll
                    if (
                        before in live
                        and (before or self._first & here)
                        and (came := near & dear & live[before])
                    ):
                        return before, lowest(came)
        raise AssertionError("every hex was reached from one reached before")

    def __contains__(self, hex: Hex) -> bool:
        return bool(self.all >> hex & 1)


def _departures(leaving: Mask, leave: Prices) -> list[tuple[int, Mask]]:
    """Some hexes by what it costs more to leave them."""
    found, free = [], leaving
    for toll, mask in leave.items():
        if dear := leaving & mask:
            found.append((toll, dear))
            free ^= free & dear
    if free:
        found.append((0, free))
    return found


def _tolls(leave: Prices | None) -> tuple[tuple[int, Mask], ...]:
    """What it costs more to leave which hexes; every hex has its price."""
    if not leave:
        return ((0, EVERYWHERE),)
    free = EVERYWHERE
    for dear in leave.values():
        free &= ~dear
    return ((0, free), *leave.items())
