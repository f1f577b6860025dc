"""Exact outcome distributions: dice, buckets of dice, and whatever follows from them. Nothing here is sampled.

Probabilities are kept as whole-number weights over a common total, which is exact and much quicker than fractions;
they are handed out as `Fraction`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Generic, TypeVar

from msgspec import Struct

from phaseline.mechanics.strength import Strength

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
V = TypeVar("V", bound=Hashable)


class Distribution(Generic[T]):
    """Outcomes and how likely each is. Immutable; equal when outcomes and probabilities are equal.

    >>> two_dice = Distribution.even(range(1, 7)) + Distribution.even(range(1, 7))
    >>> two_dice[7], two_dice.chance(lambda total: total >= 10)
    (Fraction(1, 6), Fraction(1, 6))

    Raises `ValueError` when a weight is negative or all are 0.
    """

    __slots__ = ("_total", "_weights")

    def __init__(self, weights: Mapping[T, int]) -> None:
        if any(weight < 0 for weight in weights.values()):
            raise ValueError("a weight may not be negative")
        common = math.gcd(*weights.values())
        if not common:
            raise ValueError("a distribution needs an outcome with a weight above 0")
        self._weights = {outcome: weight // common for outcome, weight in weights.items() if weight}
        self._total = sum(self._weights.values())

    @classmethod
    def certain(cls, outcome: T) -> Distribution[T]:
        """One outcome that always happens."""
        return cls({outcome: 1})

    @classmethod
    def even(cls, outcomes: Iterable[T]) -> Distribution[T]:
        """Every outcome equally likely; one that is listed twice is twice as likely."""
        weights: dict[T, int] = {}
        for outcome in outcomes:
            weights[outcome] = weights.get(outcome, 0) + 1
        return cls(weights)

    # --- what is in it ---

    def __getitem__(self, outcome: T) -> Fraction:
        """The probability of `outcome`, 0 when it cannot happen."""
        return Fraction(self._weights.get(outcome, 0), self._total)

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def items(self) -> Iterator[tuple[T, Fraction]]:
        """Each possible outcome with its probability."""
        return ((outcome, Fraction(weight, self._total)) for outcome, weight in self._weights.items())

    def floats(self) -> dict[T, float]:
        """Each possible outcome with its probability to the nearest float, for pages and charts."""
        return {outcome: weight / self._total for outcome, weight in self._weights.items()}

    def chance(self, event: Callable[[T], bool]) -> Fraction:
        """The probability that `event` holds of the outcome."""
        return Fraction(
            sum(weight for outcome, weight in self._weights.items() if event(outcome)), self._total
        )

    def expected(self, value: Callable[[T], Strength]) -> Fraction:
        """The mean of `value` over the outcomes."""
        return Fraction(
            sum(weight * value(outcome) for outcome, weight in self._weights.items()), self._total
        )

    def mean(self: Distribution[int]) -> Fraction:
        """The mean outcome."""
        return self.expected(lambda outcome: outcome)

    # --- what follows from it ---

    def map(self, function: Callable[[T], U]) -> Distribution[U]:
        """The distribution of a function of the outcome.

        Four dice that hit on 5 and 6, two hits to the step:

        >>> hits(4, on=5).map(lambda hit: hit // 2)[1]
        Fraction(32, 81)
        """
        weights: dict[U, int] = {}
        for outcome, weight in self._weights.items():
            image = function(outcome)
            weights[image] = weights.get(image, 0) + weight
        return Distribution(weights)

    def then(self, follow: Callable[[T], Distribution[U]]) -> Distribution[U]:
        """Chains: what happens next depends on the outcome.

        The defender rolls a die a hit; then each survivor of three attackers hits back on a 6:

        >>> hits(2, on=5).then(lambda lost: hits(3 - lost, on=6)).mean()
        Fraction(7, 18)
        """
        branches = [(weight, follow(outcome)) for outcome, weight in self._weights.items()]
        common = math.lcm(*(branch._total for _, branch in branches))
        weights: dict[U, int] = {}
        for weight, branch in branches:
            scale = weight * (common // branch._total)
            for outcome, share in branch._weights.items():
                weights[outcome] = weights.get(outcome, 0) + scale * share
        return Distribution(weights)

    def given(self, event: Callable[[T], bool]) -> Distribution[T]:
        """The distribution once `event` is known to hold. Raises `ValueError` when it cannot."""
        return Distribution({outcome: weight for outcome, weight in self._weights.items() if event(outcome)})

    def combine(self, other: Distribution[U], function: Callable[[T, U], V]) -> Distribution[V]:
        """The distribution of a function of two independent outcomes."""
        weights: dict[V, int] = {}
        for mine, weight in self._weights.items():
            for theirs, share in other._weights.items():
                both = function(mine, theirs)
                weights[both] = weights.get(both, 0) + weight * share
        return Distribution(weights)

    def pair(self, other: Distribution[U]) -> Distribution[tuple[T, U]]:
        """Both of two independent outcomes."""
        return self.combine(other, lambda mine, theirs: (mine, theirs))

    def __add__(self: Distribution[int], other: Distribution[int]) -> Distribution[int]:
        """The sum of two independent outcomes."""
        weights: dict[int, int] = {}
        for mine, weight in self._weights.items():
            for theirs, share in other._weights.items():
                both = mine + theirs
                weights[both] = weights.get(both, 0) + weight * share
        return Distribution(dict(sorted(weights.items())))

    # --- as a value ---

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self._weights == other._weights

    def __hash__(self) -> int:
        return hash(frozenset(self._weights.items()))

    def __repr__(self) -> str:
        shares = ", ".join(
            f"{outcome!r}: {weight}/{self._total}" for outcome, weight in self._weights.items()
        )
        return f"<Distribution {shares}>"


class Throw(Struct, frozen=True):
    """Dice thrown and added up: `Throw(2, 6)` is 2d6."""

    count: int
    sides: int

    @classmethod
    def parse(cls, text: str) -> Throw:
        """Reads "2d6" or "d10". Raises `ValueError` for anything else.

        >>> Throw.parse("2d6").totals()[7]
        Fraction(1, 6)
        """
        read = re.fullmatch(r"([1-9]\d*)?d([1-9]\d*)", text.strip())
        if not read:
            raise ValueError(f"{text!r} is no throw of dice: write 1d6, 2d6 or d10")
        return cls(int(read[1] or 1), int(read[2]))

    @property
    def span(self) -> range:
        """Every total that can come up."""
        return range(self.count, self.count * self.sides + 1)

    def totals(self) -> Distribution[int]:
        """How likely each total is."""
        return dice(self.count, self.sides)

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"


@lru_cache(maxsize=256)
def dice(count: int, sides: int = 6) -> Distribution[int]:
    """The sum of `count` dice.

    >>> dice(2)[2], dice(2)[7]
    (Fraction(1, 36), Fraction(1, 6))
    """
    if not count:
        return Distribution.certain(0)
    half = dice(count // 2, sides)
    return half + half + Distribution.even(range(1, sides + 1)) if count % 2 else half + half


@lru_cache(maxsize=4096)
def hits(count: int, on: int, sides: int = 6) -> Distribution[int]:
    """How many of `count` dice show `on` or more.

    >>> hits(3, on=5)[1], hits(12, on=6).mean()
    (Fraction(4, 9), Fraction(2, 1))
    """
    good = min(max(sides - on + 1, 0), sides)
    return Distribution(
        {n: math.comb(count, n) * good**n * (sides - good) ** (count - n) for n in range(count + 1)}
    )


@lru_cache(maxsize=1024)
def tallies(count: int, faces: tuple[tuple[int, ...], ...]) -> Distribution[tuple[int, ...]]:
    """Several counts kept at once over `count` dice; `faces` says what each face of the die adds to each count.

    An assault across a river: a 6 hits, a 1 or 2 repulses.

    >>> river = ((0, 1), (0, 1), (0, 0), (0, 0), (0, 0), (1, 0))
    >>> tallies(2, river)[1, 1]
    Fraction(1, 9)
    """
    *kinds, (rest, rest_share) = Counter(faces).items()
    dealt = [(count, (0,) * len(rest), 1)]
    for adds, share in kinds:
        dealt = [
            (left - n, _add(tally, n, adds), weight * math.comb(left, n) * share**n)
            for left, tally, weight in dealt
            for n in range(left + 1)
        ]
    weights: dict[tuple[int, ...], int] = {}
    for left, tally, weight in dealt:
        total = _add(tally, left, rest)
        weights[total] = weights.get(total, 0) + weight * rest_share**left
    return Distribution(weights)


def _add(tally: tuple[int, ...], times: int, adds: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([count + times * more for count, more in zip(tally, adds, strict=True)])
