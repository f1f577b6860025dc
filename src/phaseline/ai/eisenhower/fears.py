"""What is to be feared of the enemy, by what he has done so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from phaseline.ai.eisenhower.parameters import Fears
from phaseline.ai.field import Vigilance
from phaseline.engine.events import Event
from phaseline.games.eisenhower.scenario import EisenhowerScenario


class Fear(NamedTuple):
    """How much of what the enemy could do he is expected to do: 1 for all of it."""

    march: float = 1.0
    """How likely he walks into what stands empty."""
    strike: float = 1.0
    """The share of his usual strength with which he attacks."""

    def times(self, factor: float) -> Fear:
        """So much more or less of both."""
        return Fear(self.march * factor, self.strike * factor)


EVERYTHING = Fear()
"""Of an enemy about whom nothing is known."""


class Watch:
    """Follows what the enemy does from turn to turn, by what the side is told of it."""

    def __init__(self, scenario: EisenhowerScenario, seat: int) -> None:
        """`seat` is the side that watches."""
        enemy = scenario.side_units[1 - seat]
        self._deeds = Vigilance(enemy, {"move"}, dice_of=1 - seat)
        self._attacks = Vigilance(enemy, (), dice_of=1 - seat)

    def hear(self, events: Sequence[Event]) -> None:
        """Take notice of what happened."""
        self._deeds.hear(events)
        self._attacks.hear(events)

    def fear(self, turn: int, by: Fears) -> Fear:
        """What is to be feared in a turn: less of who has long done nothing, or has long not attacked."""
        march = _share(by.quiet, self._deeds.quiet(turn))
        return Fear(march, march * _share(by.calm, self._attacks.quiet(turn)))


def _share(shares: Sequence[float], turns: int) -> float:
    """The share after so many quiet turns; the last one holds for all that follow."""
    return shares[min(turns, len(shares) - 1)]
