"""The net of hex corners and hexsides, on which rivers run."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from phaseline.atlas.parts import Side
from phaseline.hexgrid import Grid, hexes

Corner = tuple[int, int]
"""A corner, by its position in thousandths of a hex width (so that all hexes agree on it)."""


@dataclass
class CornerNet:
    """Every corner of a grid with the hexsides that meet there."""

    grid: Grid
    links: dict[Corner, list[tuple[Corner, Side]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for h in hexes(self.grid.all):
            for direction in range(6):
                there = self.grid.neighbour(h, direction)
                if there is None or direction >= 3:  # each inner hexside once
                    continue
                start, end = (corner_at(*spot) for spot in self.grid.edge(h, direction))
                self.links.setdefault(start, []).append((end, (h, direction)))
                self.links.setdefault(end, []).append((start, (h, direction)))

    def near(self, x: float, y: float, within: float) -> list[Corner]:
        """Corners at most ``within`` hex widths from a point, nearest first."""
        found = [
            (apart, corner)
            for corner in self.links
            if (apart := (corner[0] / 1000 - x) ** 2 + (corner[1] / 1000 - y) ** 2) <= within**2
        ]
        return [corner for _, corner in sorted(found)]

    def cheapest(
        self,
        starts: Iterable[tuple[int, Corner]],
        goals: dict[Corner, int],
        cost: Callable[[Corner, Corner], int],
        barred: Collection[Side] = (),
    ) -> list[Side]:
        """The cheapest run of hexsides from one of the starts to one of the goals (each at its own extra cost).

        Costs are whole numbers. Empty if there is none. Ties fall to the smaller corner, so the answer is always the same.
        """
        best: dict[Corner, int] = {}
        came: dict[Corner, tuple[Corner, Side]] = {}
        queue: list[tuple[int, Corner, bool]] = []
        for price, corner in starts:
            if corner not in best or price < best[corner]:
                best[corner] = price
                heapq.heappush(queue, (price, corner, False))
        done: set[Corner] = set()
        while queue:
            price, corner, arrived = heapq.heappop(queue)
            if arrived:
                return _way_back(corner, came)
            if corner in done:
                continue
            done.add(corner)
            if corner in goals:
                heapq.heappush(queue, (price + goals[corner], corner, True))
            for there, side in self.links[corner]:
                if there in done or side in barred:
                    continue
                total = price + cost(corner, there)
                if there not in best or total < best[there]:
                    best[there] = total
                    came[there] = (corner, side)
                    heapq.heappush(queue, (total, there, False))
        return []


def corner_at(x: float, y: float) -> Corner:
    """The name of the corner at a point."""
    return round(x * 1000), round(y * 1000)


def _way_back(corner: Corner, came: dict[Corner, tuple[Corner, Side]]) -> list[Side]:
    way: list[Side] = []
    while corner in came:
        corner, side = came[corner]
        way.append(side)
    return way[::-1]
