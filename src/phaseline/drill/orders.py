"""What the orders of many games have in common."""

from __future__ import annotations

from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.engine.orders import Order


class UnitOrder(Order, frozen=True):
    """Base of an order to one unit: it is the first field."""

    unit: UnitRef


class SendOrder(UnitOrder, frozen=True):
    """Base of an order that sends a unit to a hex."""

    to: HexRef


class TargetOrder(Order, frozen=True):
    """Base of an order that names a hex to be attacked, by whom being known."""

    target: HexRef


class HexOrder(Order, frozen=True):
    """Base of an order that names a hex, the unit being known."""

    to: HexRef
