"""Numbers that are the same on every machine, for whatever a plan compares.

Two plans of nearly the same worth must not change places because a C library rounds a power otherwise, or because this
version of Python adds up more cleverly than that one. Sums of fractions are made by `math.fsum`, exact to the last bit;
powers by `power`; worths that a solver compares are whole numbers (`prices`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from typing import Final

_WHOLE: Final = 1000
"""Worths are told apart to a thousandth."""
_TIES: Final = 1024
_BITS: Final = 30


@cache
def power(base: float, exponent: float) -> float:
    """``base ** exponent`` for a base and an exponent not below 0, by products and square roots alone.

    >>> power(0.5, 3), power(4.0, 0.5), power(0.0, 0)
    (0.125, 2.0, 1.0)
    >>> round(power(0.8, 2.3), 7) == round(0.8**2.3, 7)
    True
    """
    if not base:
        # Whatever exponent is too small to count below would leave 1 here.
        return 0.0 if exponent else 1.0
    whole = math.floor(exponent)
    found, square = 1.0, base
    while whole:
        if whole & 1:
            found *= square
        whole >>= 1
        square *= square
    part, root = exponent - math.floor(exponent), base
    for _ in range(_BITS):
        if not part:
            break
        root = math.sqrt(root)
        part *= 2
        if part >= 1:
            found *= root
            part -= 1
    return found


def prices(worths: Iterable[float]) -> list[int]:
    """Worths as whole numbers for a solver; nothing remains nothing, and no worth is below it.

    Each number carries a small mark of its place, less than a thousandth of worth. Choices of the same worth then differ in
    their marks, so that only one is best, and whichever way a solver searches, it finds that one.
    """
    return [price(worth, place) for place, worth in enumerate(worths)]


def price(worth: float, place: int) -> int:
    """The worth at one place among `prices`."""
    whole = round(worth * _WHOLE)
    # Neighbours get marks far apart (a multiplicative hash): no two small choices share their sum.
    return whole * _TIES + (place * 2654435761 % 2**32 * _TIES >> 32) if whole > 0 else 0
