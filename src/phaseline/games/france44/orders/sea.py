"""Orders to cross the sea and to drop from the air (12-14, 18)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.drill.orders import SendOrder, UnitOrder
from phaseline.engine.lexicon import HexRef
from phaseline.engine.orders import Order, OrderText
from phaseline.games.france44.orders.base import MulberryRef


class Invade(UnitOrder, frozen=True, tag="invade"):
    """Send a unit to invade.

    From a port to the sea before a beach. What holds the beach must be attacked.
    """

    case: ClassVar[str] = "5.14"
    cases: ClassVar[tuple[str, ...]] = ("5.14", "14.1a")
    text: ClassVar[OrderText] = OrderText(
        one="unit can invade", prompts={"beach": "which beach?", "sea": "from which sea hex?"}
    )
    beach: HexRef
    sea: HexRef


class Ship(SendOrder, frozen=True, tag="ship"):
    """Ship a unit.

    From port to port: to the Continent, or back to England or Corsica.
    """

    case: ClassVar[str] = "13.1"
    cases: ClassVar[tuple[str, ...]] = ("13.1", "14.1a")
    text: ClassVar[OrderText] = OrderText(one="unit can be shipped", prompts={"to": "to which port?"})


class Drop(SendOrder, frozen=True, tag="drop"):
    """Drop an airborne division.

    From a British town or city onto a hex of the Continent within 20 hexes.
    """

    case: ClassVar[str] = "18.1b"
    cases: ClassVar[tuple[str, ...]] = ("18.1b", "18.1a")
    text: ClassVar[OrderText] = OrderText(one="airborne division can drop", prompts={"to": "onto which hex?"})


class Build(Order, frozen=True, tag="build"):
    """Place a Mulberry.

    On a beach that was invaded; it serves as a minor port from the next turn on.
    """

    case: ClassVar[str] = "13.11a"
    text: ClassVar[OrderText] = OrderText(prompts={"mulberry": "which Mulberry?", "to": "on which beach?"})
    mulberry: MulberryRef
    to: HexRef
