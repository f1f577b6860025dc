"""What a battle of a skirmish brings on average, looked up rather than worked out: for playouts."""

from __future__ import annotations

from typing import NamedTuple

from phaseline.games.skirmish.scenario import SkirmishScenario

SIDES = 6


class Mean(NamedTuple):
    """The steps that attacker and defender lose on average, and the chance that the hex is cleared."""

    own: float
    enemy: float
    clears: float


class Odds:
    """The means of all battles of a scenario, each worked out once."""

    def __init__(self, scenario: SkirmishScenario) -> None:
        self._crt = scenario.crt
        self._known: dict[tuple[int, int, int, int], Mean] = {}

    def mean(self, attack: int, defence: int, shift: int, steps: int) -> Mean:
        """Of an attack with these strengths and column shifts, against so many steps."""
        key = attack, defence, shift, steps
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._worked_out(attack, max(1, defence), shift, steps)
        return found

    def _worked_out(self, attack: int, defence: int, shift: int, steps: int) -> Mean:
        landed = self._crt.odds.place(attack, defence) + shift
        results = [self._crt.result(landed, die) for die in range(1, SIDES + 1)]
        return Mean(
            sum(result.attacker for result in results) / SIDES,
            sum(min(steps, result.defender) for result in results) / SIDES,
            sum(result.retreat or result.defender >= steps for result in results) / SIDES,
        )
