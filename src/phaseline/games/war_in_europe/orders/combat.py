"""Orders of the combat phase (11, 12) and of what follows it (18)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.drill.orders import SendOrder, TargetOrder, UnitOrder
from phaseline.engine.lexicon import HexRef
from phaseline.engine.orders import Order, OrderText


class Attack(UnitOrder, frozen=True, tag="attack"):
    """Attack.

    Begin with one unit and one hex next to it; others can join, and further hexes can be attacked with it.
    """

    case: ClassVar[str] = "11.0"
    text: ClassVar[OrderText] = OrderText(one="unit can begin an attack", prompts={"target": "which hex?"})
    target: HexRef


class Also(TargetOrder, frozen=True, tag="also"):
    """Attack another hex as well.

    Those in it defend together with the others.
    """

    case: ClassVar[str] = "11.23"
    text: ClassVar[OrderText] = OrderText(prompts={"target": "which hex?"})


class Join(UnitOrder, frozen=True, tag="join"):
    """Add a unit to the attack."""

    case: ClassVar[str] = "11.21"
    text: ClassVar[OrderText] = OrderText(one="unit can join the attack", adds=True)


class Support(Order, frozen=True, tag="support"):
    """Support the attack from the air.

    One Air Point of the front adds one to the die.
    """

    case: ClassVar[str] = "13.44"


class Roll(Order, frozen=True, tag="roll"):
    """Roll for the attack."""

    case: ClassVar[str] = "12.0"


class Stand(Order, frozen=True, tag="stand"):
    """Stand.

    Do not retreat: take losses instead.
    """

    case: ClassVar[str] = "12.7a"


class GiveWay(Order, frozen=True, tag="give-way"):
    """Give way.

    Retreat as the result says.
    """

    case: ClassVar[str] = "12.6a"


class Retreat(SendOrder, frozen=True, tag="retreat"):
    """Retreat a unit.

    One hex, away from enemy zones of control where that can be.
    """

    case: ClassVar[str] = "12.61"


class Stay(UnitOrder, frozen=True, tag="stay"):
    """Stay.

    The new battlegroup stays in its hex.
    """

    case: ClassVar[str] = "11.32"


class Lose(UnitOrder, frozen=True, tag="lose"):
    """Take a loss.

    The unit becomes a battlegroup, or is eliminated; what its counter says is paid.
    """

    case: ClassVar[str] = "12.43a"


class Advance(SendOrder, frozen=True, tag="advance"):
    """Advance.

    Into a hex that the defenders have left.
    """

    case: ClassVar[str] = "12.51"
    text: ClassVar[OrderText] = OrderText(one="unit can advance")


class Fortify(UnitOrder, frozen=True, tag="fortify"):
    """Fortify a unit.

    It must not have moved or attacked. The more infantry in its hex, the likelier it is done.
    """

    case: ClassVar[str] = "18.0b"


class Unfortify(UnitOrder, frozen=True, tag="unfortify"):
    """Turn a fortified unit back.

    It can move and attack again from the next turn on.
    """

    case: ClassVar[str] = "18.14"
