"""Orders of the movement phases (6, 17)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.drill.orders import SendOrder, UnitOrder
from phaseline.engine.orders import OrderText


class Move(SendOrder, frozen=True, tag="move"):
    """Move a unit.

    It may go on with what it has left until another unit moves.
    """

    case: ClassVar[str] = "6.1"
    text: ClassVar[OrderText] = OrderText(one="unit can still move")


class March(SendOrder, frozen=True, tag="march"):
    """Move strategically.

    Twice as far, for a unit in supply that stays away from the enemy.
    """

    case: ClassVar[str] = "17.1a"
    text: ClassVar[OrderText] = OrderText(one="unit can move strategically", yields=True)


class Enter(SendOrder, frozen=True, tag="enter"):
    """Bring a unit in.

    Onto the map; it may still move and fight.
    """

    case: ClassVar[str] = "5.23b"
    text: ClassVar[OrderText] = OrderText(one="unit can come in")


class Leave(UnitOrder, frozen=True, tag="leave"):
    """Leave the map.

    By an exit of the scenario, for good; whoever has got away is safe.
    """

    case: ClassVar[str] = "6.6a"
    text: ClassVar[OrderText] = OrderText(one="unit can leave the map")


class Remove(UnitOrder, frozen=True, tag="remove"):
    """Remove a unit.

    The hex holds too many; this one is eliminated.
    """

    case: ClassVar[str] = "7.2"
