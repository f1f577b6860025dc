"""Orders of supply (16) and of replacements (15)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.drill.orders import SendOrder, UnitOrder
from phaseline.engine.lexicon import HexRef
from phaseline.engine.orders import Order, OrderText
from phaseline.games.france44.orders.base import TruckRef


class Haul(Order, frozen=True, tag="truck"):
    """Place a truck.

    From the pool or from where it is to any hex without enemies. Supply runs from truck to truck.
    """

    case: ClassVar[str] = "16.322a"
    text: ClassVar[OrderText] = OrderText(one="truck can be placed", prompts={"truck": "which truck?"})
    truck: TruckRef
    to: HexRef


class Lift(Order, frozen=True, tag="lift"):
    """Take a truck off the map.

    It waits in the pool until you place it again.
    """

    case: ClassVar[str] = "16.322a"
    text: ClassVar[OrderText] = OrderText(prompts={"truck": "which truck?"})
    truck: TruckRef


class Starve(UnitOrder, frozen=True, tag="starve"):
    """Leave a unit without supply.

    Where there is not enough for all, somebody else is fed in its place.
    """

    case: ClassVar[str] = "16.321"
    text: ClassVar[OrderText] = OrderText(one="unit can be left without supply")


class Repair(Order, frozen=True, tag="repair"):
    """Repair a port.

    Its supply level rises by 5. One port a turn.
    """

    case: ClassVar[str] = "16.313a"
    text: ClassVar[OrderText] = OrderText(prompts={"port": "which port?"})
    port: HexRef


class Stock(Order, frozen=True, tag="stock"):
    """Stockpile supplies.

    What the ports could have supplied and nobody used, put down as a counter in a port.
    """

    case: ClassVar[str] = "5.31b"
    text: ClassVar[OrderText] = OrderText(prompts={"value": "how many points?"})
    value: int
    to: HexRef


class Raise(SendOrder, frozen=True, tag="raise"):
    """Raise a unit.

    From a pool, at full strength, for its combat factor in replacements.
    """

    case: ClassVar[str] = "15.1"
    cases: ClassVar[tuple[str, ...]] = ("5.12a", "15.3a")
    text: ClassVar[OrderText] = OrderText(one="unit can be raised")


class Restore(UnitOrder, frozen=True, tag="restore"):
    """Restore a unit.

    Back to full strength for the factors it lacks; it neither moves nor attacks this turn.
    """

    case: ClassVar[str] = "15.5a"
    text: ClassVar[OrderText] = OrderText(one="unit can be restored")


class Claim(Order, frozen=True, tag="french"):
    """Call for the French.

    From now on French replacement factors come: one for each city of yours at once, then one a turn.
    """

    case: ClassVar[str] = "15.6b"
