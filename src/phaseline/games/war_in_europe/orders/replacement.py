"""Orders of the reinforcement and replacement phase (4.2, 8.0, 16, 17)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.drill.orders import SendOrder, UnitOrder
from phaseline.engine.orders import Order, OrderText
from phaseline.games.war_in_europe.orders.base import FrontRef, PoolRef


class Place(SendOrder, frozen=True, tag="place"):
    """Place a reinforcement.

    In one of the hexes where it is due.
    """

    case: ClassVar[str] = "4.2B1"
    text: ClassVar[OrderText] = OrderText(one="unit can be placed", prompts={"to": "in which hex?"})


class Rebuild(UnitOrder, frozen=True, tag="rebuild"):
    """Rebuild a battlegroup.

    To full strength, for a Replacement Point of its kind; it neither moves nor attacks in this turn.
    """

    case: ClassVar[str] = "17.0a"
    text: ClassVar[OrderText] = OrderText(one="unit can be rebuilt")


class Raise(SendOrder, frozen=True, tag="raise"):
    """Raise an eliminated unit.

    In a city of its country, for a Replacement Point of its kind.
    """

    case: ClassVar[str] = "17.0b"
    text: ClassVar[OrderText] = OrderText(one="unit can be raised", prompts={"to": "in which city?"})


class Combine(UnitOrder, frozen=True, tag="combine"):
    """Combine three battlegroups.

    Of one kind and nation in a hex: the one you name is at full strength, the others are removed.
    """

    case: ClassVar[str] = "16.0"
    text: ClassVar[OrderText] = OrderText(one="battlegroup can combine")


class Break(UnitOrder, frozen=True, tag="break"):
    """Break an airborne division down.

    Into its regiments.
    """

    case: ClassVar[str] = "8.0i"


class Scuttle(UnitOrder, frozen=True, tag="scuttle"):
    """Destroy a mobile supply unit.

    Your own, before the enemy overruns and captures it.
    """

    case: ClassVar[str] = "14.42b"
    text: ClassVar[OrderText] = OrderText(one="mobile supply unit can be destroyed", gives_up=True)


class Exchange(UnitOrder, frozen=True, tag="exchange"):
    """Exchange a rebuilt division.

    A German security or static division for a normal infantry division, 6-5.
    """

    case: ClassVar[str] = "17.15"
    text: ClassVar[OrderText] = OrderText(one="unit can be exchanged")


class Allot(Order, frozen=True, tag="allot"):
    """Send Replacement Points to another front.

    They count there from your next turn on.
    """

    case: ClassVar[str] = "17.16"
    text: ClassVar[OrderText] = OrderText(
        prompts={"pool": "which points?", "to": "to which front?", "points": "how many Points?"}
    )
    pool: PoolRef
    to: FrontRef
    points: int


class Keep(UnitOrder, frozen=True, tag="keep"):
    """Keep a unit.

    It is to be withdrawn in this turn; keeping it costs a victory point. One unit a turn.
    """

    case: ClassVar[str] = "4.2B1"
    text: ClassVar[OrderText] = OrderText(one="unit could be kept", many="units could be kept")
