"""Orders of the movement phases on the ground (5)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.drill.orders import SendOrder, UnitOrder
from phaseline.engine.lexicon import HexRef
from phaseline.engine.orders import Order, OrderText


class Move(SendOrder, frozen=True, tag="move"):
    """Move a unit.

    It may go on with what it has left until another unit moves. One hex it can always go.
    """

    case: ClassVar[str] = "5.11"
    text: ClassVar[OrderText] = OrderText(one="unit can still move")


class March(SendOrder, frozen=True, tag="march"):
    """Make a forced march.

    Infantry goes up to twice as far, into no enemy zone of control. On a 1 it is reduced, or lost.
    """

    case: ClassVar[str] = "5.6a"
    text: ClassVar[OrderText] = OrderText(one="unit can make a forced march")


class Overrun(UnitOrder, frozen=True, tag="overrun"):
    """Overrun an enemy.

    Up to three units of one hex go into the next at odds of 13 to 1; all enemies there are lost.
    """

    case: ClassVar[str] = "5.7a"
    text: ClassVar[OrderText] = OrderText(one="unit can overrun", prompts={"target": "which hex?"})
    target: HexRef


class With(UnitOrder, frozen=True, tag="with"):
    """Add a unit to the overrun."""

    case: ClassVar[str] = "5.73"
    text: ClassVar[OrderText] = OrderText(adds=True)


class Go(Order, frozen=True, tag="go"):
    """Carry the overrun out.

    The enemies there are lost; your units are in their hex, and may move on.
    """

    case: ClassVar[str] = "5.7e"


class CallOff(Order, frozen=True, tag="off"):
    """Call it off.

    Nothing has happened yet.
    """

    case: ClassVar[str] = "5.7a"


class Remove(UnitOrder, frozen=True, tag="remove"):
    """Remove a unit.

    Your opponent has too many in one hex at the end of a phase; you choose which he loses.
    """

    case: ClassVar[str] = "10.21b"


class Declare(Order, frozen=True, tag="declare"):
    """Enter neutral countries.

    They join the other side at once, with their units and railways. It cannot be taken back later.
    """

    case: ClassVar[str] = "5.22"
