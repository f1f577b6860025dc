"""What orders of War in Europe name besides units and hexes, and the order that ends a step."""

from __future__ import annotations

from typing import Annotated, ClassVar

from phaseline.engine.lexicon import Kind
from phaseline.engine.orders import Order, OrderText

FrontRef = Annotated[int, Kind("front")]
"""An air front, as its number."""
BoxRef = Annotated[int, Kind("box")]
"""A box of an air display, as its number."""
PoolRef = Annotated[int, Kind("pool")]
"""The Replacement Points of a nation, of a kind, on a front: see `position.pool`."""


class Done(Order, frozen=True, tag="done"):
    """Done.

    Go on to the next step.
    """

    case: ClassVar[str] = "4.1a"
    text: ClassVar[OrderText] = OrderText(passes=True)
