"""Stacking: how much may stand in one hex, and what is too much.

A unit's load says what it counts as: `{"unit": 1}`, `{"hq": 1}`, `{"unit": 1, "fort": 1}`, `{"point": 3}`, or nothing at
all when it is exempt. A limit says how much of one kind a hex holds. So "two units and one HQ" is two limits, and a
headquarters that does not count as a unit is a load without "unit".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from phaseline.hexgrid import Hex, Mask

Load = Mapping[str, int]
"""What one unit counts as, by kind."""

ONE_UNIT: Load = {"unit": 1}
"""The load of an ordinary unit where a unit is a unit."""


class Limit(Struct, frozen=True):
    """At most `most` of `kind` in a hex, by this case."""

    kind: str
    most: int
    case: str = ""


class Excess(Struct, frozen=True):
    """A limit that is broken, and how much there is."""

    limit: Limit
    held: int

    @property
    def over(self) -> int:
        """How much too much."""
        return self.held - self.limit.most

    def __str__(self) -> str:
        kind = self.limit.kind + "s" * (self.held != 1)
        case = f" ({self.limit.case})" if self.limit.case else ""
        return f"{self.held} {kind}, at most {self.limit.most} may stack here{case}"


def excesses(loads: Iterable[Load], limits: Iterable[Limit]) -> list[Excess]:
    """Every limit the units break together, none when they may stack.

    >>> two_and_hq = [Limit("unit", 2, "7.1"), Limit("hq", 1, "19.3")]
    >>> print(*excesses([ONE_UNIT, ONE_UNIT, {"hq": 1}, ONE_UNIT], two_and_hq))
    3 units, at most 2 may stack here (7.1)
    """
    loads = list(loads)
    held = {limit: sum(load.get(limit.kind, 0) for load in loads) for limit in limits}
    return [Excess(limit, amount) for limit, amount in held.items() if amount > limit.most]


def removable(loads: Sequence[Load], limits: Iterable[Limit]) -> list[int]:
    """The units, by place, whose removal lessens an excess; where the owner of a stack that is too large may begin.

    >>> removable([ONE_UNIT, {"hq": 1}, ONE_UNIT], [Limit("unit", 1)])
    [0, 2]
    """
    kinds = {excess.limit.kind for excess in excesses(loads, limits)}
    return [unit for unit, load in enumerate(loads) if any(load.get(kind) for kind in kinds)]


def depths(units: Iterable[Hex], most: int) -> list[Mask]:
    """Stack heights as sets: entry n holds the hexes with more than n of the units; there are `most` entries.

    One pass over the units answers for the whole map where a limit of `most` is reached:

    >>> [bin(mask) for mask in depths([0, 2, 2, 3, 2], most=3)]
    ['0b1101', '0b100', '0b100']
    """
    levels = [0] * most
    for h in units:
        unit = 1 << h
        for level, mask in enumerate(levels):
            if not mask & unit:
                levels[level] = mask | unit
                break
    return levels
