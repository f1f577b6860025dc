"""Choosing among legal orders that send a unit to a hex: advances, drops."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from phaseline.engine.legal import LegalOrders
from phaseline.engine.orders import Order
from phaseline.hexgrid import Hex


def best_move(
    legal: LegalOrders, kind: type[Order], worth: Callable[[int, Hex], float], above: float = 0.0
) -> Order | None:
    """The order of a `kind` with the fields unit and hex that is worth most; the first of equals.

    None when there is no such order, or none is worth more than `above`.
    """
    order = cast("Callable[[int, Hex], Order]", kind)
    best: Order | None = None
    most = above
    for unit in legal.values(kind):
        for hex in legal.values(kind, unit):
            gain = worth(unit, hex)
            if gain > most:
                best, most = order(unit, hex), gain
    return best
