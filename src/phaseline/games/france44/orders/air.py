"""Orders to air units, the strategic bomber and V units (9)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef
from phaseline.engine.orders import Order, OrderText
from phaseline.games.france44.orders.base import RocketRef, WingRef

WHICH = {"wing": "which air unit?"}


class Return(Order, frozen=True, tag="land"):
    """Choose an air unit's base.

    To a friendly town or city within 20 hexes with room.
    """

    case: ClassVar[str] = "5.13a"
    cases: ClassVar[tuple[str, ...]] = ("5.13a", "5.22")
    text: ClassVar[OrderText] = OrderText(one="air unit can be given a base", prompts=WHICH)
    wing: WingRef
    to: HexRef


class Fly(Order, frozen=True, tag="fly"):
    """Place an air unit.

    Over a hex within 20 hexes of its base: it hinders the enemy there and helps you defend.
    """

    case: ClassVar[str] = "9.13a"
    text: ClassVar[OrderText] = OrderText(one="air unit can be placed", prompts=WHICH)
    wing: WingRef
    to: HexRef


class Bomb(Order, frozen=True, tag="bomb"):
    """Bomb German industry.

    The strategic bomber lowers the German replacements of this turn.
    """

    case: ClassVar[str] = "5.17"


class Escort(Order, frozen=True, tag="escort"):
    """Escort the bomber.

    The air unit cancels one interceptor.
    """

    case: ClassVar[str] = "9.21b"
    text: ClassVar[OrderText] = OrderText(one="air unit can escort", prompts=WHICH)
    wing: WingRef


class Intercept(Order, frozen=True, tag="intercept"):
    """Intercept the bomber.

    The air unit does nothing else this turn.
    """

    case: ClassVar[str] = "9.21a"
    text: ClassVar[OrderText] = OrderText(one="air unit can intercept", prompts=WHICH)
    wing: WingRef


class Transfer(Order, frozen=True, tag="transfer"):
    """Transfer an air unit.

    One that did nothing this turn, between England and Corsica.
    """

    case: ClassVar[str] = "9.14"
    text: ClassVar[OrderText] = OrderText(prompts=WHICH)
    wing: WingRef
    to: HexRef


class Site(Order, frozen=True, tag="site"):
    """Place a V unit.

    In a German hex with a line of supply to the east edge; it can be fired from the next turn on.
    """

    case: ClassVar[str] = "9.31c"
    text: ClassVar[OrderText] = OrderText(prompts={"rocket": "which V unit?"})
    rocket: RocketRef
    to: HexRef


class Launch(Order, frozen=True, tag="launch"):
    """Fire a V unit at London.

    One victory point.
    """

    case: ClassVar[str] = "9.31d"
    text: ClassVar[OrderText] = OrderText(one="V unit can be fired", prompts={"rocket": "which V unit?"})
    rocket: RocketRef
