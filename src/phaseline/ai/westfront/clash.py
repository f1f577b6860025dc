"""A quick estimate of a battle in WestFront: expected losses of some rounds, and the chance to clear the hex.

The exact distribution of a round is in `games/westfront/rules/preview.py`; here means do, because a plan asks thousands
of times, and of blocks whose faces nobody has seen.
"""

from __future__ import annotations

from typing import NamedTuple


class Force(NamedTuple):
    """A side in a battle: hits it scores in a round attacking and defending, its steps, what a step is worth."""

    attack: float = 0.0
    defence: float = 0.0
    steps: float = 0.0
    units: float = 0.0
    value: float = 0.0
    """Worth of all its steps and units together."""

    def __add__(self, other: object) -> Force:
        if not isinstance(other, Force):
            return NotImplemented
        return Force(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


class Ground(NamedTuple):
    """Circumstances: hits for a step of the passive side, hits of the airstrike, chance of a repulse for a defending die."""

    protection: float = 1.0
    strike: float = 0.0
    repulse: float = 0.0


class Outlook(NamedTuple):
    """What comes of a battle: values lost by both sides, and the chance that the hex is cleared."""

    own: float
    enemy: float
    clears: float


def outlook(own: Force, enemy: Force, ground: Ground, rounds: int = 1) -> Outlook:
    """The mean course of so many rounds with `own` active.

    >>> strong, weak = Force(3, 2, 9, 3, 9), Force(0.3, 0.3, 1, 1, 2)
    >>> round(outlook(strong, weak, Ground(), rounds=1).clears, 2)
    0.97
    """
    if enemy.steps <= 0:
        return Outlook(0.0, enemy.value, 1.0)
    mine, theirs = own.steps, enemy.steps
    for number in range(rounds):
        theirs -= min(theirs, (ground.strike if number == 0 else 0.6 * ground.strike) / ground.protection)
        hits = enemy.defence * theirs / enemy.steps
        mine -= min(mine, hits)
        if number == 0 and ground.repulse:
            back = ground.repulse * enemy.steps * (theirs / enemy.steps)
            share = max(0.0, 1 - back / max(1.0, own.units))
        else:
            share = 1.0
        theirs -= min(theirs, share * own.attack * (mine / own.steps if own.steps else 0) / ground.protection)
    power = own.attack * rounds / ground.protection + ground.strike / ground.protection
    ratio = power / (enemy.steps + 0.35 * enemy.units)
    clears = min(0.97, max(0.0, ratio - 0.25) / 1.1) if mine > 0.2 else 0.0
    lost = own.value * (own.steps - mine) / own.steps if own.steps else 0.0
    return Outlook(lost, enemy.value * (enemy.steps - theirs) / enemy.steps, clears)
