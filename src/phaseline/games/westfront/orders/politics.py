"""Orders of politics (16.0)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order, OrderText


class DeclareWar(Order, frozen=True, tag="declare-war"):
    """Declare war.

    Spain or Portugal enters the war on the other side; it costs the Allies victory points.
    """

    case: ClassVar[str] = "16.4b"
    text: ClassVar[OrderText] = OrderText(prompts={"country": "on which country?"}, gives_up=True)
    country: str


class RaiseTito(Order, frozen=True, tag="raise-tito"):
    """Raise Tito.

    Raise Tito in a Yugoslav hex.
    """

    case: ClassVar[str] = "16.32a"
    text: ClassVar[OrderText] = OrderText(prompts={"hex": "in which hex?"})
    hex: HexRef


class RollRevolt(Order, frozen=True, tag="revolt"):
    """Roll for the French revolt.

    Below the number of French hexes in Allied hands it breaks out.
    """

    case: ClassVar[str] = "16.31"


class RaiseMaquis(Order, frozen=True, tag="raise-maquis"):
    """Place the Maquis."""

    case: ClassVar[str] = "16.31"
    text: ClassVar[OrderText] = OrderText(prompts={"hex": "in which hex?"})
    hex: HexRef


class RollSurrender(Order, frozen=True, tag="surrender"):
    """Roll for surrender.

    Below the number of ports taken and units eliminated the country surrenders.
    """

    case: ClassVar[str] = "16.1a"
    text: ClassVar[OrderText] = OrderText(prompts={"country": "of which country?"})
    country: str


class Defect(Order, frozen=True, tag="defect"):
    """Choose who changes sides.

    One Italian unit fights on for the Allies.
    """

    case: ClassVar[str] = "16.1b"
    unit: UnitRef


class WinterOffensive(Order, frozen=True, tag="winter-offensive"):
    """Winter offensive.

    Once: Axis armor fires in mud as if it were dry, for this turn.
    """

    case: ClassVar[str] = "W44.4"


class EnterMap(Order, frozen=True, tag="enter"):
    """Bring in Army Group E.

    A unit from the Balkans enters at a rail hex and goes on by rail.
    """

    case: ClassVar[str] = "16.5a"
    text: ClassVar[OrderText] = OrderText(prompts={"entry": "at which entry hex?"})
    unit: UnitRef
    entry: HexRef
    to: HexRef
