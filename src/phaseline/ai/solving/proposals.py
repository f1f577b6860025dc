"""Which orders to think of first: those of the units and at the places that a task is about."""

from __future__ import annotations

import random
from typing import Any

from phaseline.ai.solving.subject import Subject
from phaseline.engine.legal import LegalOrders
from phaseline.engine.orders import Order, field_kinds
from phaseline.engine.state import State
from phaseline.hexgrid import Grid

NAMED = 3.0
"""How many times as often a unit is thought of that the task or a measure names."""
ANYWHERE = 0.01
"""How much any place weighs, however far away; one that the task is about weighs 1 more."""
OTHER = 0.2
"""How much a value weighs that is neither a unit nor a place."""
NEAR = 2
"""A unit so many hexes away from being next to the places is thought of an eighth as often as one that is."""


class Proposals:
    """Draws legal orders for a seat, field by field, by how near they lie to what a puzzle is about."""

    def __init__(self, subject: Subject, state: State[Any, Any]) -> None:
        self._grid: Grid = state.scenario.map.grid
        self._stands = subject.stands(state)
        self._named = subject.units
        named = {self._stands[unit] for unit in subject.units if unit in self._stands}
        self._places = sorted(subject.hexes | named)
        self._weights: dict[tuple[str, int], float] = {}

    def draw(self, legal: LegalOrders, rng: random.Random, passing: Order | None = None) -> Order:
        """A legal order that is not `passing`; that one if there is no other. Raises `LookupError` if there is none."""
        kinds = [kind for kind in legal.kinds() if passing is None or kind is not type(passing)]
        weights = [self._kind(legal, kind) for kind in kinds]
        while kinds:
            (number,) = rng.choices(range(len(kinds)), weights)
            order = self._drawn(legal, kinds[number], rng)
            if order is not None:
                return order
            del kinds[number], weights[number]
        return legal.sample(rng) if passing is None else passing

    def otherwise(self, legal: LegalOrders, order: Order, rng: random.Random) -> Order | None:
        """An order for the same unit, or whatever else it begins with; None if there is none that is legal."""
        kind, first = type(order), order.__struct_fields__[:1]
        if not first or kind not in legal.kinds():
            return None
        chosen = (getattr(order, first[0]),)
        return self._drawn(legal, kind, rng, chosen) if legal.leads_on(kind, *chosen) else None

    def weight(self, what: str, value: Any) -> float:
        """How often a value of a field is thought of; `what` is the kind of thing that the field names."""
        if isinstance(value, tuple):
            value = value[-1] if value else None
        if what not in ("unit", "hex") or not isinstance(value, int):
            return OTHER
        key = what, value
        found = self._weights.get(key)
        if found is None:
            found = self._weights[key] = self._hex(value) if what == "hex" else self._unit(value)
        return found

    def _kind(self, legal: LegalOrders, kind: type[Order]) -> float:
        """How often a kind of order is thought of: as often as the likeliest that it can begin with."""
        what = next(iter(field_kinds(kind).values()), "")
        return max((self.weight(what, value) for value in legal.values(kind)), default=1.0)

    def _drawn(
        self, legal: LegalOrders, kind: type[Order], rng: random.Random, chosen: tuple[Any, ...] = ()
    ) -> Order | None:
        """An order of a kind that begins with what is `chosen`; None if there is none that is legal."""
        for what in list(field_kinds(kind).values())[len(chosen) :]:
            values = legal.values(kind, *chosen)
            weights = [self.weight(what, value) for value in values]
            longer = None
            while values and longer is None:
                (number,) = rng.choices(range(len(values)), weights)
                # Whether it leads on is asked of the one that is drawn: of all of them it would take long.
                if legal.leads_on(kind, *chosen, values[number]):
                    longer = (*chosen, values[number])
                del values[number], weights[number]
            if longer is None:
                return None
            chosen = longer
        return kind(*chosen)

    def _hex(self, hex: int) -> float:
        return 1.0 if not self._places else ANYWHERE + 1.0 / (1 + self._away(hex)) ** 3

    def _unit(self, unit: int) -> float:
        favour = NAMED if unit in self._named else 1.0
        at = self._stands.get(unit)
        if at is None or not self._places:
            return favour
        return favour / (1 + max(0, self._away(at) - 1) / NEAR) ** 3

    def _away(self, hex: int) -> int:
        return min(self._grid.distance(hex, place) for place in self._places)
