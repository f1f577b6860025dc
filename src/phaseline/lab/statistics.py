"""The little statistics that reports of many matches need."""

from __future__ import annotations

import math
from typing import NamedTuple


class Interval(NamedTuple):
    """A confidence interval of a proportion, both ends between 0 and 1."""

    low: float
    high: float


def wilson(successes: int, trials: int, z: float = 1.96) -> Interval:
    """Wilson's score interval for a proportion; `z` = 1.96 is 95 % confidence. Honest for few trials and near 0 or 1.

    >>> low, high = wilson(8, 10)
    >>> f"{low:.3f} {high:.3f}"
    '0.490 0.943'
    >>> wilson(0, 0)
    Interval(low=0.0, high=1.0)

    Raises `ValueError` unless 0 <= successes <= trials.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials")
    if trials == 0:
        return Interval(0.0, 1.0)
    share = successes / trials
    spread = z * z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(share * (1 - share) / trials + spread / (4 * trials))
    return Interval(max(0.0, middle - half), min(1.0, middle + half))
