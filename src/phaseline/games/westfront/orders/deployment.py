"""Orders of setting up (3.2)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order


class Place(Order, frozen=True, tag="place"):
    """Set a unit up in another hex."""

    case: ClassVar[str] = "3.22c"
    unit: UnitRef
    hex: HexRef


class Transfer(Order, frozen=True, tag="transfer"):
    """Take a step from one unit of the starting forces and give it to another of its kind."""

    case: ClassVar[str] = "3.23a"
    giver: UnitRef
    taker: UnitRef


class Exchange(Order, frozen=True, tag="exchange"):
    """Leave a unit out of the starting forces and take another of its kind, with its CV and in its place."""

    case: ClassVar[str] = "3.23a"
    unit: UnitRef
    other: UnitRef


class Auto(Order, frozen=True, tag="auto"):
    """Go back to the proposed set-up."""

    case: ClassVar[str] = "3.2"
