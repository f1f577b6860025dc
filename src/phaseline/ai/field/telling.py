"""What plans of attacks have in common when they are told to people."""

from __future__ import annotations

from typing import Any

from phaseline.ai.field.attacks import Assault
from phaseline.ai.planning import OrderBook
from phaseline.ai.planning.telling import called
from phaseline.drill.scenario import FieldScenario
from phaseline.engine.orders import Order


def assault(scenario: FieldScenario[Any], way: Assault) -> str:
    """An attack with its odds and prospects."""
    force = ", ".join(scenario.spoken[unit] for unit in way.places)
    where = called(scenario.lexicon, way.target)
    return f"Attack {where} at {way.odds} with {force}: it falls with {way.exchange.success:.0%}."


def planned(
    scenario: FieldScenario[Any],
    order: Order,
    attacking: tuple[type[Order], ...],
    way: Assault | None,
    book: OrderBook | None,
) -> str:
    """Why an order is given: by the attack that is made, if it is of one of these kinds, else by the plan; "" if neither says."""
    if way is not None and isinstance(order, attacking):
        return assault(scenario, way)
    return book.why(order) if book is not None else ""
