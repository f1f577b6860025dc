"""How much is enough: the least force for a task whose chance can be told exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Detail(NamedTuple):
    """The units detailed for a task, and the chance that they carry it out."""

    units: tuple[int, ...]
    chance: float


def least_force(
    pool: Sequence[int], chance: Callable[[Sequence[int]], float], wanted: float, most: int
) -> Detail | None:
    """The first few units of a pool, in its order, that carry a task out with the chance that is wanted.

    None where not even `most` of them do. A chance must not fall as units are added.

    >>> least_force([7, 3, 5], lambda units: min(1.0, 0.4 * len(units)), 0.8, most=6)
    Detail(units=(7, 3), chance=0.8)
    >>> least_force([7, 3, 5], lambda units: min(1.0, 0.4 * len(units)), 0.8, most=1) is None
    True
    """
    for size in range(1, min(most, len(pool)) + 1):
        found = chance(pool[:size])
        if found >= wanted:
            return Detail(tuple(pool[:size]), found)
    return None
