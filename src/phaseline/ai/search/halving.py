"""Sequential halving: many are tried a little, the better half again, until one is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass
class Entrant(Generic[T]):
    """One of those compared: what it scored so far, in whole numbers, in how many tries."""

    what: T
    number: int
    score: int = 0
    tries: int = 0


def halve(
    entries: Sequence[T],
    budget: int,
    attempt: Callable[[T, int], int],
    hurry: Callable[[], bool] = lambda: False,
) -> list[Entrant[T]]:
    """All entrants, the best first. Of equals, the one named first.

    `attempt` scores one of them in the try of that number: whoever is still in, is tried under the same numbers. The
    budget is so many tries in all, shared out evenly among the rounds; each has one at least. When there is `hurry`, or the
    budget is spent, it stops after all that are still in have been tried alike.

    >>> found = halve(["a", "b", "c", "d"], 16, lambda name, number: ord(name) + number)
    >>> [each.what for each in found], [each.tries for each in found]
    (['d', 'c', 'b', 'a'], [6, 6, 2, 2])
    """
    left = [Entrant(what, number) for number, what in enumerate(entries)]
    out: list[Entrant[T]] = []
    rounds = max(1, (len(left) - 1).bit_length())
    tries = spent = 0
    for number in range(rounds):
        each = max(1, budget // (rounds * len(left)))
        for _ in range(each):
            if tries and (spent + len(left) > budget or hurry()):
                return _ranked(left) + out
            for entrant in left:
                entrant.score += attempt(entrant.what, tries)
                entrant.tries += 1
            spent += len(left)
            tries += 1
        left = _ranked(left)
        if number < rounds - 1:
            keep = (len(left) + 1) // 2
            out = left[keep:] + out
            left = left[:keep]
    return left + out


def _ranked(entrants: list[Entrant[T]]) -> list[Entrant[T]]:
    """Those with as many tries, the best first."""
    return sorted(entrants, key=lambda entrant: (-entrant.score, entrant.number))
