"""A march as one plan: where all units end up together, improved unit by unit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from phaseline.ai.sight import Clock

W = TypeVar("W")  # a place for a unit, and how it gets there where that matters


class Placing(ABC, Generic[W]):
    """Places for all units, worth something together."""

    @abstractmethod
    def options(self, unit: int) -> Iterable[W]:
        """Where else a unit could go as the others stand; asked for one after the other, as they are tried."""

    @abstractmethod
    def least(self, unit: int) -> float:
        """What an option must be worth more than, so that the unit goes there."""

    @abstractmethod
    def tried(self, unit: int, option: W) -> float:
        """What the plan is worth with the unit there."""

    @abstractmethod
    def settle(self, unit: int, option: W | None) -> None:
        """Let a unit go there for good; None: it stays where it was before others were tried."""

    def sweep(self, units: Sequence[int], clock: Clock, times: int) -> None:
        """Each unit in turn goes where the plan is worth most; several times over, until nothing changes or time is up."""
        for _ in range(times):
            changed = False
            for unit in units:
                if clock.hurry:
                    return
                changed |= self._better(unit)
            if not changed:
                return

    def _better(self, unit: int) -> bool:
        """Whether a unit has gone elsewhere."""
        best, most = None, self.least(unit)
        for option in self.options(unit):
            worth = self.tried(unit, option)
            if worth > most:
                best, most = option, worth
        self.settle(unit, best)
        return best is not None
