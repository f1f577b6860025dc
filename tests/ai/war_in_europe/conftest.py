"""Matches of War in Europe for the computer players' tests."""

import pytest
from tests.ai.staffs import Staffs, at_turn

from phaseline.ai.war_in_europe.ground import ground
from phaseline.ai.war_in_europe.planner import WarPlanner
from phaseline.ai.war_in_europe.situation import Situation
from phaseline.engine.match import Match
from phaseline.engine.registry import game
from phaseline.games.war_in_europe.position import AXIS
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex

WAR = game("war_in_europe")
STAFFS = Staffs(WAR, WarPlanner)
new_match, played = STAFFS.new_match, STAFFS.played
"""A match with dice of its own, and one that staffs have played up to some moment."""


@pytest.fixture(scope="session")
def sichelschnitt() -> WarScenario:
    """The smallest scenario."""
    scenario: WarScenario = WAR.load("sichelschnitt")
    return scenario


@pytest.fixture(scope="session")
def westwall() -> WarScenario:
    """The autumn of 1944."""
    scenario: WarScenario = WAR.load("westwall")
    return scenario


def state_of(match: Match) -> WarState:
    """Its state."""
    state = match.state
    assert isinstance(state, WarState)
    return state


@pytest.fixture
def begun(sichelschnitt: WarScenario) -> WarState:
    """The first movement of the Axis, the Low Countries declared."""
    match = played(sichelschnitt, 1, at_turn(1, "initial movement"), staffs=(AXIS,), most=300)
    match.submit(AXIS, "declare")
    return state_of(match)


def looked_at(s: WarState) -> Situation:
    """A position as the Axis sees it."""
    s.changed()
    return Situation(ground(s.scenario), s, AXIS)


def put(s: WarState, hex: str, *divisions: str) -> dict[int, Hex]:
    """Divisions into a hex."""
    where = s.scenario.map.hex(hex)
    for key in divisions:
        s.put(s.scenario.number[key], where)
    return {s.scenario.number[key]: where for key in divisions}
