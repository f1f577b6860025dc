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


class Incomplete(Refusal, frozen=True):
    """The order lacks a word that the rules need: with it, it may be legal or not.

    `case` is the number of the case that asks for the word. It does not say that the case forbids anything, so an
    example of a rule must not take it for a refusal (see `refused` in case files).
    """


class IllegalOrder(ValueError):
    """Raised when an order that is not legal is applied; nothing has changed. `refusal` says why."""

    def __init__(self, refusal: Refusal, order: str = "") -> None:
        self.refusal = refusal
        super().__init__(f"{order}: {refusal}" if order else str(refusal))
