"""What a game tells of a position, as one side sees it before it plans."""

from __future__ import annotations

from typing import Any, Protocol

from phaseline.drill.state import FieldState
from phaseline.hexgrid import Hex, Mask


class Field(Protocol):
    """A position seen by one side. It must not change while it is looked at."""

    @property
    def s(self) -> FieldState[Any, Any]:
        """The position: the true one as far as the side knows."""

    @property
    def seat(self) -> int:
        """The side that plans."""

    def reach(self, unit: int) -> Mask:
        """The hexes that a unit of either side on the map could be in after moving, its own among them."""

    def strength(self, unit: int) -> int:
        """What a unit of either side attacks with, as it is supplied now; 0 if it cannot attack."""

    def limit(self, hex: Hex) -> int:
        """How many of the side's units may stand in a hex."""

    def resistance(self, hex: Hex) -> int:
        """What the enemies in a hex defend with."""
