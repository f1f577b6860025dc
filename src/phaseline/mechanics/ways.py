"""Where a unit can go when a hex may be entered in several ways at different prices: dry, over a river, along a pass.

`hexgrid.reach` adds the price of the hex and that of the hexside. Here each way has prices of its own, so a way can also
be cheaper than the ground it runs through, as a road or an Alpine pass is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, hexes

Prices = Mapping[int, Mask]
"""Movement points to enter -> the hexes that cost so much."""


class Routes:
    """Where one can go and for how much; `waves` are (cost, hexes first reached at it), costs ascending.

    >>> row = Grid.pointy(rows=1, cols=4)
    >>> road = Hexsides.of(row, [(0, 1), (1, 2)])
    >>> found = Routes(row, 0b0001, [({3: row.all}, ~road), ({1: row.all}, road)], budget=5)
    >>> [(cost, bin(mask)) for cost, mask in found.waves]
    [(0, '0b1'), (1, '0b10'), (2, '0b100'), (5, '0b1000')]
    >>> found.path(3), found.cost(2)
    ([0, 1, 2, 3], 2)
    """

    __slots__ = ("_grid", "_ways", "all", "waves")

    def __init__(
        self, grid: Grid, start: Mask, ways: Sequence[tuple[Prices, Hexsides]], budget: int, stop: Mask = 0
    ) -> None:
        """Search from `start` for at most `budget`. Prices are 1 or more; hexes in `stop` may be entered, not left."""
        self._grid = grid
        self._ways = ways
        self.all: Mask = start
        self.waves: list[tuple[int, Mask]] = []
        priced = [(over.cross, tuple(prices.items())) for prices, over in ways]
        due = [0] * (budget + 1)
        due[0] = start
        todo = grid.all | start
        for spent in range(budget + 1):
            new = due[spent] & todo
            if not new:
                continue
            self.waves.append((spent, new))
            self.all |= new
            todo &= ~new
            leaving = new & ~stop if spent else new
            room = budget - spent
            for cross, prices in priced:
                near = cross(leaving) & todo
                if near:
                    for price, mask in prices:
                        if price <= room:
                            due[spent + price] |= near & mask

    def cost(self, hex: Hex) -> int | None:
        """What it costs to get to a hex; None when it is out of reach."""
        return next((cost for cost, mask in self.waves if mask >> hex & 1), None)

    def path(self, hex: Hex) -> list[Hex]:
        """A cheapest way to a hex, both ends included, always the same one. Raises `ValueError` out of reach."""
        spent = self.cost(hex)
        if spent is None:
            raise ValueError("that hex is out of reach")
        way = [hex]
        masks = dict(self.waves)
        while spent:
            spent, hex = self._before(spent, hex, masks)
            way.append(hex)
        return way[::-1]

    def _before(self, spent: int, hex: Hex, masks: Mapping[int, Mask]) -> tuple[int, Hex]:
        for prices, over in self._ways:
            near = over.cross(1 << hex)
            for price, mask in prices.items():
                if mask >> hex & 1 and (came := near & masks.get(spent - price, 0)):
                    return spent - price, next(hexes(came))
        raise AssertionError("every hex was reached from one reached before")

    def __contains__(self, hex: Hex) -> bool:
        return bool(self.all >> hex & 1)
