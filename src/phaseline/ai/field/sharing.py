"""Sharing units out among goals: what draws one to a place, and how much less once others go there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from phaseline.hexgrid import Grid, Hex, Mask

G = TypeVar("G")


def most_drawn(draws: Iterable[tuple[float, G]], filled: Callable[[G], float], share: float) -> G | None:
    """The goal that draws a unit most, of several with how much each is felt; None where there are none.

    `filled` is the part of what a goal needs that is there already. Of one that has all it needs a `share` of the worth is gone,
    and beyond that it is worth less and less.

    >>> most_drawn([(9.0, "Caen"), (6.0, "Brest")], {"Caen": 1.0, "Brest": 0.0}.__getitem__, share=0.5)
    'Brest'
    """
    best: tuple[float, G] | None = None
    for felt, goal in draws:
        part = filled(goal)
        worth = felt * (1.0 - share * min(1.0, part)) / (1.0 + max(0.0, part - 1.0))
        if best is None or worth > best[0]:
            best = worth, goal
    return None if best is None else best[1]


def gathered(
    goals: Iterable[Hex], strength: Mapping[Hex, float], enemies: Mask, grid: Grid
) -> dict[Hex, float]:
    """The strength that stands at each goal by what stands where, or beside it where enemies are, whom it will attack."""
    found: dict[Hex, float] = {}
    for hex in goals:
        found[hex] = strength.get(hex, 0.0)
        if enemies >> hex & 1:
            found[hex] += sum(strength.get(near, 0.0) for near in grid.neighbours(hex))
    return found
