"""The teaching game is what the kernel's tests play."""

import pytest

from phaseline.engine.dice import ScriptedDice
from phaseline.engine.match import Match
from phaseline.games.skirmish import GAME
from phaseline.games.skirmish.scenario import SkirmishScenario


@pytest.fixture(scope="session")
def ford() -> SkirmishScenario:
    return GAME.load("ford")


@pytest.fixture
def begun(ford: SkirmishScenario) -> Match:
    """A match in which both sides must choose a stance."""
    return Match.new(GAME, ford, dice=ScriptedDice([1]))


@pytest.fixture
def moving(begun: Match) -> Match:
    """A match in which Blue moves; Red screens."""
    begun.submit(0, begun.parse("stance assault"))
    begun.submit(1, begun.parse("stance screen"))
    return begun
