"""Dice for playouts that leave little to luck."""

from __future__ import annotations

import random


class EvenDice:
    """Dice whose faces all fall before one falls again, in an order that hangs on the seed; `mirrored`, high for low.

    A pair of playouts, one of them mirrored, has hardly more luck than another pair, so that few tell plans apart.

    >>> dice, mirror = EvenDice(b"seed"), EvenDice(b"seed", mirrored=True)
    >>> fallen = [dice.roll(6, "example") for _ in range(12)]
    >>> sorted(fallen[:6]) == sorted(fallen[6:]) == [1, 2, 3, 4, 5, 6]
    True
    >>> [first + mirror.roll(6, "example") for first in fallen] == [7] * 12
    True
    """

    def __init__(self, seed: bytes, *, mirrored: bool = False) -> None:
        self._seed = seed
        self._mirrored = mirrored
        self.rewind(0)

    def roll(self, sides: int, purpose: str) -> int:  # noqa: ARG002 - all purposes share the faces
        """One die."""
        self.drawn += 1
        self._rolled.append(sides)
        left = self._left.get(sides)
        if not left:
            left = self._left[sides] = list(range(1, sides + 1))
            self._rng.shuffle(left)
        face = left.pop()
        return sides + 1 - face if self._mirrored else face

    def rewind(self, drawn: int) -> None:
        """Go back to where it had been used so far."""
        again = self._rolled[:drawn] if drawn else []
        self.drawn = 0
        self._rolled: list[int] = []
        self._left: dict[int, list[int]] = {}
        self._rng = random.Random(self._seed)
        for sides in again:
            self.roll(sides, "")
