"""Orders of the Command Phase, and mobilization (5.0)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order, OrderText


class Activate(Order, frozen=True, tag="activate"):
    """Activate a headquarters.

    It turns face-up, commands units in its range until combat is over, and then loses a step. It may deploy
    by one hex first.
    """

    case: ClassVar[str] = "5.2"
    text: ClassVar[OrderText] = OrderText(
        one="headquarters not activated",
        many="headquarters not activated",
        prompts={"hq": "which headquarters?", "role": "what for?", "to": "deploy to which hex, or stay?"},
    )
    hq: UnitRef
    role: str
    to: HexRef | None = None
    """Where it deploys; none, like its own hex, leaves it where it is."""


class MarkTarget(Order, frozen=True, tag="mark"):
    """Mark a second target.

    The other hex that the second wave of a Blitz invasion may go to.
    """

    case: ClassVar[str] = "15.44a"
    text: ClassVar[OrderText] = OrderText(prompts={"hq": "which headquarters?", "hex": "which coastal hex?"})
    hq: UnitRef
    hex: HexRef


class Mobilize(Order, frozen=True, tag="mobilize"):
    """Mobilize a headquarters.

    It loses its step and deactivates now, before combat, and makes a move of its own.
    """

    case: ClassVar[str] = "5.41"
    text: ClassVar[OrderText] = OrderText(
        one="headquarters can mobilize",
        many="headquarters can mobilize",
        prompts={"hq": "which headquarters?", "to": "to which hex, or stay?", "via": "over which hexside?"},
    )
    hq: UnitRef
    to: HexRef
    via: HexRef | None = None
