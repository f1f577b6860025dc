"""The orders of a skirmish."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order


class Stance(Order, frozen=True, tag="stance"):
    """Choose this turn's stance in secret."""

    case: ClassVar[str] = "5.1"
    stance: str


class Move(Order, frozen=True, tag="move"):
    """Move a unit to a hex within its reach."""

    case: ClassVar[str] = "6.1"
    unit: UnitRef
    to: HexRef


class Withdraw(Order, frozen=True, tag="withdraw"):
    """Draw a screening unit back by one hex."""

    case: ClassVar[str] = "8.1"
    unit: UnitRef
    to: HexRef


class Stand(Order, frozen=True, tag="stand"):
    """Let the screening units stand where they are."""

    case: ClassVar[str] = "8.1"


class Attack(Order, frozen=True, tag="attack"):
    """Plan an attack on a hex."""

    case: ClassVar[str] = "9.1"
    target: HexRef


class Join(Order, frozen=True, tag="join"):
    """Add a unit to the attack."""

    case: ClassVar[str] = "9.2"
    unit: UnitRef


class Roll(Order, frozen=True, tag="roll"):
    """Carry the attack out."""

    case: ClassVar[str] = "9.7"


class CallOff(Order, frozen=True, tag="call-off"):
    """Give up the planned attack."""

    case: ClassVar[str] = "9.2"


class Lose(Order, frozen=True, tag="lose"):
    """Take a step loss from a unit."""

    case: ClassVar[str] = "11.1"
    unit: UnitRef


class RetreatTo(Order, frozen=True, tag="retreat"):
    """Retreat the beaten unit to a hex."""

    case: ClassVar[str] = "11.2"
    to: HexRef


class Advance(Order, frozen=True, tag="advance"):
    """Advance a victorious unit into the hex that was attacked."""

    case: ClassVar[str] = "11.5"
    unit: UnitRef


class Done(Order, frozen=True, tag="done"):
    """Nothing more in this step."""

    case: ClassVar[str] = "3.2"
