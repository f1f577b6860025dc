"""Who is to cut the enemy off sticks to what he thought of: his attacks and his ways for a phase."""

import pytest
from tests.ai.staffs import at_turn, play_on, sight_of
from tests.ai.war_in_europe.conftest import WAR, new_match, played, state_of

from phaseline.ai.driver import observe
from phaseline.ai.war_in_europe.planner import WarPlanner
from phaseline.engine.match import Match
from phaseline.games.war_in_europe.orders import Attack
from phaseline.games.war_in_europe.position import ALLIED, AXIS
from phaseline.games.war_in_europe.scenario import WarScenario


@pytest.mark.parametrize(("key", "steady"), [("sichelschnitt", [AXIS]), ("france_1940", []), ("diadem", [])])
def test_who_is_to_cut_the_enemy_off_is_steady(key: str, steady: list[int]) -> None:
    scenario = WAR.load(key)
    assert [seat for seat in (AXIS, ALLIED) if WarPlanner(scenario, seat).steady] == steady


def test_who_is_steady_makes_the_attacks_he_thought_of_first(sichelschnitt: WarScenario) -> None:
    planners = {seat: WarPlanner(sichelschnitt, seat) for seat in (AXIS, ALLIED)}
    steady = planners[AXIS]
    meant: set[int] = set()
    plans: set[int] = set()
    made: set[int] = set()

    def over(match: Match) -> bool:
        if steady._ahead is not None:
            plans.add(id(steady._ahead))
            meant.update(way.target for way in steady._ahead)
        return match.state.path()[-1:] == ("mechanized movement",)

    match = play_on(new_match(sichelschnitt, 4), planners, over, 4, 1000)
    for entry in match.entries:
        if entry.seat == AXIS and isinstance(entry.order, Attack):
            made.add(entry.order.target)
    assert len(plans) == 1
    assert len(made) > 2
    assert made <= meant


def test_ways_are_kept_for_a_phase(sichelschnitt: WarScenario) -> None:
    match = played(sichelschnitt, 4, at_turn(1, "initial movement"))
    sight = sight_of(observe(match, AXIS))
    steady, other = WarPlanner(sichelschnitt, AXIS), WarPlanner(sichelschnitt, ALLIED)
    first = steady.view(sight)
    assert steady.view(sight)._travels is first._travels
    assert other.view(sight)._travels is not other.view(sight)._travels
    sight.state.position.turn += 1
    assert steady.view(sight)._travels is not first._travels
    assert state_of(match).position.turn == 1
