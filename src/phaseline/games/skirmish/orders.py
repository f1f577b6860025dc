"""The orders of a skirmish."""

from __future__ import annotations

from typing import ClassVar

from phaseline.drill.orders import HexOrder, SendOrder, UnitOrder
from phaseline.engine.lexicon import HexRef
from phaseline.engine.orders import Order, OrderText


class Stance(Order, frozen=True, tag="stance"):
    """Choose a stance.

    Both sides choose in secret; the stance holds for this turn.
    """

    case: ClassVar[str] = "5.1"
    stance: str


class Move(SendOrder, frozen=True, tag="move"):
    """Move a unit.

    Each unit moves once a turn. It must stop where the enemy's zone of control begins.
    """

    case: ClassVar[str] = "6.1"
    text: ClassVar[OrderText] = OrderText(one="unit can still move")


class Withdraw(SendOrder, frozen=True, tag="withdraw"):
    """Draw a screen back.

    A screening unit steps one hex back from the enemy that came close.
    """

    case: ClassVar[str] = "8.1"
    text: ClassVar[OrderText] = OrderText(one="unit can draw back")


class Stand(Order, frozen=True, tag="stand"):
    """Stand fast.

    Nobody draws back.
    """

    case: ClassVar[str] = "8.1"
    text: ClassVar[OrderText] = OrderText(passes=True)


class Attack(Order, frozen=True, tag="attack"):
    """Attack a hex.

    Name the target; then add units next to it, and roll. Each hex is attacked once a turn.
    """

    case: ClassVar[str] = "9.1"
    text: ClassVar[OrderText] = OrderText(one="hex can be attacked", prompts={"target": "which hex?"})
    target: HexRef


class Join(UnitOrder, frozen=True, tag="join"):
    """Add a unit to the attack.

    A unit next to the target that has not fought yet takes part.
    """

    case: ClassVar[str] = "9.2"
    text: ClassVar[OrderText] = OrderText(one="unit can join the attack", adds=True)


class Roll(Order, frozen=True, tag="roll"):
    """Roll.

    Carry the attack out: everybody in it is turned up, then one die decides.
    """

    case: ClassVar[str] = "9.7"


class CallOff(Order, frozen=True, tag="call-off"):
    """Call the attack off.

    Nothing has happened; the units are free.
    """

    case: ClassVar[str] = "9.2"


class Lose(UnitOrder, frozen=True, tag="lose"):
    """Take a loss.

    Choose the unit in this battle that loses a step.
    """

    case: ClassVar[str] = "11.1"


class RetreatTo(HexOrder, frozen=True, tag="retreat"):
    """Retreat.

    The beaten unit leaves by one hex.
    """

    case: ClassVar[str] = "11.2"


class Advance(UnitOrder, frozen=True, tag="advance"):
    """Advance.

    A unit that took part occupies the hex that has been won.
    """

    case: ClassVar[str] = "11.5"
    text: ClassVar[OrderText] = OrderText(one="unit can advance")


class Done(Order, frozen=True, tag="done"):
    """Done.

    Go on to the next step.
    """

    case: ClassVar[str] = "3.2"
    text: ClassVar[OrderText] = OrderText(passes=True)
