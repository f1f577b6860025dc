"""Orders of the paratroops (14.0)."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order, OrderText


class Drop(Order, frozen=True, tag="drop"):
    """Drop paratroops.

    From the Paradrop headquarters' hex into its Air Range. They must link up or are lost.
    """

    case: ClassVar[str] = "14.2"
    text: ClassVar[OrderText] = OrderText(prompts={"hq": "which headquarters?"})
    hq: UnitRef
    unit: UnitRef
    to: HexRef


class GroundParas(Order, frozen=True, tag="ground-paras"):
    """Ground the paras.

    German paras drop no more in this game, but their steps cost half.
    """

    case: ClassVar[str] = "14.7"
    text: ClassVar[OrderText] = OrderText(gives_up=True)
