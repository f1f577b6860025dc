"""Losses as a debt that the owner pays unit by unit: in steps, or in points where a game counts them so."""

from __future__ import annotations

from typing import Any, ClassVar, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from phaseline.drill.orders import UnitOrder
from phaseline.drill.state import FieldState
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.hexgrid import Mask

S = TypeVar("S", bound=FieldState[Any, Any])
J = TypeVar("J", bound=UnitOrder)


class Debt(Struct, frozen=True):
    """What a seat owes for a battle, what it has paid of it, and which of its units have paid: plain data, for a frame."""

    seat: int
    due: int
    paid: int = 0
    hit: Mask = 0

    @property
    def left(self) -> int:
        """What is still to be paid; nothing when more has been paid than was due."""
        return max(0, self.due - self.paid)

    def first(self, units: Mask) -> Mask:
        """Who of these units may pay where none pays twice before all have paid.

        >>> bin(Debt(seat=0, due=3, hit=0b001).first(0b011)), bin(Debt(seat=0, due=3, hit=0b011).first(0b011))
        ('0b10', '0b11')
        """
        return units & ~self.hit or units

    def after(self, unit: int, price: int) -> Self:
        """The debt once a unit has paid so much."""
        return replace(self, paid=self.paid + price, hit=self.hit | 1 << unit)


class LoseStep(OrderRule[J, S]):
    """The owner chooses a unit that loses a step towards a debt.

    A game says in `debt` what is owed now, in `payers` by which units, in `price` what the next step of a unit counts,
    and in `taken` where it is noted. `owing` is who decides.
    """

    case: ClassVar[str]
    """The case by which losses are taken."""
    apart: ClassVar[str]
    """Why a unit that is none of the payers may not pay."""
    in_turn: ClassVar[tuple[str, str]] = ("", "")
    """The case by which nobody pays twice before all have paid, and what to tell who would; empty where the owner is free."""

    def debt(self, s: S) -> Debt:
        """What is owed now."""
        raise NotImplementedError(f"{type(self).__name__} does not say what is owed")

    def payers(self, s: S, debt: Debt) -> Mask:
        """The units that can pay."""
        raise NotImplementedError(f"{type(self).__name__} does not say who pays")

    def price(self, s: S, unit: int) -> int:  # noqa: ARG002 - for subclasses
        """What the next step of a unit counts."""
        return 1

    def case_of(self, s: S, debt: Debt) -> str:  # noqa: ARG002 - for subclasses
        """The case by which this debt is paid, where that is not always the same."""
        return self.case

    def taken(self, s: S, debt: Debt, unit: int) -> None:
        """Note what the debt has come to now that a unit has paid."""
        raise NotImplementedError(f"{type(self).__name__} does not say where losses are noted")

    def owing(self, s: S) -> list[int]:
        """The seat that must pay, while it owes something and has units to pay with."""
        debt = self.debt(s)
        return [debt.seat] if debt.left and self.payers(s, debt) else []

    def unit(self, s: S) -> Narrowing:
        """The units that may pay now."""
        debt = self.debt(s)
        payers, owing = self.payers(s, debt), self.case_of(s, debt)
        found = s.choose_unit(debt.seat, owing).only(payers, owing, self.apart)
        case, text = self.in_turn
        return found.only(debt.first(payers), case, text) if text else found

    def apply(self, s: S, order: J) -> None:
        """Take the step."""
        debt, price = self.debt(s), self.price(s, order.unit)
        s.lose_step(order.unit, self.case_of(s, debt))
        self.taken(s, debt.after(order.unit, price), order.unit)
