"""Skirmishes to test with."""

import pytest

from phaseline.engine.dice import ScriptedDice
from phaseline.engine.match import Match
from phaseline.games.skirmish import GAME


@pytest.fixture(scope="session")
def ford():
    return GAME.load("ford")


@pytest.fixture
def match(ford):
    """The Ford, Blue to move on turn 1 in dry weather, Blue assaults and Red screens."""
    match = Match.new(GAME, ford, dice=ScriptedDice([1]))
    match.submit(0, match.parse("stance assault"))
    match.submit(1, match.parse("stance screen"))
    return match
