"""Orders of the combat phases (10, 11, 19)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.drill.orders import SendOrder, TargetOrder, UnitOrder
from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order, OrderText
from phaseline.games.france44.orders.base import ShipRef, WingRef


class Attack(UnitOrder, frozen=True, tag="attack"):
    """Announce an attack.

    Begin with one unit and one hex; others can join, and further hexes can be attacked with it.
    """

    case: ClassVar[str] = "10.3"
    text: ClassVar[OrderText] = OrderText(
        one="unit can begin an attack", prompts={"unit": "with which unit?", "target": "which hex?"}
    )
    target: HexRef


class Also(TargetOrder, frozen=True, tag="also"):
    """Attack another hex as well.

    Those in it defend together with the others.
    """

    case: ClassVar[str] = "10.6"
    text: ClassVar[OrderText] = OrderText(prompts={"target": "which hex?"})


class Join(UnitOrder, frozen=True, tag="join"):
    """Add a unit.

    To the attack that is announced.
    """

    case: ClassVar[str] = "10.5"
    text: ClassVar[OrderText] = OrderText(one="unit can join the attack", adds=True)


class Air(Order, frozen=True, tag="air"):
    """Add an air unit.

    At most one for each division that attacks.
    """

    case: ClassVar[str] = "9.1a"
    text: ClassVar[OrderText] = OrderText(
        one="air unit can support it, one for each division",
        prompts={"wing": "which air unit?"},
        adds=True,
    )
    wing: WingRef


class Gunfire(Order, frozen=True, tag="gunfire"):
    """Add naval gunfire.

    Against a hex next to the sea.
    """

    case: ClassVar[str] = "9.4"
    text: ClassVar[OrderText] = OrderText(prompts={"ship": "which naval unit?"}, adds=True)
    ship: ShipRef


class Carpet(Order, frozen=True, tag="carpet"):
    """Add the strategic bomber.

    It does not bomb German industry this turn.
    """

    case: ClassVar[str] = "9.22a"


class Support(UnitOrder, frozen=True, tag="support"):
    """Add a headquarters.

    One headquarters within two hexes.
    """

    case: ClassVar[str] = "19.1a"
    text: ClassVar[OrderText] = OrderText(prompts={"unit": "which headquarters?"})


class Close(Order, frozen=True, tag="close"):
    """Close the announcement.

    The attack stands as it is; announce the next one.
    """

    case: ClassVar[str] = "10.3"


class Scrap(Order, frozen=True, tag="scrap"):
    """Take one back.

    As long as no die has been rolled.
    """

    case: ClassVar[str] = "10.3"
    text: ClassVar[OrderText] = OrderText(prompts={"number": "which attack?"})
    number: int


class Answer(Order, frozen=True, tag="answer"):
    """Support the defence with a headquarters.

    One headquarters within two hexes for each attack.
    """

    case: ClassVar[str] = "19.1b"
    text: ClassVar[OrderText] = OrderText(
        prompts={"number": "against which attack?", "unit": "which headquarters?"}
    )
    number: int
    unit: UnitRef


class Lose(UnitOrder, frozen=True, tag="lose"):
    """Take a loss.

    The unit is flipped, or eliminated if it was flipped before.
    """

    case: ClassVar[str] = "11.3a"


class Retreat(SendOrder, frozen=True, tag="retreat"):
    """Lead a retreat.

    The attacker leads every retreat, hex by hex, until the unit is away from its enemies.
    """

    case: ClassVar[str] = "11.3c"


class Again(Order, frozen=True, tag="again"):
    """Attack the beach again.

    With what is left of the invaders; no new support.
    """

    case: ClassVar[str] = "12.7b"


class Home(SendOrder, frozen=True, tag="home"):
    """Send an invader home.

    To a port of its theatre.
    """

    case: ClassVar[str] = "12.7b"


class Advance(SendOrder, frozen=True, tag="advance"):
    """Advance.

    Into a hex that the defenders have left.
    """

    case: ClassVar[str] = "11.5a"
    text: ClassVar[OrderText] = OrderText(one="unit can advance")
