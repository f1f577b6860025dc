"""How much the goals of a side are felt all over the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from phaseline.hexgrid import Hex

Goals = tuple[tuple[float, Hex], ...]
"""Hexes to be had, each behind what it is worth."""


class Potential:
    """For each hex, how much the most attractive of some goals is felt there.

    What is worth how much seldom changes from one order to the next: the last answer is kept for each side.
    """

    def __init__(self, fade: Callable[[float], float]) -> None:
        """`fade` tells what is left of a worth so many movement points away."""
        self._fade = fade
        self._last: dict[int, tuple[Goals, Mapping[Hex, float]]] = {}

    def of(self, seat: int, goals: Goals, travel: Callable[[Hex], Mapping[Hex, int]]) -> Mapping[Hex, float]:
        """What a side feels of its goals; `travel` gives the movement points from a goal to all hexes on the way there."""
        last = self._last.get(seat)
        if last is None or last[0] != goals:
            last = self._last[seat] = goals, self._spread(goals, travel)
        return last[1]

    def _spread(self, goals: Goals, travel: Callable[[Hex], Mapping[Hex, int]]) -> Mapping[Hex, float]:
        found: dict[Hex, float] = {}
        for worth, goal in goals:
            costs = travel(goal)
            felt = {cost: worth * self._fade(cost) for cost in set(costs.values())}
            for hex, cost in costs.items():
                if felt[cost] > found.get(hex, 0.0):
                    found[hex] = felt[cost]
        return found
