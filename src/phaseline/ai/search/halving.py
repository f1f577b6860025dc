"""Sequential halving: many are tried a little, the better half again, until one is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")
Attempts = Callable[[Sequence[tuple[T, int]]], Sequence[int]]
"""Scores entrants, each in the try of a number: whoever is still in, is tried under the same numbers."""


def singly(attempt: Callable[[T, int], int]) -> Attempts[T]:
    """Attempts that are made one after another."""
    return lambda wanted: [attempt(what, number) for what, number in wanted]


@dataclass
class Entrant(Generic[T]):
    """One of those compared: what it scored so far, in whole numbers, in how many tries."""

    what: T
    number: int
    score: int = 0
    tries: int = 0


class Contest(Generic[T]):
    """A comparison that can be broken off and carried on.

    The `budget` is so many tries in all, shared out evenly among the rounds; each has one at least.
    """

    def __init__(self, entries: Sequence[T], budget: int) -> None:
        self.budget = budget
        self.over = False
        self.tries = 0
        """So many were made with each of those that are still in."""
        self._left = [Entrant(what, number) for number, what in enumerate(entries)]
        self._out: list[Entrant[T]] = []
        self._spent = 0
        self._rounds = max(1, (len(self._left) - 1).bit_length())
        self._round = 0
        self._due = self._share()

    @property
    def ranked(self) -> list[Entrant[T]]:
        """All entrants, the best first. Of equals, the one named first."""
        return _ranked(self._left) + self._out

    def carry_on(
        self,
        attempts: Attempts[T],
        hurry: Callable[[], bool] = lambda: False,
        most: int | None = None,
        together: int = 1,
    ) -> None:
        """Try on, until the contest is over, there is `hurry`, or `most` tries have been made now.

        It stops only after all that are still in have been tried alike, and not before each has been tried once. So many attempts
        are wanted `together` if that changes nothing else.
        """
        begun = self._spent
        while not self.over:
            made = self._spent - begun
            if (most is not None and made and made + len(self._left) > most) or (self.tries and hurry()):
                return
            if self.tries and self._spent + len(self._left) > self.budget:
                self.over = True
                return
            waves = self._waves(together, self.budget if most is None else min(self.budget, begun + most))
            now = [(each, self.tries + wave) for wave in range(waves) for each in self._left]
            for (entrant, _), score in zip(now, attempts([(e.what, n) for e, n in now]), strict=True):
                entrant.score += score
                entrant.tries += 1
            self._spent += len(now)
            self.tries += waves
            self._due -= waves
            if not self._due:
                self._halve()

    def _waves(self, together: int, most: int) -> int:
        """So often all that are still in are tried now: within the round, and until `most` tries have been made in all."""
        left = len(self._left)
        return max(1, min(self._due, -(-together // left), (most - self._spent) // left))

    def _share(self) -> int:
        """How often each is tried in a round."""
        return max(1, self.budget // (self._rounds * max(1, len(self._left))))

    def _halve(self) -> None:
        """The end of a round."""
        self._round += 1
        self._left = _ranked(self._left)
        if self._round == self._rounds:
            self.over = True
            return
        keep = (len(self._left) + 1) // 2
        self._out = self._left[keep:] + self._out
        self._left = self._left[:keep]
        self._due = self._share()


def halve(
    entries: Sequence[T],
    budget: int,
    attempts: Attempts[T],
    hurry: Callable[[], bool] = lambda: False,
    together: int = 1,
) -> list[Entrant[T]]:
    """All entrants, the best first. Of equals, the one named first.

    When there is `hurry`, or the budget is spent, it stops after all that are still in have been tried alike.

    >>> found = halve(["a", "b", "c", "d"], 16, singly(lambda name, number: ord(name) + number))
    >>> [each.what for each in found], [each.tries for each in found]
    (['d', 'c', 'b', 'a'], [6, 6, 2, 2])
    """
    contest = Contest(entries, budget)
    contest.carry_on(attempts, hurry, together=together)
    return contest.ranked


def _ranked(entrants: list[Entrant[T]]) -> list[Entrant[T]]:
    """Those with as many tries, the best first."""
    return sorted(entrants, key=lambda entrant: (-entrant.score, entrant.number))
