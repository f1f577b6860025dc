"""What each seat may know: all but what the other side commits in the air, until both have (13.12)."""

from __future__ import annotations

import random

from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.position import (
    AVAILABLE,
    FRONTS,
    LIFT,
    MISSIONS,
    TRANSFER,
    Commitment,
    WarPosition,
    air_box,
)
from phaseline.games.war_in_europe.scenario import WarScenario

BUSY = range(AVAILABLE + 1, LIFT)
"""The boxes in which Air Points are not available."""
CHOICES = (AVAILABLE, *MISSIONS, TRANSFER)
"""The boxes in which an Air Point may lie while both sides commit theirs."""


def committing(position: WarPosition) -> bool:
    """Whether both sides are committing their Points."""
    return any(isinstance(frame, Commitment) for frame in position.stack)


@case("13.12a", "4.2A1")
def redact(scenario: WarScenario, position: WarPosition, seat: int | None) -> WarPosition:
    """What a seat knows (None: a spectator): while Points are committed, all of the other side's look available."""
    known = position.copy()
    if committing(position):
        for other in (0, 1):
            if other != seat:
                _withdraw(known, other)
    return known


def _withdraw(known: WarPosition, seat: int) -> None:
    for front in range(len(FRONTS)):
        for box in BUSY:
            found = air_box(front, seat, box)
            known.air[air_box(front, seat, AVAILABLE)] += known.air[found]
            known.air[found] = 0


@case("13.12a")
def sample(scenario: WarScenario, known: WarPosition, seat: int, rng: random.Random) -> WarPosition:
    """A position that fits what a seat knows: the other side's Points in any of its boxes.

    No more fly than can in the weather, nor leave the front than may in a turn (13.61).
    """
    found = known.copy()
    if committing(known):
        other = 1 - seat
        for front in range(len(FRONTS)):
            here = air_box(front, other, AVAILABLE)
            points = known.air[here]
            fly = scenario.flying(other, front, scenario.weather(known.turn), points)
            leave = scenario.tables.air.out
            for _ in range(points):
                box = rng.choice(CHOICES)
                if box == TRANSFER and leave:
                    leave -= 1
                elif box in MISSIONS and fly:
                    fly -= 1
                else:
                    continue
                found.air[here] -= 1
                found.air[air_box(front, other, box)] += 1
    return found
