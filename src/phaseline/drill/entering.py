"""Reinforcements: units that are due become available, and come onto the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, TypeVar

from phaseline.drill.orders import SendOrder
from phaseline.drill.standing import Place
from phaseline.drill.state import FieldState
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.hexgrid import Mask, hexes

S = TypeVar("S", bound=FieldState[Any, Any])
J = TypeVar("J", bound=SendOrder)


def arrivals(waiting: Mask, due: Sequence[int], turn: int) -> Iterator[int]:
    """Those of the units waiting that are due by this turn, in roster order.

    >>> list(arrivals(0b1011, due=[3, 5, 1, 2], turn=3))
    [0, 3]
    """
    return (unit for unit in hexes(waiting) if due[unit] <= turn)


def arrive(s: FieldState[Any, Any], units: Iterable[int], place: Place, case: str) -> None:
    """These units are available from now on: they lie in a place off the map, from where they enter."""
    for unit in units:
        s.put(unit, place)
        s.tell("arrival", case, "{unit:unit} is available", unit=unit)


class Enter(OrderRule[J, S]):
    """A unit that waits off the map comes onto it.

    A game says in `waiting` which units do, in `to` where one may come in, and in `apply` what happens then.
    """

    case: ClassVar[str]
    """The case by which units enter."""
    apart: ClassVar[str] = "it does not wait to come in"
    """Why another unit does not."""

    def waiting(self, s: S) -> Mask:
        """The units that may come in now."""
        raise NotImplementedError(f"{type(self).__name__} does not say who may enter")

    def absent(self, s: S, unit: int) -> str | Refusal:  # noqa: ARG002 - for subclasses
        """Why this unit does not."""
        return self.apart

    def unit(self, s: S) -> Narrowing:
        """Units that wait."""
        found = s.choose_own(s.acting, self.case)
        return found.only(self.waiting(s), self.case, lambda unit: self.absent(s, unit))
