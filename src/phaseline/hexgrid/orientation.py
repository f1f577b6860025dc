"""The two ways a hex map can lie, and the words and numbers that follow from each.

A *line* is a straight run of hexes that share sides: a row of a pointy-top map, a column of a flat-top map.
Neighbouring lines lie half a hex apart; the ones further along (east or south) are the *shoved* lines.
"""

from __future__ import annotations

from enum import Enum
from typing import Literal, TypeAlias

Hex: TypeAlias = int
"""A hex of one grid: the number of its bit in a `Mask`."""

Mask: TypeAlias = int
"""A set of hexes of one grid: bit `h` is set when hex `h` is in the set."""

Shoved: TypeAlias = Literal["odd", "even"]
"""Which lines, counted from 0, lie half a hex further along."""

Step: TypeAlias = tuple[int, int]
"""A step in axial coordinates (q, r), see `Grid.axial`."""


class Orientation(Enum):
    """How the hexes of a map stand: on a corner (`POINTY`) or on a side (`FLAT`)."""

    POINTY = "pointy"
    FLAT = "flat"

    @property
    def directions(self) -> tuple[str, ...]:
        """The six compass names, clockwise.

        >>> Orientation.POINTY.directions
        ('NE', 'E', 'SE', 'SW', 'W', 'NW')
        """
        return tuple(name for name, _ in _COMPASS[self])

    @property
    def steps(self) -> tuple[Step, ...]:
        """The axial step (q, r) of each direction, in the order of `directions`.

        >>> Orientation.FLAT.steps[0]
        (0, -1)
        """
        return tuple(step for _, step in _COMPASS[self])


_COMPASS: dict[Orientation, tuple[tuple[str, Step], ...]] = {
    Orientation.POINTY: (
        ("NE", (1, -1)),
        ("E", (1, 0)),
        ("SE", (0, 1)),
        ("SW", (-1, 1)),
        ("W", (-1, 0)),
        ("NW", (0, -1)),
    ),
    Orientation.FLAT: (
        ("N", (0, -1)),
        ("NE", (1, -1)),
        ("SE", (1, 0)),
        ("S", (0, 1)),
        ("SW", (-1, 1)),
        ("NW", (-1, 0)),
    ),
}


def opposite(direction: int) -> int:
    """The direction that leads back.

    >>> [opposite(d) for d in range(6)]
    [3, 4, 5, 0, 1, 2]
    """
    return (direction + 3) % 6


class OffMapError(ValueError):
    """A hex or a place was asked for that the grid does not have."""
