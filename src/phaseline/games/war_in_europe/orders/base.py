"""The order that ends a step."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.orders import Order, OrderText


class Done(Order, frozen=True, tag="done"):
    """Done.

    Go on to the next step.
    """

    case: ClassVar[str] = "4.1a"
    text: ClassVar[OrderText] = OrderText(passes=True)
