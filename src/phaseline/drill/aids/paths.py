"""The ways that orders take over the map, drawn before they are given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from phaseline.drill.scenario import FieldScenario
from phaseline.drill.state import FieldState
from phaseline.engine.aids import Aids, Path
from phaseline.engine.orders import Order
from phaseline.mechanics.ways import Routes

S = TypeVar("S", bound=FieldState[Any, Any])
C = TypeVar("C", bound=FieldScenario[Any])

Finder = Callable[[Any, int, Any], Path | None]
"""The way of an order: the state, the unit, and where it goes."""


class FieldAids(Aids[S, C]):
    """Play aids of a game whose orders send units over the map: `finders` say by which way those of each kind go."""

    finders: ClassVar[Mapping[type[Order], Finder]] = {}

    def path(self, state: S, seat: int, kind: type[Order], chosen: Sequence[Any]) -> Path | None:  # noqa: ARG002
        """The way of an order to a unit, once it says where to."""
        finder = self.finders.get(kind)
        return None if finder is None or len(chosen) < 2 else finder(state, chosen[0], chosen[1])


def march(routes: Callable[[S, int], Routes], points: Callable[[S, int], int]) -> Finder:
    """The cheapest way of a move, and what it costs: `3 of 5`."""

    def found(s: S, unit: int, to: int) -> Path | None:
        ways = routes(s, unit)
        if to not in ways:
            return None
        return Path(hexes=tuple(ways.path(to)), cost=f"{ways.cost(to)} of {points(s, unit)}")

    return found


def straight(s: FieldState[Any, Any], unit: int, to: int) -> Path | None:
    """From the hex of a unit on the map to another."""
    start = s.position.at[unit]
    return Path(hexes=(start, to)) if start >= 0 else None
