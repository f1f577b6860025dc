"""Orders of politics (16.0)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order


class DeclareWar(Order, frozen=True, tag="declare-war"):
    """Declare war on Spain or Portugal."""

    case: ClassVar[str] = "16.4b"
    country: str


class RaiseTito(Order, frozen=True, tag="raise-tito"):
    """Raise Tito in a Yugoslav hex."""

    case: ClassVar[str] = "16.32a"
    hex: HexRef


class RollRevolt(Order, frozen=True, tag="revolt"):
    """Roll for the French revolt."""

    case: ClassVar[str] = "16.31"


class RaiseMaquis(Order, frozen=True, tag="raise-maquis"):
    """Place the Maquis."""

    case: ClassVar[str] = "16.31"
    hex: HexRef


class RollSurrender(Order, frozen=True, tag="surrender"):
    """Roll for the surrender of a country."""

    case: ClassVar[str] = "16.1a"
    country: str


class Defect(Order, frozen=True, tag="defect"):
    """Choose the Italian unit that changes sides."""

    case: ClassVar[str] = "16.1b"
    unit: UnitRef


class WinterOffensive(Order, frozen=True, tag="winter-offensive"):
    """Let Axis armor fire as in dry weather this turn."""

    case: ClassVar[str] = "W44.4"


class EnterMap(Order, frozen=True, tag="enter"):
    """Bring a unit of Army Group E onto the map, and on by rail."""

    case: ClassVar[str] = "16.5a"
    unit: UnitRef
    entry: HexRef
    to: HexRef
