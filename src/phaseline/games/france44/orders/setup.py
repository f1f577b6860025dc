"""Orders of the set-up (4) and of the turn's end."""

from __future__ import annotations

from typing import ClassVar

from phaseline.drill.orders import SendOrder
from phaseline.engine.lexicon import HexRef
from phaseline.engine.orders import Order, OrderText
from phaseline.games.france44.orders.base import ShipRef, WingRef


class Deploy(SendOrder, frozen=True, tag="deploy"):
    """Deploy a unit.

    Set it up elsewhere than the default set-up has it.
    """

    case: ClassVar[str] = "4.2"
    text: ClassVar[OrderText] = OrderText(one="unit can be set up elsewhere")


class DeployWing(Order, frozen=True, tag="base"):
    """Base an air unit.

    In a friendly town or city: two to a town, four to a city.
    """

    case: ClassVar[str] = "4.26"
    text: ClassVar[OrderText] = OrderText(prompts={"wing": "which air unit?"})
    wing: WingRef
    to: HexRef


class DeployShip(Order, frozen=True, tag="anchor"):
    """Anchor a naval unit.

    In a friendly port or at sea.
    """

    case: ClassVar[str] = "4.24a"
    text: ClassVar[OrderText] = OrderText(prompts={"ship": "which naval unit?"})
    ship: ShipRef
    to: HexRef


class Dump(Order, frozen=True, tag="dump"):
    """Put down supplies.

    Before the game: some of the German supply points, as a counter of this value.
    """

    case: ClassVar[str] = "4.27"
    text: ClassVar[OrderText] = OrderText(prompts={"value": "how many points?"})
    value: int
    to: HexRef


class Clear(Order, frozen=True, tag="clear"):
    """Take a supply counter up again.

    Before the game: its points are free to be put down elsewhere.
    """

    case: ClassVar[str] = "4.27"
    text: ClassVar[OrderText] = OrderText(prompts={"hex": "in which hex?"})
    hex: HexRef


class Done(Order, frozen=True, tag="done"):
    """Done.

    Go on to the next step.
    """

    case: ClassVar[str] = "5.1"
    text: ClassVar[OrderText] = OrderText(passes=True)


class Surrender(Order, frozen=True, tag="surrender"):
    """Surrender.

    The other side has won, whatever the points.
    """

    case: ClassVar[str] = "5.4b"
    text: ClassVar[OrderText] = OrderText(gives_up=True)
