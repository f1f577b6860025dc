"""Dice: one verifiable stream per match; every draw recorded with its purpose; scripted in tests and replays.

A source of dice lives outside the position, so a position (or a copy that a search plays with) never holds the
future. `SeededDice` derives draw number n from the seed alone, so that whoever learns the seed afterwards can check
every roll; before the first order only the seed's `commitment` is published.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from typing import Protocol

from msgspec import Struct


class Draw(Struct, frozen=True):
    """Dice rolled together for one purpose: `values` are 1..`sides`. `seats` is who may see them, None for all."""

    purpose: str
    sides: int
    values: tuple[int, ...]
    seats: tuple[int, ...] | None = None

    def __str__(self) -> str:
        return f"{self.purpose} d{self.sides}: {' '.join(map(str, self.values))}"


class Dice(Protocol):
    """A source of dice."""

    @property
    def drawn(self) -> int:
        """How far the source has been used up, in units of its own."""
        ...

    def roll(self, sides: int, purpose: str) -> int:
        """One die: a number from 1 to `sides`."""
        ...

    def rewind(self, drawn: int) -> None:
        """Go back to where it had been used so far: what was to be rolled there has not happened."""
        ...


class DiceExhausted(RuntimeError):
    """Scripted dice have run out; the message says what the next die was for."""

    def __init__(self, sides: int, purpose: str) -> None:
        self.sides, self.purpose = sides, purpose
        super().__init__(f"no die is left for: {purpose} (d{sides})")


class SeededDice:
    """Fair dice from a seed: the same seed gives the same dice everywhere.

    >>> dice = SeededDice(bytes(32))
    >>> [dice.roll(6, "example") for _ in range(8)]
    [5, 4, 5, 4, 1, 2, 1, 4]
    """

    _WORDS = 16

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        self.seed = seed
        self.rewind(drawn)

    @classmethod
    def fresh(cls) -> SeededDice:
        """Dice from a new unpredictable seed."""
        return cls(secrets.token_bytes(32))

    def roll(self, sides: int, purpose: str) -> int:  # noqa: ARG002 - the purpose is recorded by the state
        """One die, unbiased: words beyond the largest multiple of `sides` are passed over."""
        limit = 2**32 - 2**32 % sides
        while (word := self._word()) >= limit:
            pass
        return word % sides + 1

    def rewind(self, drawn: int) -> None:
        """Go on after word number `drawn` of the seed's stream."""
        self.drawn = drawn
        self._words = self._block(drawn // self._WORDS)[drawn % self._WORDS :] if drawn % self._WORDS else []

    def _word(self) -> int:
        if not self._words:
            self._words = self._block(self.drawn // self._WORDS)
        self.drawn += 1
        return self._words.pop(0)

    def _block(self, number: int) -> list[int]:
        digest = hashlib.blake2b(number.to_bytes(8, "big"), key=self.seed).digest()
        return [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 64, 4)]


def commitment(seed: bytes) -> str:
    """What is published before play: the seed cannot be guessed from it nor changed after it.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(seed).hexdigest()


def mix(*shares: bytes) -> bytes:
    """One seed from several parties' shares: nobody who contributed an unpredictable share can be cheated."""
    return hashlib.sha256(b"".join(hashlib.sha256(share).digest() for share in shares)).digest()


class ScriptedDice:
    """Dice that fall as told, for tests, case files and replays.

    When none is left, the dice of `then` are rolled; without them `DiceExhausted` is raised.

    >>> dice = ScriptedDice([6, 1])
    >>> dice.roll(6, "attack"), dice.left
    (6, 1)
    """

    def __init__(self, values: Iterable[int] = (), then: Dice | None = None) -> None:
        self._values = list(values)
        self._next = 0
        self._then = then

    @property
    def drawn(self) -> int:
        """How many dice have been rolled."""
        return self._next + (0 if self._then is None else self._then.drawn)

    @property
    def left(self) -> int:
        """How many dice are still to be rolled."""
        return len(self._values) - self._next

    def add(self, values: Iterable[int]) -> None:
        """More dice, after those still to be rolled."""
        self._values.extend(values)

    def roll(self, sides: int, purpose: str) -> int:
        """The next scripted die. Raises `ValueError` when it has no such face."""
        if not self.left:
            if self._then is None:
                raise DiceExhausted(sides, purpose)
            return self._then.roll(sides, purpose)
        value = self._values[self._next]
        if not 1 <= value <= sides:
            raise ValueError(f"the die for {purpose} is {value}, but it has the faces 1 to {sides}")
        self._next += 1
        return value

    def rewind(self, drawn: int) -> None:
        """Let the dice after number `drawn` fall again."""
        self._next = min(drawn, len(self._values))
        if self._then is not None:
            self._then.rewind(drawn - self._next)
