"""Orders of the paratroops (14.0)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order


class Drop(Order, frozen=True, tag="drop"):
    """Drop a para unit from its Paradrop HQ's hex."""

    case: ClassVar[str] = "14.2"
    hq: UnitRef
    unit: UnitRef
    to: HexRef


class GroundParas(Order, frozen=True, tag="ground-paras"):
    """Ground the German paras for good: no more paradrops, cheaper steps."""

    case: ClassVar[str] = "14.7"
