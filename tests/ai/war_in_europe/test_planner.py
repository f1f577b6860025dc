"""The staff of War in Europe plays legally, the same for the same seed, and beats somebody who passes."""

from tests.ai.war_in_europe.conftest import WAR

from phaseline.ai.war_in_europe.planner import WarPlanner
from phaseline.games.war_in_europe.position import ALLIED, AXIS
from phaseline.games.war_in_europe.scenario import WarScenario


def test_every_decision_has_its_answer(sichelschnitt: WarScenario) -> None:
    for seat in (AXIS, ALLIED):
        planner = WarPlanner(sichelschnitt, seat)
        assert planner.steps.keys() | planner.idle == WAR.flow.decisions()
        assert not planner.steps.keys() & planner.idle
