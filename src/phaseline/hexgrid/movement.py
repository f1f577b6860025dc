"""Movement with costs: where a unit can go for how much, and by which way.

The search is Dijkstra's, run on whole sets: all hexes first reached at the same cost are one wave, and a wave costs
a few shifts however many hexes it holds. Its answers are exactly those of the hex-by-hex search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from operator import itemgetter
from typing import TypeAlias, TypeVar

from phaseline.hexgrid.grid import Grid
from phaseline.hexgrid.hexsides import Hexsides
from phaseline.hexgrid.orientation import Hex, Mask

_T = TypeVar("_T")
_Prices: TypeAlias = list[tuple[int, _T]]
"""(movement points, what costs so much), cheapest first."""

# Which way to look first when walking back: straight on, then ever sharper turns.
_TURNS = (0, 1, 5, 2, 4, 3)


def reach(
    grid: Grid,
    start: Mask,
    costs: Mapping[int, Mask],
    budget: int | None = None,
    *,
    sides: Mapping[int, Hexsides] | None = None,
    leave: Mapping[int, Mask] | None = None,
    stop: Mask = 0,
) -> Reach:
    """Where one can go from `start` for at most `budget` movement points.

    A step costs what the hex entered costs, plus what the hexside crossed costs, plus what the hex left costs.
    A hex or hexside listed under several costs has the lowest of them.

    Args:
        grid: the grid.
        start: the hexes to start from, at no cost; they need not be enterable.
        costs: movement points to enter -> the hexes that cost so much. A hex under no cost cannot be entered.
        budget: movement points to spend; None for no limit.
        sides: movement points to cross -> the hexsides that cost so much. A hexside under no cost cannot be
            crossed. None if all hexsides are free. `price_hexsides` makes such a table.
        leave: extra movement points to leave -> the hexes that cost so much. A hex under no cost is left freely.
        stop: hexes that may be entered but not left, except by starting there.

    Raises:
        ValueError: a cost is negative.

    >>> grid = Grid.pointy(rows=1, cols=5)
    >>> clear, forest = 0b10111, 0b01000
    >>> reached = reach(grid, 0b00001, {1: clear, 2: forest}, budget=4)
    >>> [(cost, bin(mask)) for cost, mask in reached.masks.items()]
    [(0, '0b1'), (1, '0b10'), (2, '0b100'), (4, '0b1000')]
    >>> reached.path(3), reached.cost(4)
    ([0, 1, 2, 3], None)
    """
    steps = _Steps(
        entering=_prices(costs),
        crossing=None if sides is None else _prices(sides),
        leaving=_prices(leave) if leave else [],
        stop=stop & ~start,
    )
    return Reach(grid, _search(grid, start, steps, inf if budget is None else budget), steps)


def price_hexsides(
    grid: Grid, extra: Mapping[int, Hexsides], closed: Hexsides | None = None
) -> dict[int, Hexsides]:
    """The table `reach` takes as `sides`: the `extra` costs as given, nothing for all other hexsides.

    Hexsides that are `closed` cannot be crossed, whatever `extra` says. Make the table once and keep it.

    >>> grid = Grid.pointy(rows=1, cols=4)
    >>> river, cliff = Hexsides.of(grid, [(0, 1)]), Hexsides.of(grid, [(1, 2)])
    >>> table = price_hexsides(grid, {1: river}, closed=cliff)
    >>> {cost: list(sides.pairs()) for cost, sides in table.items()}
    {0: [(2, 3)], 1: [(0, 1)]}
    """
    free = passable = Hexsides.every(grid) if closed is None else ~closed
    for cost, sides in extra.items():
        if cost:
            free -= sides
    return {0: free, **{cost: sides & passable for cost, sides in extra.items() if cost}}


class Reach:
    """The answer of `reach`: what each hex costs, and a cheapest way to it.

    Attributes:
        all: every hex reached, the start included.
        waves: (cost, hexes first reached at that cost), costs ascending. The start comes first, at cost 0. Free
            steps may add further waves at the same cost.
    """

    __slots__ = ("_grid", "_steps", "all", "waves")

    def __init__(self, grid: Grid, waves: list[tuple[int, Mask]], steps: _Steps) -> None:
        self._grid = grid
        self._steps = steps
        self.waves = waves
        reached = 0
        for _, mask in waves:
            reached |= mask
        self.all: Mask = reached

    @property
    def masks(self) -> dict[int, Mask]:
        """The hexes by their cheapest cost, costs ascending; costs at which nothing is reached are left out."""
        by_cost: dict[int, Mask] = {}
        for cost, mask in self.waves:
            by_cost[cost] = by_cost.get(cost, 0) | mask
        return by_cost

    def cost(self, h: Hex) -> int | None:
        """The cheapest cost of getting to `h`; None if it is out of reach."""
        wave = self._wave(h)
        return None if wave is None else self.waves[wave][0]

    def path(self, h: Hex) -> list[Hex]:
        """A cheapest way to `h`, both ends included; always the same one, and of equal ways one that bends little.

        Raises:
            ValueError: `h` is out of reach.
        """
        wave = self._wave(h)
        if wave is None:
            raise ValueError(f"hex {self._grid.col_row(h)} (column, row) is out of reach")
        way = [h]
        back = 0
        while wave > 0:
            back, h, wave = self._step_back(h, wave, back)
            way.append(h)
        return way[::-1]

    def _step_back(self, h: Hex, wave: int, straight_on: int) -> tuple[int, Hex, int]:
        """One step back along a cheapest way: the direction, the hex there and its wave."""
        for turn in _TURNS:
            d = (straight_on + turn) % 6
            before = self._grid.neighbour(h, d)
            came = None if before is None else self._wave(before)
            if before is None or came is None or came >= wave:
                continue
            if self.waves[came][0] + self._steps.cost(before, h, d) == self.waves[wave][0]:
                return d, before, came
        raise AssertionError("every hex of a wave was reached from an earlier wave")

    def _wave(self, h: Hex) -> int | None:
        bit = 1 << h
        return next((i for i, (_, mask) in enumerate(self.waves) if mask & bit), None)

    def __contains__(self, h: Hex) -> bool:
        return bool(self.all >> h & 1)

    def __repr__(self) -> str:
        return f"<Reach of {self.all.bit_count()} hexes>"


@dataclass(slots=True)
class _Steps:
    """What steps cost, each table cheapest first."""

    entering: _Prices[Mask]
    crossing: _Prices[Hexsides] | None
    leaving: _Prices[Mask]
    stop: Mask

    def cost(self, a: Hex, b: Hex, back: int) -> float:
        """The cost of the step from `a` into `b`, infinite if it cannot be made; `back` leads from `b` to `a`."""
        if self.stop >> a & 1:
            return inf
        cost = _price(self.leaving, a, 0) + _price(self.entering, b, inf)
        if self.crossing is not None:
            cost += _price([(price, crossed.sides[back]) for price, crossed in self.crossing], b, inf)
        return cost


def _prices(table: Mapping[int, _T]) -> _Prices[_T]:
    """A table of costs as a list, cheapest first."""
    prices = sorted(table.items(), key=itemgetter(0))
    if prices and prices[0][0] < 0:
        raise ValueError(f"a cost of {prices[0][0]} movement points: costs must not be negative")
    return prices


def _price(prices: _Prices[Mask], h: Hex, otherwise: float) -> float:
    """The lowest price of a hex."""
    return next((price for price, mask in prices if mask >> h & 1), otherwise)


def _search(grid: Grid, start: Mask, steps: _Steps, room: float) -> list[tuple[int, Mask]]:
    """The hexes first reached at each cost, costs ascending."""
    entering, leaving, stop = steps.entering, steps.leaving, steps.stop
    ways: list[tuple[int, Callable[[Mask], Mask]]] = [(0, grid.spread)]
    if steps.crossing is not None:
        ways = [(price, sides.cross) for price, sides in steps.crossing]
    cheapest = dearest = 0
    if entering and ways:
        cheapest = entering[0][0] + ways[0][0]
        dearest = entering[-1][0] + ways[-1][0] + (leaving[-1][0] if leaving else 0)

    waves: list[tuple[int, Mask]] = []
    todo = grid.all
    due = [start] + [0] * dearest  # item n: what can be entered for n, and perhaps for less
    spent = idle = 0
    while spent <= room and idle <= dearest:
        new = due[spent] & todo
        if new:
            waves.append((spent, new))
            todo ^= new
            idle = 0
            if spent + cheapest <= room:
                for toll, group in _departures(new & ~stop, leaving):
                    for price, cross in ways:
                        near = cross(group) & todo
                        for cost, mask in entering:
                            due[spent + toll + price + cost] |= near & mask
        if cheapest or not new:  # otherwise free steps may have reached more at this very cost
            due.append(0)
            spent += 1
            idle += 1
    return waves


def _departures(group: Mask, leaving: _Prices[Mask]) -> _Prices[Mask]:
    """The hexes of a wave by what they cost to leave."""
    parts: _Prices[Mask] = []
    for price, mask in leaving:
        parts.append((price, group & mask))
        group &= ~mask
    parts.append((0, group))
    return parts
