"""Nobody knows which face-down counter is the Hiyo until it is looked at (23.2)."""

from __future__ import annotations

import random

from phaseline.engine import case
from phaseline.games.midway.position import BOX_OF_COUNTER, COUNTERS, NOT_YET, TRUK_SO, MidwayPosition
from phaseline.games.midway.scenario import MidwayScenario


def hidden(position: MidwayPosition) -> bool:
    """Whether the Hiyo lies face down, not looked at."""
    hiyo = position.hiyo
    return hiyo is None or (hiyo != NOT_YET and not position.turned >> hiyo & 1)


@case("23.2b")
def redact(scenario: MidwayScenario, position: MidwayPosition, seat: int | None) -> MidwayPosition:
    """What anybody knows: where the Hiyo is only once it has been looked at."""
    known = position.copy()
    if hidden(position):
        known.hiyo = None
        known.at[scenario.hiyo] = TRUK_SO
    return known


@case("23.2b")
def sample(scenario: MidwayScenario, known: MidwayPosition, seat: int, rng: random.Random) -> MidwayPosition:
    """One of the counters that nobody has looked at is the Hiyo."""
    guess = known.copy()
    if guess.hiyo is None:
        guess.hiyo = rng.choice([n for n in range(len(COUNTERS)) if not known.turned >> n & 1])
        guess.at[scenario.hiyo] = BOX_OF_COUNTER[guess.hiyo]
    return guess
