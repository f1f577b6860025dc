"""Strengths: what a unit brings to a battle after terrain, supply, weather and the like, each factor named.

Strengths stay exact. A halved 5 is `Fraction(5, 2)` until a rule says that the fraction is dropped, because a table
column may hang on it: 30 against 10 is 3:1, but 30 against 10 1/2 is 2:1.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from fractions import Fraction

from msgspec import Struct

Strength = int | Fraction
"""A combat strength, exact."""

HALF = Fraction(1, 2)
"""The commonest factor of all."""


class Rounding(Enum):
    """What becomes of a fraction."""

    KEEP = "keep"
    DOWN = "down"
    UP = "up"


class Factor(Struct, frozen=True):
    """One multiplication of a strength: by how much, why, and the case that says so."""

    times: Strength
    why: str
    case: str = ""


class Contribution(Struct, frozen=True):
    """What one unit adds to a total: its printed strength, the factors applied to it, and what they make of it.

    `does` says how it takes part ("attacks", "lands") and `case` by what right.
    """

    unit: str
    printed: Strength
    factors: tuple[Factor, ...]
    strength: Strength
    does: str = ""
    case: str = ""

    def __str__(self) -> str:
        factors = "".join(f" x {show(f.times)} {f.why}" for f in self.factors)
        return f"{self.unit} {show(self.printed)}{factors} = {show(self.strength)}"


def modified(printed: Strength, factors: Iterable[Strength], rounding: Rounding = Rounding.KEEP) -> Strength:
    """The strength after all factors, rounded once at the end.

    Two 5s that attack across a river are halved unit by unit and lose their fractions, so they count 4:

    >>> 2 * modified(5, [HALF], Rounding.DOWN)
    4
    """
    over, under = printed.numerator, printed.denominator
    for factor in factors:
        over *= factor.numerator
        under *= factor.denominator
    return _whole(over, under, rounding)


def contribution(
    unit: str,
    printed: Strength,
    factors: Iterable[Factor] = (),
    rounding: Rounding = Rounding.KEEP,
    *,
    does: str = "",
    case: str = "",
) -> Contribution:
    """One unit's line in an odds panel.

    >>> print(contribution("3 Pz", 7, [Factor(HALF, "out of supply", "7.12b")], Rounding.UP))
    3 Pz 7 x 1/2 out of supply = 4
    """
    factors = tuple(factors)
    strength = modified(printed, [factor.times for factor in factors], rounding)
    return Contribution(unit, printed, factors, strength, does, case)


def total(contributions: Iterable[Contribution]) -> Strength:
    """The sum of all lines."""
    return rounded(sum([c.strength for c in contributions]), Rounding.KEEP)


def rounded(strength: Strength, rounding: Rounding) -> Strength:
    """`strength` with its fraction kept, dropped or raised; a whole number is always an `int`.

    >>> (
    ...     rounded(Fraction(5, 2), Rounding.DOWN),
    ...     rounded(Fraction(5, 2), Rounding.UP),
    ...     rounded(Fraction(6, 2), Rounding.KEEP),
    ... )
    (2, 3, 3)
    """
    return _whole(strength.numerator, strength.denominator, rounding)


def _whole(over: int, under: int, rounding: Rounding) -> Strength:
    """The ratio of two whole numbers, rounded: whole numbers are much quicker to reckon with than fractions."""
    whole, rest = divmod(over, under)
    if not rest or rounding is Rounding.DOWN:
        return whole
    return whole + 1 if rounding is Rounding.UP else Fraction(over, under)


def show(strength: Strength) -> str:
    """A strength as rulebooks print it.

    >>> show(Fraction(21, 2)), show(4), show(Fraction(1, 2))
    ('10 1/2', '4', '1/2')
    """
    whole, rest = divmod(Fraction(strength), 1)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)
