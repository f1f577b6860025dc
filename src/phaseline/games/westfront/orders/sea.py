"""Orders of invasions, evacuations and BeachHeads (15.4 to 15.6), and of supply (10.0)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order
from phaseline.games.westfront.orders.strategic import SeaRef


class Invade(Order, frozen=True, tag="invade"):
    """Send a unit from an Invasion HQ's port to a coastal hex, over the seas of `lane` in this order; none: the shortest way."""

    case: ClassVar[str] = "15.4"
    hq: UnitRef
    unit: UnitRef
    to: HexRef
    lane: tuple[SeaRef, ...] = ()


class Evacuate(Order, frozen=True, tag="evacuate"):
    """Bring a unit from a coastal hex to the port of an Invasion or Evacuation HQ, over the seas of `lane`."""

    case: ClassVar[str] = "15.6"
    hq: UnitRef
    unit: UnitRef
    lane: tuple[SeaRef, ...] = ()


class PlaceBeachhead(Order, frozen=True, tag="place-beachhead"):
    """Place the BeachHead of an amphibious unit where it has landed."""

    case: ClassVar[str] = "15.51a"
    unit: UnitRef


class KeepSupplied(Order, frozen=True, tag="keep"):
    """Choose the unit that a fortress or a besieged port keeps in supply."""

    case: ClassVar[str] = "10.5a"
    hex: HexRef
    unit: UnitRef


class GoShort(Order, frozen=True, tag="short"):
    """Choose the unit that goes without supply because its hex is overstacked after a repulse."""

    case: ClassVar[str] = "6.22b"
    hex: HexRef
    unit: UnitRef
