"""What a side could strike with in its next phase, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from phaseline.ai.field.protocol import Field
from phaseline.hexgrid import Hex, Mask

Strike = tuple[int, Mask]
"""The strength of a unit, and the hexes that it could attack."""


class Threat:
    """The strikes of a side together. No more than `most` of them, the strongest, come together on one hex."""

    def __init__(self, strikes: Iterable[Strike], most: int | None = None) -> None:
        self.strikes = list(strikes)
        self.most = most

    @cached_property
    def area(self) -> Mask:
        """The hexes that could be attacked at all."""
        area = 0
        for _, struck in self.strikes:
            area |= struck
        return area

    def at(self, hex: Hex) -> int:
        """The strength that could be brought against a hex.

        >>> Threat([(4, 0b110), (3, 0b010), (2, 0b011)], most=2).at(1)
        7
        """
        felt = [strength for strength, area in self.strikes if area >> hex & 1]
        if self.most is not None and len(felt) > self.most:
            felt = sorted(felt)[-self.most :]
        return sum(felt)


def strikes(field: Field, units: Iterable[int], beside: Callable[[Mask], Mask]) -> dict[int, Strike]:
    """What each of these units could attack after moving, by unit; `beside` gives the hexes attacked from some others."""
    return {
        unit: (strength, beside(field.reach(unit))) for unit in units if (strength := field.strength(unit))
    }
