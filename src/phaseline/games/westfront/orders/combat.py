"""Orders of combat (7.0, 13.0)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order


class Strike(Order, frozen=True, tag="strike"):
    """Assign an HQ's airstrike to a battle."""

    case: ClassVar[str] = "7.13a"
    hq: UnitRef
    target: HexRef


class ChooseBattle(Order, frozen=True, tag="choose"):
    """Activate a battle: there will be combat."""

    case: ClassVar[str] = "7.14"
    hex: HexRef


class Fight(Order, frozen=True, tag="fight"):
    """Resolve the next active battle."""

    case: ClassVar[str] = "7.21"
    hex: HexRef


class FireUnit(Order, frozen=True, tag="fire"):
    """Let a unit fire."""

    case: ClassVar[str] = "7.31"
    unit: UnitRef


class FireAll(Order, frozen=True, tag="fire-all"):
    """Let all the others fire, in the order of the roster."""

    case: ClassVar[str] = "7.31"


class TakeHit(Order, frozen=True, tag="hit"):
    """Choose the unit that takes a hit."""

    case: ClassVar[str] = "7.33b"
    unit: UnitRef


class RepulseUnit(Order, frozen=True, tag="repulse"):
    """Choose the attacking unit that is repulsed."""

    case: ClassVar[str] = "7.51b"
    unit: UnitRef
