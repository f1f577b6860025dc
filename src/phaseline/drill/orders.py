"""What the orders of many games have in common."""

from __future__ import annotations

from phaseline.engine.lexicon import UnitRef
from phaseline.engine.orders import Order


class UnitOrder(Order, frozen=True):
    """Base of an order to one unit: it is the first field."""

    unit: UnitRef
