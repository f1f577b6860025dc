"""Orders of the Command Phase, and mobilization (5.0)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order


class Activate(Order, frozen=True, tag="activate"):
    """Activate an HQ in a role, deploying it by one hex or leaving it where it is."""

    case: ClassVar[str] = "5.2"
    hq: UnitRef
    role: str
    to: HexRef | None = None
    """Where it deploys; none, like its own hex, leaves it where it is."""


class MarkTarget(Order, frozen=True, tag="mark"):
    """Mark the other hex that a Blitz Invasion HQ's second wave may invade."""

    case: ClassVar[str] = "15.44a"
    hq: UnitRef
    hex: HexRef


class Mobilize(Order, frozen=True, tag="mobilize"):
    """Deactivate an HQ and give it its normal move."""

    case: ClassVar[str] = "5.41"
    hq: UnitRef
    to: HexRef
    via: HexRef | None = None
