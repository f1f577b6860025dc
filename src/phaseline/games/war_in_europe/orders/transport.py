"""Orders of rail, sea and air movement (6, 7, 8) and of what may meet a unit at sea (13.3)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.drill.orders import SendOrder, UnitOrder
from phaseline.engine.orders import Order, OrderText
from phaseline.games.war_in_europe.orders.base import FrontRef


class Entrain(UnitOrder, frozen=True, tag="entrain"):
    """Put a unit on a train.

    In a Friendly rail hex without enemy zones of control; ten Rail Movement Points.
    """

    case: ClassVar[str] = "6.41"


class Ride(SendOrder, frozen=True, tag="ride"):
    """Go by rail.

    An entrained unit rides along Friendly rail hexes.
    """

    case: ClassVar[str] = "6.31"


class Detrain(UnitOrder, frozen=True, tag="detrain"):
    """Take a unit off its train.

    Ten Rail Movement Points.
    """

    case: ClassVar[str] = "6.41"


class Convert(SendOrder, frozen=True, tag="convert"):
    """Repair a railway.

    A repair unit goes into the next rail hex, which is Friendly from then on.
    """

    case: ClassVar[str] = "6.61a"


class Sail(SendOrder, frozen=True, tag="sail"):
    """Sail from port to port.

    A unit goes by Naval Transport; it neither attacks nor moves on in this turn.
    """

    case: ClassVar[str] = "7.11a"
    text: ClassVar[OrderText] = OrderText(
        one="unit can sail", many="units can sail", prompts={"to": "to which port?"}
    )


class Evacuate(SendOrder, frozen=True, tag="evacuate"):
    """Evacuate a unit.

    To a port near by, without transports; it arrives as a battlegroup.
    """

    case: ClassVar[str] = "7.21"


class Assault(SendOrder, frozen=True, tag="assault"):
    """Assault from the sea.

    With an Amphibious Point; who holds the hex must be attacked, all or nothing.
    """

    case: ClassVar[str] = "7.31"
    text: ClassVar[OrderText] = OrderText(prompts={"to": "which coast?"})


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

    case: ClassVar[str] = "8.31a"


class Drop(SendOrder, frozen=True, tag="drop"):
    """Drop a unit.

    An air assault: enemies in the hex must be attacked, all or nothing.
    """

    case: ClassVar[str] = "8.21"
    text: ClassVar[OrderText] = OrderText(prompts={"to": "onto which hex?"})


class Prepare(UnitOrder, frozen=True, tag="prepare"):
    """Prepare an airborne unit.

    It leaves the map and is ready for an air assault four turns later, on the front named.
    """

    case: ClassVar[str] = "8.52a"
    front: FrontRef
