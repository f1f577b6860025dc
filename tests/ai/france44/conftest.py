"""Matches of France '44 for the computer players' tests."""

import pytest
from tests.ai.staffs import Staffs, at_turn

from phaseline.ai.france44.planner import FrancePlanner
from phaseline.engine.match import Match
from phaseline.engine.registry import game
from phaseline.games.france44.position import ALLIED, DEAD, GERMAN
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, hexes

FRANCE = game("france44")
STAFFS = Staffs(FRANCE, FrancePlanner)
new_match, played = STAFFS.new_match, STAFFS.played
"""A match with dice of its own, and one that staffs have played up to some moment."""


@pytest.fixture(scope="session")
def beachhead() -> FranceScenario:
    """The smallest scenario."""
    scenario: FranceScenario = FRANCE.load("beachhead")
    return scenario


@pytest.fixture(scope="session")
def campaign() -> FranceScenario:
    """The whole game."""
    scenario: FranceScenario = FRANCE.load("campaign")
    return scenario


def state_of(match: Match) -> FranceState:
    """Its state."""
    state = match.state
    assert isinstance(state, FranceState)
    return state


def sweep(s: FranceState) -> None:
    """Nobody is left on the map."""
    for unit in hexes(s.on_map(ALLIED) | s.on_map(GERMAN)):
        s.put(unit, DEAD)


def cleared(scenario: FranceScenario, turn: int) -> Match:
    """Allied attacks are announced, nobody is left on the map, and nothing flies."""
    match = played(scenario, 1, at_turn(turn, "announcing"), staffs=(ALLIED,))
    s = state_of(match)
    s.position.beach.clear()
    s.position.air_left = 0
    sweep(s)
    return match


def off(s: FranceState, unit: int, beach: Hex) -> dict[int, Hex]:
    """A force of one division that is about to land on a beach."""
    sea = next(hexes(s.scenario.board.off_beaches[beach]))
    s.put(unit, sea)
    s.position.beach[unit] = beach
    return {unit: sea}
