"""The first landing among the launch sites, all of which win on Turn 3: the general's, not the officer's (4.2.3)."""

import pytest
from tests.ai.eisenhower.conftest import at_step, new_match, state_of
from tests.ai.eisenhower.landed import hex_of
from tests.ai.staffs import play_on, sight_of

from phaseline.ai.driver import observe
from phaseline.ai.eisenhower.council import EisenhowerCouncil
from phaseline.ai.eisenhower.opening import SPAN, Opening, among_the_sites, at_the_sites, barrier
from phaseline.ai.eisenhower.parameters import PACKAGE, parameters
from phaseline.ai.eisenhower.planner import EisenhowerPlanner
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import Ground, ground
from phaseline.ai.search.bearings import altered, read_bearings
from phaseline.engine.match import Match
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, GERMAN
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.hexgrid import hexes, mask_of

SITES = ("3306", "3407", "3507", "3508")


def generals(scenario: EisenhowerScenario) -> Ground:
    """The ground as the general looks upon it."""
    return ground(scenario).under(altered(parameters(), read_bearings(PACKAGE).named("alternate")[""]))


def deployed(scenario: EisenhowerScenario) -> Match:
    """A match in which the officer has set up the Germans, and the Allies write down where they land."""

    def asks_the_allies(match: Match) -> bool:
        return match.decision is not None and match.decision.seats == (ALLIED,)

    staff = EisenhowerPlanner(scenario, GERMAN)
    return play_on(new_match(scenario, 1), {GERMAN: staff}, asks_the_allies, 1, 100)


def landed(scenario: EisenhowerScenario, site: str) -> Match:
    """The same at the first decision of the Allies on Turn 1, after a landing that is planned for a hex."""
    match = deployed(scenario)
    planner = EisenhowerPlanner(scenario, ALLIED).take_over(
        EisenhowerPlanner(scenario, ALLIED), generals(scenario)
    )
    while match.state.path()[-1] == "first plan":
        order = planner.order(sight_of(observe(match, ALLIED)))
        if isinstance(order, orders.PlanFirst):
            order = orders.PlanFirst(hex_of(scenario, site))
        assert order is not None
        match.submit(ALLIED, order)
    both = {ALLIED: planner, GERMAN: EisenhowerPlanner(scenario, GERMAN)}
    return play_on(match, both, at_step(1, "allied order"), 1, 300)


def test_the_general_lands_where_all_launch_sites_are_in_reach(alternate: EisenhowerScenario) -> None:
    """In the one that is nearest to the others, and of two as near in the one towards the enemy."""
    s = state_of(deployed(alternate))
    coast = alternate.invasion_coast["first"]
    view = Situation(generals(alternate), s, ALLIED)
    found = among_the_sites(view, coast, 37)
    assert found == hex_of(alternate, "3507")
    assert not alternate.board.launch_sites & ~alternate.board.grid.disk(found, SPAN)
    assert among_the_sites(Situation(ground(alternate), s, ALLIED), coast, 37) is None
    officer = Opening(ground(alternate), s, ALLIED).first_plan()
    assert not isinstance(officer, orders.PlanFirst) or officer.to != found


def test_nobody_lands_among_the_sites_while_the_way_to_the_ruhr_is_open(
    alternate: EisenhowerScenario,
) -> None:
    """Every one of the hexes nearest to it must be held by a mobile unit; with one of them left there is a way."""
    s = state_of(deployed(alternate))
    general = generals(alternate)
    coast = alternate.invasion_coast["first"]
    nearest = barrier(general, s)
    assert among_the_sites(Situation(general, s, ALLIED), coast, 37) is not None
    for unit in s.units_at(nearest[-1], GERMAN):
        s.put(unit, nearest[0])
    assert among_the_sites(Situation(general, s, ALLIED), coast, 37) is None


def test_nobody_lands_among_sites_that_are_held_too_well(alternate: EisenhowerScenario) -> None:
    """With the next best corps of the Germans in each of them it does not promise an even chance."""
    s = state_of(deployed(alternate))
    sites = [hex_of(alternate, label) for label in SITES]
    elsewhere = hexes(s.mobile_hexes(GERMAN) & ~mask_of(sites))
    spare = [unit for hex in elsewhere for unit in s.units_at(hex, GERMAN) if alternate.mobile >> unit & 1]
    for place, unit in zip(sites, spare, strict=False):
        s.put(unit, place)
    view = Situation(generals(alternate), s, ALLIED)
    assert among_the_sites(view, alternate.invasion_coast["first"], 37) is None


def test_the_second_landing_is_made_at_the_site_behind_the_first(alternate: EisenhowerScenario) -> None:
    s = state_of(landed(alternate, "3507"))
    assert s.position.second_turn == 3
    assert s.position.second_hex == hex_of(alternate, "3407")
    assert at_the_sites(generals(alternate), s)
    assert not at_the_sites(ground(alternate), s)  # the officer has no such plan


@pytest.mark.parametrize(("weighs", "flies"), [("general", True), ("officer", False)])
def test_bombers_help_to_land_at_a_launch_site_for_it_counts_without_its_city(
    alternate: EisenhowerScenario, weighs: str, *, flies: bool
) -> None:
    """The general sends them, the officer spares the port (10.10)."""
    match = deployed(alternate)
    planner = EisenhowerPlanner(alternate, ALLIED)
    while match.state.path()[-1] == "first plan":
        order = planner.order(sight_of(observe(match, ALLIED)))
        if isinstance(order, orders.PlanFirst):
            order = orders.PlanFirst(hex_of(alternate, "3507"))
        assert order is not None
        match.submit(ALLIED, order)
    if weighs == "general":
        planner = planner.take_over(planner, generals(alternate))
    both = {ALLIED: planner, GERMAN: EisenhowerPlanner(alternate, GERMAN)}
    match = play_on(match, both, at_step(1, "plan"), 1, 300)
    given = []
    while match.state.path()[-1] == "plan":
        order = planner.order(sight_of(observe(match, ALLIED)))
        assert order is not None
        given.append(order)
        match.submit(ALLIED, order)
    assert any(isinstance(order, orders.Bombers) for order in given) == flies


def test_after_a_landing_there_nothing_but_the_sites_is_aimed_at(alternate: EisenhowerScenario) -> None:
    """Elsewhere the general compares his courses as ever."""
    council = EisenhowerCouncil(alternate, ALLIED)
    there = council.courses(sight_of(observe(landed(alternate, "3507"), ALLIED)))
    assert [course.bearing for course in there] == ["sites"]
    elsewhere = [
        course.bearing for course in council.courses(sight_of(observe(landed(alternate, "3510"), ALLIED)))
    ]
    assert elsewhere[0] == ""
    assert "sites" not in elsewhere
    assert len(elsewhere) > 1


def test_the_sites_of_the_effort_are_those_of_the_map(alternate: EisenhowerScenario) -> None:
    goal = next(each.goal for each in read_bearings(PACKAGE).bearing if each.name == "sites")
    assert mask_of(hex_of(alternate, label) for label in goal) == alternate.board.launch_sites
