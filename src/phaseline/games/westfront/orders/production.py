"""Orders of production (11.0)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order


class AddStep(Order, frozen=True, tag="step"):
    """Add a replacement step to a unit."""

    case: ClassVar[str] = "11.41a"
    unit: UnitRef


class BuildCadre(Order, frozen=True, tag="cadre"):
    """Rebuild an eliminated unit as a cadre."""

    case: ClassVar[str] = "11.42"
    unit: UnitRef
    hex: HexRef


class Reinforce(Order, frozen=True, tag="reinforce"):
    """Bring a reinforcement that is due onto the map."""

    case: ClassVar[str] = "11.5"
    unit: UnitRef
    hex: HexRef


class Advance(Order, frozen=True, tag="advance"):
    """Bring a reinforcement of next month early: reduced by a step, or for its cadre cost."""

    case: ClassVar[str] = "11.51"
    unit: UnitRef
    hex: HexRef
    how: str


class BuildBeachhead(Order, frozen=True, tag="build-beachhead"):
    """Bring an amphibious unit's BeachHead from eliminated to Prep, or from Prep to Ready."""

    case: ClassVar[str] = "11.44"
    unit: UnitRef


class WithdrawBeachhead(Order, frozen=True, tag="withdraw-beachhead"):
    """Take a placed BeachHead back to Prep."""

    case: ClassVar[str] = "15.51c"
    unit: UnitRef


class Disband(Order, frozen=True, tag="disband"):
    """Eliminate an own unit."""

    case: ClassVar[str] = "11.52"
    unit: UnitRef
