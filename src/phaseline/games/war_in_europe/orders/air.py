"""Orders of the joint air war (13)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef
from phaseline.engine.orders import Order, OrderText
from phaseline.games.war_in_europe.orders.base import BoxRef, FrontRef


class Commit(Order, frozen=True, tag="commit"):
    """Commit Air Points.

    From the Available box of a front to a mission. Your opponent learns of it when both have finished.
    """

    case: ClassVar[str] = "13.12a"
    text: ClassVar[OrderText] = OrderText(
        prompts={"front": "on which front?", "box": "to which box?", "points": "how many Points?"}
    )
    front: FrontRef
    box: BoxRef
    points: int


class Shift(Order, frozen=True, tag="shift"):
    """Send Points to another front.

    From the Transfer box; they arrive in its Available box.
    """

    case: ClassVar[str] = "13.61"
    text: ClassVar[OrderText] = OrderText(
        prompts={"front": "from which front?", "to": "to which front?", "points": "how many Points?"}
    )
    front: FrontRef
    to: FrontRef
    points: int


class Against(Order, frozen=True, tag="against"):
    """Set Points against an enemy Point.

    So many attack the next enemy Point; every one of yours has to attack some.
    """

    case: ClassVar[str] = "13.2a"
    text: ClassVar[OrderText] = OrderText(prompts={"points": "how many Points?"})
    points: int


class Spread(Order, frozen=True, tag="spread"):
    """Spread the rest evenly.

    All Points that attack nobody yet are shared out among the enemy Points that are left.
    """

    case: ClassVar[str] = "13.2b"


class Kill(Order, frozen=True, tag="kill"):
    """Eliminate an enemy Point.

    Air superiority lets you choose one of those committed to another mission.
    """

    case: ClassVar[str] = "13.23b"
    text: ClassVar[OrderText] = OrderText(prompts={"box": "in which box?"})
    box: BoxRef


class Suppress(Order, frozen=True, tag="suppress"):
    """Suppress a port.

    So many Air Points, up to five, attack it.
    """

    case: ClassVar[str] = "13.31a"
    text: ClassVar[OrderText] = OrderText(prompts={"port": "which port?", "points": "how many Points?"})
    port: HexRef
    points: int


class Interdict(Order, frozen=True, tag="interdict"):
    """Interdict a hex.

    An Air Point makes it dearer for the enemy to enter it, up to your next air interdiction phase.
    """

    case: ClassVar[str] = "13.5"
    text: ClassVar[OrderText] = OrderText(prompts={"front": "on which front?", "to": "which hex?"})
    front: FrontRef
    to: HexRef
