"""What the player reports from the table, and what he asks of the companion."""

from __future__ import annotations

from typing import Annotated, ClassVar

from phaseline.engine import Kind, Order, OrderText, UnitRef

PlaceRef = Annotated[int, Kind("place")]
CounterRef = Annotated[int, Kind("counter")]
IncidentRef = Annotated[int, Kind("incident")]
ResultRef = Annotated[int, Kind("result")]
ForceRef = Annotated[int, Kind("force")]


class Draw(Order, frozen=True, tag="draw"):
    """Draw an operation counter.

    One of the twenty-two of the Japanese side.
    """

    case: ClassVar[str] = "23.1a"


class Played(Order, frozen=True, tag="played"):
    """It has been played.

    The operation that was drawn is over.
    """

    case: ClassVar[str] = "23.1a"


class Incident(Order, frozen=True, tag="incident"):
    """Draw an incident.

    Say which: weather may bring the Nimitz group, or take it away.
    """

    case: ClassVar[str] = "23.2h"
    text: ClassVar[OrderText] = OrderText(prompts={"kind": "which incident?"})
    kind: IncidentRef


class Room(Order, frozen=True, tag="room"):
    """There is room.

    The air unit is based there.
    """

    case: ClassVar[str] = "23.2f"


class Full(Order, frozen=True, tag="full"):
    """There is no room.

    The next base is tried.
    """

    case: ClassVar[str] = "23.2f"


class Look(Order, frozen=True, tag="look"):
    """Look at a face-down counter.

    It is the Hiyo or a deception marker.
    """

    case: ClassVar[str] = "23.2b"
    text: ClassVar[OrderText] = OrderText(prompts={"counter": "at which counter?"})
    counter: CounterRef


class Arrive(Order, frozen=True, tag="arrive"):
    """Bring in the Nimitz group.

    In the plotting space where the weather struck; now or never.
    """

    case: ClassVar[str] = "23.4b"
    text: ClassVar[OrderText] = OrderText(prompts={"place": "where has the weather struck?"})
    place: PlaceRef


class StayOut(Order, frozen=True, tag="stay-out"):
    """Leave the Nimitz group out."""

    case: ClassVar[str] = "23.4b"


class Sunk(Order, frozen=True, tag="sunk"):
    """A unit is eliminated."""

    case: ClassVar[str] = "23.4d"
    unit: UnitRef


class Damaged(Order, frozen=True, tag="damaged"):
    """A unit is damaged."""

    case: ClassVar[str] = "23.4f"
    unit: UnitRef


class Repaired(Order, frozen=True, tag="repaired"):
    """A unit is repaired."""

    case: ClassVar[str] = "23.4f"
    unit: UnitRef


class Base(Order, frozen=True, tag="base"):
    """Move a unit.

    To another space, or an air unit to another base.
    """

    case: ClassVar[str] = "23.4d"
    unit: UnitRef
    place: PlaceRef


class Attach(Order, frozen=True, tag="attach"):
    """Put a unit into a task force."""

    case: ClassVar[str] = "23.4c"
    text: ClassVar[OrderText] = OrderText(prompts={"force": "into which task force?"})
    unit: UnitRef
    force: ForceRef


class Decided(Order, frozen=True, tag="decided"):
    """The game is decided.

    By the victory conditions of Midway Solitaire, which the addendum does not change.
    """

    case: ClassVar[str] = "23.1c"
    text: ClassVar[OrderText] = OrderText(prompts={"winner": "who has won?"})
    winner: ResultRef


class GoOn(Order, frozen=True, tag="go-on"):
    """Go on.

    Nothing is decided: all operation counters go back into the pool.
    """

    case: ClassVar[str] = "23.1a"
