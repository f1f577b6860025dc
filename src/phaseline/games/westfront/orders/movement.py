"""Orders of land movement (6.0)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order


class Move(Order, frozen=True, tag="move"):
    """Move a unit by land.

    `via` is the hex from which it enters a battle or through which it leaves one, as that hexside counts (6.33);
    `none` when it does neither.
    """

    case: ClassVar[str] = "6.1a"
    unit: UnitRef
    to: HexRef
    via: HexRef | None = None


class Rearguard(Order, frozen=True, tag="rearguard"):
    """Name the unit that covers a retreat, and the way it will take."""

    case: ClassVar[str] = "6.41a"
    unit: UnitRef
    to: HexRef
    via: HexRef | None = None
