"""How much the staff fears: an enemy who lets turns go by frees its guards, one who stirs calls them back."""

from tests.ai.eisenhower.conftest import new_match

from phaseline.ai.eisenhower.planner import EisenhowerPlanner
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import ground
from phaseline.engine.events import Event
from phaseline.games.eisenhower.position import ALLIED, GERMAN
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState


def march(unit: int) -> Event:
    return Event(kind="move", case="8.1", text="", facts={"unit": unit})


def test_quiet_turns_take_the_fear_and_a_march_brings_it_back(historical: EisenhowerScenario) -> None:
    state = new_match(historical, 1).state
    assert isinstance(state, EisenhowerState)
    planner = EisenhowerPlanner(historical, ALLIED)
    felt = []
    for turn in (1, 2, 3, 4):
        state.position.turn = turn
        felt.append(planner._fear(state))
        planner.hear([march(historical.number["US7"])])  # one's own marches say nothing of the enemy
    assert felt[0] == 1.0
    assert felt == sorted(felt, reverse=True)
    assert felt[-1] < 0.5
    planner.hear([march(historical.number["1SS"])])
    assert planner._fear(state) == 1.0


def test_who_fears_less_reckons_with_less(historical: EisenhowerScenario) -> None:
    state = new_match(historical, 1).state
    assert isinstance(state, EisenhowerState)
    state.position.turn = 2
    caen = historical.board.hex_of("Caen")
    assert caen is not None
    known = ground(historical)
    bold, wary = (Situation(known, state, ALLIED, fear) for fear in (0.2, 1.0))
    assert wary.threat(caen, GERMAN) == bold.threat(caen, GERMAN) > 0
    assert bold.danger(caen, 8, 2) < wary.danger(caen, 8, 2)
    assert bold.expected_loss(caen, 8, 2, 8.0) < wary.expected_loss(caen, 8, 2, 8.0)
    assert bold.danger(caen, 0, 0) < wary.danger(caen, 0, 0)
