"""The orders of Eisenhower's War."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order


class Deploy(Order, frozen=True, tag="deploy"):
    """Set a mobile unit up elsewhere in France or Belgium."""

    case: ClassVar[str] = "3.3.1"
    unit: UnitRef
    to: HexRef


class ShiftInfantry(Order, frozen=True, tag="shift"):
    """Move one weak infantry corps after the Allies have planned."""

    case: ClassVar[str] = "3.3.3"
    unit: UnitRef
    to: HexRef


class PlanFirst(Order, frozen=True, tag="plan-first"):
    """Write down the hex of the first invasion."""

    case: ClassVar[str] = "3.3.2b"
    to: HexRef


class ChooseAirborne(Order, frozen=True, tag="choose"):
    """Set the airborne corps of the first invasion aside."""

    case: ClassVar[str] = "3.3.2a"
    unit: UnitRef


class PlanSecond(Order, frozen=True, tag="plan-second"):
    """Write down turn and hex of the second invasion."""

    case: ClassVar[str] = "3.2.3a"
    turn: int
    to: HexRef


class PlanNone(Order, frozen=True, tag="plan-none"):
    """Only pretend to write down a second invasion."""

    case: ClassVar[str] = "3.2.3e"


class Invade(Order, frozen=True, tag="invade"):
    """Reveal the plan and invade."""

    case: ClassVar[str] = "5.3.2a"


class Wait(Order, frozen=True, tag="wait"):
    """Reveal nothing; a second invasion planned for this turn is called off for good."""

    case: ClassVar[str] = "3.2.3e"


class Embark(Order, frozen=True, tag="embark"):
    """Add a unit from the Reinforcement Box to the invasion."""

    case: ClassVar[str] = "5.3.1b"
    unit: UnitRef


class Land(Order, frozen=True, tag="land"):
    """Send the invasion ashore."""

    case: ClassVar[str] = "5.3.2a"


class NameGroup(Order, frozen=True, tag="difficulty"):
    """Name the army group that has supply difficulties this turn."""

    case: ClassVar[str] = "7.15a"
    group: str


class PlaceFortress(Order, frozen=True, tag="fortress"):
    """Put the Alpine Fortress down."""

    case: ClassVar[str] = "13.8a"
    to: HexRef


class Rebuild(Order, frozen=True, tag="rebuild"):
    """Rebuild a unit."""

    case: ClassVar[str] = "12.3"
    unit: UnitRef


class Merge(Order, frozen=True, tag="merge"):
    """Restore one reduced Commonwealth unit at the price of another."""

    case: ClassVar[str] = "12.3.2a"
    unit: UnitRef
    spent: UnitRef


class Withdraw(Order, frozen=True, tag="withdraw"):
    """Remove the French Expeditionary Corps for good."""

    case: ClassVar[str] = "12.1.1a"
    unit: UnitRef


class Thunderclap(Order, frozen=True, tag="thunderclap"):
    """Destroy a German city from the air."""

    case: ClassVar[str] = "13.7a"
    to: HexRef


class Begin(Order, frozen=True, tag="begin"):
    """Declare whether movement or combat comes first in the phase."""

    case: ClassVar[str] = "5.5"
    first: str


class Move(Order, frozen=True, tag="move"):
    """Move a unit; until another one moves it may go on with what it has left."""

    case: ClassVar[str] = "8.0a"
    unit: UnitRef
    to: HexRef


class Place(Order, frozen=True, tag="place"):
    """Bring a unit from the Reinforcement Box onto the map."""

    case: ClassVar[str] = "12.0b"
    unit: UnitRef
    to: HexRef


class Drop(Order, frozen=True, tag="drop"):
    """Drop an airborne corps."""

    case: ClassVar[str] = "13.2e"
    unit: UnitRef
    to: HexRef


class Exchange(Order, frozen=True, tag="exchange"):
    """Put the Army of Liguria in the place of another unit."""

    case: ClassVar[str] = "12.2.1d"
    unit: UnitRef


class UseScheldt(Order, frozen=True, tag="scheldt"):
    """Treat the Scheldt estuary as a river for this one phase."""

    case: ClassVar[str] = "8.10b"


class Aerial(Order, frozen=True, tag="aerial-supply"):
    """Commit the aerial supply marker."""

    case: ClassVar[str] = "7.11a"
    to: HexRef


class Attack(Order, frozen=True, tag="attack"):
    """Declare an attack on a hex, beginning with one unit."""

    case: ClassVar[str] = "10.0d"
    unit: UnitRef
    target: HexRef


class Join(Order, frozen=True, tag="join"):
    """Add a unit to the attack."""

    case: ClassVar[str] = "10.0d"
    unit: UnitRef


class Bombers(Order, frozen=True, tag="bombers"):
    """Commit bombers to this combat."""

    case: ClassVar[str] = "10.10a"


class Roll(Order, frozen=True, tag="roll"):
    """Carry the attack out."""

    case: ClassVar[str] = "11.0c"


class CallOff(Order, frozen=True, tag="call-off"):
    """Give the attack up before it is final."""

    case: ClassVar[str] = "10.0a"


class Inland(Order, frozen=True, tag="inland"):
    """Retreat inland before the landing is fought out."""

    case: ClassVar[str] = "5.3.5d"


class Offensive(Order, frozen=True, tag="fmo"):
    """Declare a Fuehrer Mandated Offensive around a hex."""

    case: ClassVar[str] = "13.6b"
    hex: HexRef


class Pass(Order, frozen=True, tag="pass"):
    """Do nothing at this moment."""

    case: ClassVar[str] = "5.2a"


class Waive(Order, frozen=True, tag="waive"):
    """Do nothing, and do not be asked again in this phase."""

    case: ClassVar[str] = "5.2a"


class Lose(Order, frozen=True, tag="lose"):
    """Take a step from a unit."""

    case: ClassVar[str] = "11.1a"
    unit: UnitRef


class Retreat(Order, frozen=True, tag="retreat"):
    """Retreat a unit along a path, hex by hex."""

    case: ClassVar[str] = "11.2a"
    unit: UnitRef
    path: tuple[HexRef, ...]


class Advance(Order, frozen=True, tag="advance"):
    """Advance a victorious unit."""

    case: ClassVar[str] = "11.3a"
    unit: UnitRef
    to: HexRef


class SeizeBridge(Order, frozen=True, tag="bridge"):
    """Try to seize the bridge towards a hex on the other bank."""

    case: ClassVar[str] = "13.5a"
    to: HexRef


class Convert(Order, frozen=True, tag="convert"):
    """Change the form of an airborne corps."""

    case: ClassVar[str] = "13.2o"
    unit: UnitRef


class Remove(Order, frozen=True, tag="remove"):
    """Eliminate a unit from a stack that is too large."""

    case: ClassVar[str] = "6.2b"
    unit: UnitRef


class Done(Order, frozen=True, tag="done"):
    """Nothing more in this step."""

    case: ClassVar[str] = "5.2a"
