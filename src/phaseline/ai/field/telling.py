"""What plans of attacks have in common when they are told to people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from phaseline.ai.field.attacks import Assault
from phaseline.ai.planning import OrderBook
from phaseline.ai.planning.telling import called
from phaseline.drill.scenario import FieldScenario
from phaseline.engine.orders import Order
from phaseline.mechanics.prospects import in_percent


def assault(scenario: FieldScenario[Any], way: Assault) -> str:
    """An attack of all who are to take part, with its odds, and with what the staff reckons of it.

    That is no chance of the results table: it weighs what the defender may choose, and what losses leave.
    """
    force = ", ".join(scenario.spoken[unit] for unit in way.places)
    where = called(scenario.lexicon, way.target)
    return f"Attack {where} at {way.odds} with {force}: {reckoned(way)}."


def attacks(scenario: FieldScenario[Any], ways: Iterable[Assault]) -> list[str]:
    """Attacks that are planned, in their order."""
    return [assault(scenario, way) for way in ways]


def reckoned(way: Assault) -> str:
    """How likely the staff thinks it that the hex falls."""
    return f"the staff reckons that it falls in {in_percent(way.exchange.success)} of cases"


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
