"""Who may see what (6.6): all but the secret plans."""

from __future__ import annotations

import random

from phaseline.engine.ledger import case
from phaseline.games.eisenhower.position import (
    ALLIED,
    NOWHERE,
    Campaign,
    EisenhowerPosition,
)
from phaseline.games.eisenhower.rules.opening import PLAN_TURNS
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.hexgrid import kth


@case("3.2.3d", "3.3.2c", "6.6")
def redact(
    scenario: EisenhowerScenario, position: EisenhowerPosition, seat: int | None
) -> EisenhowerPosition:
    """A copy without the secret plans, unless the viewer is the Allied player or they have been revealed."""
    known = position.copy()
    if seat != ALLIED:
        if position.turn == 0:
            known.first_hex = NOWHERE
        if not position.second_made:
            known.second_turn, known.second_hex = 0, NOWHERE
    return known


def sample(
    scenario: EisenhowerScenario, known: EisenhowerPosition, seat: int, rng: random.Random
) -> EisenhowerPosition:
    """A full position that fits what `seat` knows: for the German player, plans that could have been made."""
    guess = known.copy()
    if seat == ALLIED:
        return guess
    written = plans_written(scenario, known)
    if scenario.alternate and known.turn == 0 and written[0]:
        guess.first_hex = _any_hex(scenario.invasion_coast["first"], rng)
    if written[1] and not known.second_made and not known.second_over:
        turn = rng.choice([0, *(turn for turn in PLAN_TURNS if turn >= known.turn)])
        if turn:
            guess.second_turn = turn
            guess.second_hex = _any_hex(scenario.invasion_coast["second"], rng)
    return guess


def plans_written(scenario: EisenhowerScenario, known: EisenhowerPosition) -> tuple[bool, bool]:
    """Whether the first and the second plan have been written down by now."""
    if known.turn or not known.stack or not isinstance(known.stack[0], Campaign):
        return (True, bool(scenario.invasion_coast["second"]))
    step = known.stack[0].step
    return (step > FIRST_PLAN, step > SECOND_PLAN)


FIRST_PLAN, SECOND_PLAN = 1, 2
"""The steps of the campaign in which plans are written."""


def _any_hex(mask: int, rng: random.Random) -> int:
    return kth(mask, rng.randrange(mask.bit_count()))
