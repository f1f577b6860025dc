"""What an attack is expected to bring, from the exact results of its column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from phaseline.ai.eisenhower.terrain import Ground
from phaseline.ai.planning import Exchange
from phaseline.mechanics.tables import Losses


class Defence(NamedTuple):
    """The units in a hex as an attacker reckons with them. Factors are in supply terms; `points` is what they are worth."""

    factors: int
    steps: int
    static: int
    """Steps of static units, which cannot retreat."""
    points: float
    way_out: bool
    """Whether mobile units have somewhere to retreat to."""

    @property
    def per_step(self) -> float:
        """What one step is worth on average."""
        return self.points / self.steps if self.steps else 0.0


def prospect(
    ground: Ground,
    landed: int,
    defence: Defence,
    own_step: float,
    own_steps: int,
    yields: float,
    *,
    enters: bool = False,
) -> Exchange:
    """What an attack at a final column brings, if the defender gives way with chance `yields` where he may (11.2).

    `enters`: a hex is won only if somebody is left to go in.
    """
    found = []
    for result in ground.results(landed):
        lost, gone = _defender(result, defence, yields)
        if enters and own_steps <= result.attacker:
            gone = 0.0
        found.append((min(result.attacker, own_steps) * own_step, lost * defence.per_step, gone))
    return Exchange.equal(found)


def _defender(result: Losses, defence: Defence, yields: float) -> tuple[float, float]:
    """Steps lost, and the chance that the hex is given up, for one result."""
    loss = result.defender
    if loss >= defence.steps:
        if loss >= 2 and defence.way_out and defence.steps > defence.static:
            # A stack about to be destroyed runs if it can.
            saved = max(loss // 2, defence.static)
            if saved < defence.steps:
                return float(saved), 1.0
        return float(defence.steps), 1.0
    if loss < 2 or not defence.way_out or defence.steps == defence.static:
        return float(loss), 0.0
    back = max(loss // 2, defence.static)
    return yields * back + (1 - yields) * loss, yields


def chance_to_clear(ground: Ground, landed: int, steps: int) -> float:
    """How likely an attack destroys a stack of so many steps that does not give way."""
    results: Sequence[Losses] = ground.results(landed)
    return sum(result.defender >= steps for result in results) / 6
