"""Orders of rail, sea and air movement (6, 7, 8) and of what may meet a unit at sea (13.3)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.drill.orders import HexOrder, SendOrder, UnitOrder
from phaseline.engine.orders import Order, OrderText
from phaseline.games.war_in_europe.orders.base import FrontRef


class Entrain(UnitOrder, frozen=True, tag="entrain"):
    """Put a unit on a train.

    In a Friendly rail hex without enemy zones of control; ten Rail Movement Points.
    """

    case: ClassVar[str] = "6.41"
    text: ClassVar[OrderText] = OrderText(one="unit can entrain")


class Ride(SendOrder, frozen=True, tag="ride"):
    """Go by rail.

    An entrained unit rides along Friendly rail hexes.
    """

    case: ClassVar[str] = "6.0"
    text: ClassVar[OrderText] = OrderText(one="unit can go by rail")


class Detrain(UnitOrder, frozen=True, tag="detrain"):
    """Take a unit off its train.

    Ten Rail Movement Points.
    """

    case: ClassVar[str] = "6.41"
    text: ClassVar[OrderText] = OrderText(one="unit can detrain")


class Convert(SendOrder, frozen=True, tag="convert"):
    """Repair a railway.

    A repair unit goes along a railway; every rail hex it enters is Friendly from then on.
    """

    case: ClassVar[str] = "6.61a"
    text: ClassVar[OrderText] = OrderText(one="repair unit can go on")


class Sail(SendOrder, frozen=True, tag="sail"):
    """Sail from port to port.

    A unit goes by Naval Transport; it neither attacks nor moves on in this turn.
    """

    case: ClassVar[str] = "7.0d"
    text: ClassVar[OrderText] = OrderText(one="unit can sail", prompts={"to": "to which port?"})


class Evacuate(SendOrder, frozen=True, tag="evacuate"):
    """Evacuate a unit.

    To a port at most four hexes away, though it has moved; it arrives as a battlegroup.
    """

    case: ClassVar[str] = "7.21"
    text: ClassVar[OrderText] = OrderText(one="unit can be evacuated", prompts={"to": "to which port?"})


class Assault(SendOrder, frozen=True, tag="assault"):
    """Assault from the sea.

    With an Amphibious Point; who holds the hex must be attacked, all or nothing.
    """

    case: ClassVar[str] = "7.31"
    text: ClassVar[OrderText] = OrderText(one="unit can assault a coast", prompts={"to": "which coast?"})


class Pier(UnitOrder, frozen=True, tag="pier"):
    """Leave the Amphibious Point there.

    It supplies who has landed on that beach, and makes it a small port, until you take it up again. Without it, a landing far from
    your ports is out of supply.
    """

    case: ClassVar[str] = "7.35a"


class Lift(HexOrder, frozen=True, tag="lift"):
    """Take an Amphibious Point up.

    From its beach; it is ready again nine turns later.
    """

    case: ClassVar[str] = "7.35b"
    text: ClassVar[OrderText] = OrderText(prompts={"to": "from which beach?"})


class Harbour(HexOrder, frozen=True, tag="harbour"):
    """Build the artificial harbour.

    On a beach with an Amphibious Point, once: it is a major port there as long as the Point stays.
    """

    case: ClassVar[str] = "7.35a"
    text: ClassVar[OrderText] = OrderText(prompts={"to": "on which beach?"})


class Depart(UnitOrder, frozen=True, tag="depart"):
    """Leave the map by sea.

    Over its northern or western edge; the unit may come back four turns later.
    """

    case: ClassVar[str] = "7.16c"
    text: ClassVar[OrderText] = OrderText(one="unit can leave the map")


class Return(SendOrder, frozen=True, tag="return"):
    """Come back by sea.

    To a port, for a unit that has been off the map.
    """

    case: ClassVar[str] = "7.16c"
    text: ClassVar[OrderText] = OrderText(one="unit can come back", prompts={"to": "to which port?"})


class Divert(HexOrder, frozen=True, tag="divert"):
    """Go on at sea.

    A unit that was struck goes on, or to another hex.
    """

    case: ClassVar[str] = "13.35"
    text: ClassVar[OrderText] = OrderText(prompts={"to": "to which hex does it go on?"})


class Strike(Order, frozen=True, tag="strike"):
    """Strike from the air.

    So many Air Points, up to five, attack a port or a unit at sea.
    """

    case: ClassVar[str] = "13.32a"
    text: ClassVar[OrderText] = OrderText(prompts={"points": "how many Points?"})
    points: int


class Pass(Order, frozen=True, tag="pass"):
    """Let it pass.

    The unit goes on unhindered on this front.
    """

    case: ClassVar[str] = "13.32a"


class Waive(Order, frozen=True, tag="waive"):
    """Let all pass.

    Nobody is attacked on this front any more in this phase.
    """

    case: ClassVar[str] = "13.32a"


class Fly(SendOrder, frozen=True, tag="fly"):
    """Fly a unit.

    An airborne unit goes by Air Transport to a Friendly hex.
    """

    case: ClassVar[str] = "8.0c"


class Drop(SendOrder, frozen=True, tag="drop"):
    """Drop a unit.

    An air assault: enemies in the hex must be attacked, all or nothing.
    """

    case: ClassVar[str] = "8.21"
    text: ClassVar[OrderText] = OrderText(prompts={"to": "onto which hex?"})


class Ferry(Order, frozen=True, tag="ferry"):
    """Send Air Transport to another front.

    Those that do not fly in this turn; they are ready there in the next.
    """

    case: ClassVar[str] = "8.4"
    text: ClassVar[OrderText] = OrderText(
        prompts={"front": "from which front?", "to": "to which front?", "points": "how many?"}
    )
    front: FrontRef
    to: FrontRef
    points: int


class Prepare(UnitOrder, frozen=True, tag="prepare"):
    """Prepare an airborne unit.

    It leaves the map; four turns later it is ready for an air assault.
    """

    case: ClassVar[str] = "8.52a"
    text: ClassVar[OrderText] = OrderText(one="airborne unit can be prepared")


class Station(UnitOrder, frozen=True, tag="station"):
    """Station an airborne unit.

    A unit that is ready stands by for an air assault on the front named.
    """

    case: ClassVar[str] = "8.52a"
    text: ClassVar[OrderText] = OrderText(
        one="airborne unit can be stationed", prompts={"front": "on which front?"}
    )
    front: FrontRef


class Recall(SendOrder, frozen=True, tag="recall"):
    """Bring an airborne unit back.

    From its preparation onto the map, as a reinforcement.
    """

    case: ClassVar[str] = "8.52b"
    text: ClassVar[OrderText] = OrderText(
        one="airborne unit can be recalled", prompts={"to": "in which hex?"}
    )
