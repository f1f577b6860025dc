"""Orders of land movement (6.0)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order, OrderText


class Move(Order, frozen=True, tag="move"):
    """Move a unit.

    By land, hex by hex up to its speed, stopping in mountains, marshes and where it meets enemies. A
    headquarters in range must command it, or a Supreme Move be spent.

    `via` is the hex from which it enters a battle or through which it leaves one, as that hexside counts (6.33);
    `none` when it does neither.
    """

    case: ClassVar[str] = "6.1a"
    text: ClassVar[OrderText] = OrderText(one="unit can still move", prompts={"via": "over which hexside?"})
    unit: UnitRef
    to: HexRef
    via: HexRef | None = None


class Rearguard(Order, frozen=True, tag="rearguard"):
    """Name a rearguard.

    Give a battle up: this unit leaves last, and pursuers fire on it.
    """

    case: ClassVar[str] = "6.41a"
    text: ClassVar[OrderText] = OrderText(
        prompts={"unit": "which unit leaves last?", "via": "over which hexside?"}
    )
    unit: UnitRef
    to: HexRef
    via: HexRef | None = None
