"""Too many units in a hex: somebody takes away those that are too many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from phaseline.drill.orders import UnitOrder
from phaseline.drill.state import FieldState
from phaseline.engine.flow import Decide, Procedure, procedure
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.position import Frame
from phaseline.hexgrid import Mask

S = TypeVar("S", bound=FieldState[Any, Any])
J = TypeVar("J", bound=UnitOrder)

OWNER = -1
"""Instead of a seat: whoever the units belong to."""


class Excess(Frame, frozen=True):
    """Hexes that hold too many units of a side: a procedure that waits for `Remove`.

    `chooser` is who says which units are too many, and `hexes` are those that are looked at.
    """

    seat: int
    hexes: Mask
    chooser: int = OWNER


def next_excess(seat: int, hexes: Mask, chooser: int = OWNER) -> Excess | None:
    """The procedure for these hexes of a side, None when there are none: what a loop of the sequence of play asks for."""
    return Excess(seat=seat, hexes=hexes, chooser=chooser) if hexes else None


def excess_of(
    seat: int, crowded: Callable[[S, int], Mask], chooser: int = OWNER
) -> Callable[[S, int], Excess | None]:
    """What a loop asks for where all hexes are looked at in which a side is `crowded`."""

    def found(s: S, count: int) -> Excess | None:  # noqa: ARG001 - what every loop is given
        return next_excess(seat, crowded(s, seat), chooser)

    return found


def removing(rule: Remove[Any, Any]) -> Procedure:
    """The procedure in which somebody says by this rule who is too many, for the sequence of play."""
    return procedure(
        Excess,
        "",
        Decide("excess", rule.case, [rule], rule.owing, "which unit is too many?", words="stacking"),
    )


class Remove(OrderRule[J, S]):
    """A unit that is too many is taken away.

    A game says in `crowded` in which hexes a side still has too many, and in `apply` what becomes of the unit. `owing`
    is who decides.
    """

    case: ClassVar[str]
    """The case by which units are too many."""
    apart: ClassVar[str] = "its hex is not too full"
    """Why a unit elsewhere stays."""

    def crowded(self, s: S, seat: int) -> Mask:
        """The hexes in which a side has too many units now."""
        raise NotImplementedError(f"{type(self).__name__} does not say what is too full")

    def owing(self, s: S) -> list[int]:
        """Who decides, while a hex of those looked at is too full."""
        excess = s.frame(Excess)
        if not self.crowded(s, excess.seat) & excess.hexes:
            return []
        return [excess.seat if excess.chooser == OWNER else excess.chooser]

    def unit(self, s: S) -> Narrowing:
        """The units there."""
        excess = s.frame(Excess)
        there = s.units_in(self.crowded(s, excess.seat) & excess.hexes, excess.seat)
        return s.choose_unit(excess.seat, self.case).only(there, self.case, self.apart)
