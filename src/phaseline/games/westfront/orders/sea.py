"""Orders of invasions, evacuations and BeachHeads (15.4 to 15.6), and of supply (10.0)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order, OrderText
from phaseline.games.westfront.orders.strategic import SeaRef


class Invade(Order, frozen=True, tag="invade"):
    """Invade from the sea.

    An Invasion headquarters sends a unit from its port to a coast. The unit is dispersed for a turn.
    """

    case: ClassVar[str] = "15.4"
    text: ClassVar[OrderText] = OrderText(
        one="headquarters can send an invasion",
        many="headquarters can send invasions",
        prompts={"hq": "which headquarters?", "to": "to which coastal hex?", "lane": "over which seas?"},
    )
    hq: UnitRef
    unit: UnitRef
    to: HexRef
    lane: tuple[SeaRef, ...] = ()


class Evacuate(Order, frozen=True, tag="evacuate"):
    """Evacuate by sea.

    Bring a unit from the coast to the port of the headquarters.
    """

    case: ClassVar[str] = "15.6"
    text: ClassVar[OrderText] = OrderText(prompts={"hq": "which headquarters?", "lane": "over which seas?"})
    hq: UnitRef
    unit: UnitRef
    lane: tuple[SeaRef, ...] = ()


class PlaceBeachhead(Order, frozen=True, tag="place-beachhead"):
    """Place a BeachHead.

    Where the amphibious unit has landed: it supplies, serves as a port, and helps the unit to defend.
    """

    case: ClassVar[str] = "15.51a"
    text: ClassVar[OrderText] = OrderText(
        one="BeachHead can be placed", prompts={"unit": "of which amphibious unit?"}
    )
    unit: UnitRef


class KeepSupplied(Order, frozen=True, tag="keep"):
    """Keep a unit in supply.

    A fortress or besieged port keeps one unit.
    """

    case: ClassVar[str] = "10.5a"
    text: ClassVar[OrderText] = OrderText(prompts={"hex": "in which hex?"})
    hex: HexRef
    unit: UnitRef


class GoShort(Order, frozen=True, tag="short"):
    """Leave a unit short.

    The hex is too full after a repulse: one unit gets no supply.
    """

    case: ClassVar[str] = "6.22b"
    text: ClassVar[OrderText] = OrderText(prompts={"hex": "in which hex?"})
    hex: HexRef
    unit: UnitRef
