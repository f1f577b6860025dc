"""Whole matches: the kernel's promises hold, and neither side is without a chance.

How many matches are played in each way goes with PHASELINE_EXAMPLES (default 50): one for each 50.
"""

import os
import random

import pytest

from phaseline.engine.dice import SeededDice
from phaseline.engine.harness import play_checked
from phaseline.engine.ledger import Ledger
from phaseline.games.skirmish import GAME
from phaseline.games.skirmish.scenario import PACKAGE, SkirmishScenario

MATCHES = max(1, int(os.environ.get("PHASELINE_EXAMPLES", "50")) // 50)
CASES = frozenset(case.number for case in Ledger.read(PACKAGE))
OPTIONS: tuple[dict[str, object], ...] = ({}, {"fog": False}, {"weather": "dry"})


@pytest.mark.parametrize("key", GAME.scenarios())
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_promises_hold(key: str, options: dict[str, object]) -> None:
    scenario = GAME.load(key, options)
    for seed in range(MATCHES):
        played = play_checked(GAME, scenario, seed, thorough=0.3, cases=CASES)
        assert played.orders > 20


@pytest.mark.parametrize("key", GAME.scenarios())
def test_both_sides_have_a_chance(key: str) -> None:
    scenario = GAME.load(key)
    wins = [winner_of_random_play(scenario, seed) for seed in range(160)]
    assert wins.count(0) >= 8
    assert wins.count(1) >= 8


def winner_of_random_play(scenario: SkirmishScenario, seed: int) -> int | None:
    rng = random.Random(seed)
    state = GAME.new(scenario, SeededDice(rng.randbytes(32)))
    while (decision := state.decision) is not None:
        seat = decision.seats[0]
        state.apply(seat, state.legal(seat).sample(rng))
    assert state.position.outcome is not None
    return state.position.outcome.winner
