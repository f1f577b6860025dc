"""The orders of WestFront, a module a chapter."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.orders import Order


class Done(Order, frozen=True, tag="done"):
    """Nothing more in this step."""

    case: ClassVar[str] = "4.4"
