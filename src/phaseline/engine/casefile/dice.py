"""The dice of a case: those of the step under way if it has its own, else those of the case, in order."""

from __future__ import annotations

from collections.abc import Iterable

from phaseline.engine.dice import ScriptedDice


class WrongDie(ValueError):
    """A die that a case wants to fall in a way it cannot."""


class CaseDice(ScriptedDice):
    """Scripted dice in two rows. While a step has dice of its own, only those fall."""

    def __init__(self, values: Iterable[int] = ()) -> None:
        super().__init__(values)
        self._step: ScriptedDice | None = None

    def begin(self, values: Iterable[int]) -> None:
        """From now on these dice fall."""
        self._step = ScriptedDice(values)

    def end(self) -> int:
        """The step is over; how many of its dice were not rolled."""
        left = self._step.left if self._step is not None else 0
        self._step = None
        return left

    @property
    def remaining(self) -> int:
        """How many dice of the row in use are still to be rolled."""
        return self.left if self._step is None else self._step.left

    @property
    def drawn(self) -> int:
        """How many dice of the row in use have been rolled."""
        return super().drawn if self._step is None else self._step.drawn

    def roll(self, sides: int, purpose: str) -> int:
        """The next die. Raises `DiceExhausted` when none is left, `WrongDie` when it has no such face."""
        try:
            return super().roll(sides, purpose) if self._step is None else self._step.roll(sides, purpose)
        except ValueError as error:
            raise WrongDie(str(error)) from error

    def rewind(self, drawn: int) -> None:
        """Let the dice after number `drawn` of the row in use fall again."""
        if self._step is None:
            super().rewind(drawn)
        else:
            self._step.rewind(drawn)
