"""Retreats, hex by hex: whoever leads them chooses among hexes from which a unit can get on, so it never gets stuck.

Games whose rules lay a whole way down at once find the ways in `mechanics.retreat`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, TypeVar

from phaseline.drill.orders import HexOrder
from phaseline.drill.state import FieldState
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.position import Frame
from phaseline.hexgrid import Hex, Mask

S = TypeVar("S", bound=FieldState[Any, Any])
J = TypeVar("J", bound=HexOrder)


class Withdrawal(Frame, frozen=True):
    """One unit's retreat: a base for a game's procedure, which waits for `StepBack`.

    `seat` is who leads it, be it the owner or the enemy, and `been` the hexes that it has left on the way.
    """

    seat: int
    unit: int
    been: Mask = 0


def next_back(
    s: S, units: Iterable[int], ways: Callable[[S, int], object], lost: Callable[[S, int], object]
) -> int | None:
    """The next of these units that has a way back; those before it that have none are `lost` on the spot.

    It is asked unit by unit: who has gone before takes room away.
    """
    for unit in units:
        if ways(s, unit):
            return unit
        lost(s, unit)
    return None


class StepBack(OrderRule[J, S]):
    """Whoever leads a retreat chooses the unit's next hex, until it has come far enough.

    A game says in `ways` where a unit may go next, not again into hexes it has `been` in; in `arrive` what happens when
    it enters one; and in `far_enough` whether it stops there: without that, a retreat is one hex. `ways` must offer
    hexes only from which the retreat can be completed (`mechanics.retreat.retreat_until`).
    """

    retreat: ClassVar[type[Withdrawal]]
    """The procedure of a retreat."""

    def ways(self, s: S, unit: int, been: Mask) -> Narrowing:
        """Where the unit may go next."""
        raise NotImplementedError(f"{type(self).__name__} does not say where a unit may retreat to")

    def arrive(self, s: S, unit: int, hex: Hex) -> None:
        """The unit comes to a hex on its way."""
        raise NotImplementedError(f"{type(self).__name__} does not say what a retreat does")

    def far_enough(self, s: S, unit: int) -> bool:  # noqa: ARG002 - for subclasses
        """Whether the retreat is over where the unit stands now."""
        return True

    def to(self, s: S) -> Narrowing:
        """Where the unit may go next."""
        flight = s.frame(self.retreat)
        return self.ways(s, flight.unit, flight.been)

    def apply(self, s: S, order: J) -> None:
        """Go there, and on if it is not far enough."""
        flight = s.frame(self.retreat)
        left = s.position.at[flight.unit]
        self.arrive(s, flight.unit, order.to)
        s.update(flight, been=flight.been | 1 << left)
        if self.far_enough(s, flight.unit):
            s.finish()
