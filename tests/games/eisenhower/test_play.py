"""Whole matches: the kernel's promises hold in both scenarios."""

import pytest

from phaseline.engine.harness import play_checked
from phaseline.engine.ledger import Ledger
from phaseline.games.eisenhower import GAME
from phaseline.games.eisenhower.files import PACKAGE

CASES = frozenset(case.number for case in Ledger.read(PACKAGE))


@pytest.mark.parametrize("key", GAME.scenarios())
def test_promises_hold(key: str) -> None:
    scenario = GAME.load(key)
    for seed in range(4):
        assert play_checked(GAME, scenario, seed, thorough=0.3, cases=CASES).orders > 5


@pytest.mark.parametrize("key", GAME.scenarios())
def test_promises_hold_in_long_matches(key: str) -> None:
    scenario = GAME.load(key, {"ports_checked": False})
    lengths = [play_checked(GAME, scenario, seed, thorough=0.02, cases=CASES).orders for seed in range(3)]
    assert max(lengths) > 200
