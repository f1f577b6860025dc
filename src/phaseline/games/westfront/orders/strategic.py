"""Orders of strategic movement, by rail (9.2) and by sea (15.2)."""

from __future__ import annotations

from typing import Annotated, ClassVar

from phaseline.engine.lexicon import HexRef, Kind, UnitRef
from phaseline.engine.orders import Order

SeaRef = Annotated[int, Kind("sea")]
"""A sea area, by its number in `Waters.names`."""


class Rail(Order, frozen=True, tag="rail"):
    """Move a unit by rail.

    `via` is the hex through which it leaves a battle, as that hexside counts (6.33); `none` when it leaves none.
    """

    case: ClassVar[str] = "9.2"
    unit: UnitRef
    to: HexRef
    via: HexRef | None = None


class Sail(Order, frozen=True, tag="sail"):
    """Move a unit by sea from port to port, over the seas of `lane` in this order; none: the shortest way."""

    case: ClassVar[str] = "15.2a"
    unit: UnitRef
    to: HexRef
    lane: tuple[SeaRef, ...] = ()
