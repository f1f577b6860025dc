"""Refusals: why an order is not allowed, and which case says so."""

from __future__ import annotations

from msgspec import Struct


class Refusal(Struct, frozen=True):
    """The reason an order is not legal.

    `case` is the number of the rulebook case the refusal rests on; `reason` says in one short sentence, in our own
    words, what stands in the way. A reason never depends on a fact that the ordering seat may not know.

    >>> print(Refusal("5.2", "the unit has already moved"))
    case 5.2: the unit has already moved
    """

    case: str
    reason: str

    def __str__(self) -> str:
        return f"case {self.case}: {self.reason}"


class IllegalOrder(ValueError):
    """Raised when an order that is not legal is applied; nothing has changed. `refusal` says why."""

    def __init__(self, refusal: Refusal, order: str = "") -> None:
        self.refusal = refusal
        super().__init__(f"{order}: {refusal}" if order else str(refusal))
