"""Whole matches: the kernel's promises hold."""

import pytest

from phaseline.engine.harness import play_checked
from phaseline.engine.ledger import Ledger
from phaseline.games.france44 import GAME
from phaseline.games.france44.files import PACKAGE

CASES = frozenset(case.number for case in Ledger.read(PACKAGE))


@pytest.mark.parametrize("key", ["beachhead", "falaise", "anvil", "market", "ardennes", "rhine"])
def test_promises_hold(key: str) -> None:
    played = play_checked(GAME, GAME.load(key), seed=0, thorough=0.001, cases=CASES)
    assert played.orders > 100
