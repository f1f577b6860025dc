"""Orders of setting up (3.2)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order, OrderText


class Place(Order, frozen=True, tag="place"):
    """Set up a unit.

    Move a unit of your starting forces to another hex that it may start in.
    """

    case: ClassVar[str] = "3.22c"
    text: ClassVar[OrderText] = OrderText(
        one="unit can be placed elsewhere", prompts={"hex": "to which hex?"}
    )
    unit: UnitRef
    hex: HexRef


class Transfer(Order, frozen=True, tag="transfer"):
    """Shift a step.

    One unit starts a step weaker, another of its kind a step stronger.
    """

    case: ClassVar[str] = "3.23a"
    text: ClassVar[OrderText] = OrderText(prompts={"giver": "from which unit?", "taker": "to which unit?"})
    giver: UnitRef
    taker: UnitRef


class Exchange(Order, frozen=True, tag="exchange"):
    """Exchange a unit.

    Start with another unit of the same kind, in the same place and strength.
    """

    case: ClassVar[str] = "3.23a"
    text: ClassVar[OrderText] = OrderText(
        prompts={"unit": "which unit stays out?", "other": "which unit comes in?"}
    )
    unit: UnitRef
    other: UnitRef


class Auto(Order, frozen=True, tag="auto"):
    """Proposed set-up.

    Put all units back where the card puts them.
    """

    case: ClassVar[str] = "3.2"
