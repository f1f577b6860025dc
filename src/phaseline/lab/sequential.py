"""A sequential test: is the first agent better, told as soon as the matches tell it.

Each pair of matches (the same dice, both seats) counts once, with the first agent's share of it: 0, 1/4, 1/2, 3/4 or 1 by
wins and draws; or by margins, 1 when its two margins together are above the other's, 0 below, 1/2 when they are equal,
which also tells agents apart where one side wins nearly always by design. Two hypotheses about the mean of these shares
are weighed: that it is `even`, and that it is `better`. How much likelier the pairs are under the second is measured by
the generalised likelihood ratio of a multinomial distribution, as engine testers in chess do (Van den Bergh, "The
generalized sequential probability ratio test for the multinomial model", 2019); the bounds are Wald's.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Verdict = Literal["better", "not better"]
LEAST = 4
"""So many pairs at least are looked at: fewer say nothing of how much pairs vary."""
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair can be worth."""
FAINT = 1e-3
"""Counted for shares that have not come up, so that nothing is held impossible yet."""


@dataclass(frozen=True)
class Trial:
    """What is asked: which of two hypotheses holds, and how often the answer may be wrong.

    `alpha` is the chance to call an even agent better, `beta` the chance to miss one that is.
    """

    by: Literal["wins", "margins"] = "wins"
    even: float = 0.5
    better: float = 0.6
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The logarithms of the ratio at which it is settled: at or below the first not better, at or above the second better."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def verdict(self, shares: Counter[float]) -> Verdict | None:
        """What pairs of these shares settle; None: nothing yet."""
        if shares.total() < LEAST:
            return None
        ratio = log_ratio(shares, self.even, self.better)
        low, high = self.bounds
        return "better" if ratio >= high else "not better" if ratio <= low else None


def share_by_wins(won: Iterable[float]) -> float:
    """What a pair is worth by what its matches were: 1 for a win, 1/2 for a draw, 0 for a loss.

    >>> share_by_wins([1, 0.5])
    0.75
    """
    values = list(won)
    return sum(values) / len(values)


def share_by_margins(margins: Sequence[float]) -> float:
    """What a pair is worth by the first agent's margins in it.

    >>> share_by_margins([-10, 12]), share_by_margins([-10, 4]), share_by_margins([-3, 3])
    (1.0, 0.0, 0.5)
    """
    total = sum(margins)
    return 1.0 if total > 0 else 0.0 if total < 0 else 0.5


def log_ratio(shares: Counter[float], even: float, better: float) -> float:
    """The logarithm of the likelihood of pairs with these shares if their mean is `better`, over that if it is `even`.

    >>> log_ratio(Counter({0.5: 10, 1.0: 10}), 0.5, 0.6) > 0 > log_ratio(Counter({0.5: 20}), 0.5, 0.6)
    True
    """
    counts = [shares.get(value, 0) or FAINT for value in SHARES]
    total = sum(counts)
    return sum(
        count * math.log(above / below)
        for count, above, below in zip(
            counts,
            _likeliest([count / total for count in counts], better),
            _likeliest([count / total for count in counts], even),
            strict=True,
        )
    )


def _likeliest(found: Sequence[float], mean: float) -> list[float]:
    """The likeliest chances of the shares, given how often they were found, if their mean is `mean`."""
    from scipy.optimize import brentq  # noqa: PLC0415 - slow to load, and most experiments have no test

    away = [value - mean for value in SHARES]

    def slope(x: float) -> float:
        return sum(p * a / (1 + x * a) for p, a in zip(found, away, strict=True))

    # Between the poles the slope falls from plus to minus infinity.
    low, high = -1 / away[-1], -1 / away[0]
    inside = 1e-9 * (high - low)
    x = float(brentq(slope, low + inside, high - inside))
    return [p / (1 + x * a) for p, a in zip(found, away, strict=True)]
