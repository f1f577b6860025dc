"""The general in WestFront: whom it takes the enemy's blocks for, how it lands, and what it leaves to the staff."""

import random
from typing import Any

from msgspec.structs import replace
from tests.ai.staffs import play_on

from phaseline.ai import registry
from phaseline.ai.agent import UNLIMITED, Budget, Observation
from phaseline.ai.driver import observe
from phaseline.ai.search import GeneralAgent
from phaseline.ai.search.bearings import altered
from phaseline.ai.sight import Clock, Sight
from phaseline.ai.staff import StaffAgent
from phaseline.ai.westfront.council import WestFrontCouncil
from phaseline.ai.westfront.parameters import parameters
from phaseline.ai.westfront.planner import WestFrontPlanner
from phaseline.ai.westfront.stakes import stakes
from phaseline.engine.events import redact
from phaseline.engine.match import Match
from phaseline.engine.registry import game
from phaseline.games.westfront.files import month_number
from phaseline.games.westfront.position import ALLIED, AXIS
from phaseline.games.westfront.scenario import WestFrontScenario
from phaseline.games.westfront.state import WestFrontState
from phaseline.lab.simulate import Recipe, play_recipe

WESTFRONT = game("westfront")
FEW = Budget(playouts=16)


def husky(seed: int = 3) -> Match:
    """A match at the first Command Phase of the Allies."""
    return Match.new(WESTFRONT, WESTFRONT.load("husky"), seed=seed.to_bytes(32, "big"))


def landed(seed: int) -> Match:
    """A match at the first Command Phase of the Axis: by the staff's plan the Allies have landed at Palermo and Licata."""
    match = husky(seed)
    landing = WestFrontPlanner(match.scenario, ALLIED, 1)  # type: ignore[arg-type]
    return play_on(match, {ALLIED: landing}, lambda match: "Axis turn" in match.state.path(), 1, 100)


def council_of(match: Match, seat: int) -> WestFrontCouncil:
    assert isinstance(match.scenario, WestFrontScenario)
    return WestFrontCouncil(match.scenario, seat)


def sampled(match: Match, seat: int, seed: int) -> WestFrontState:
    state = observe(match, seat).sample(random.Random(seed))
    assert isinstance(state, WestFrontState)
    return state


def test_the_general_plans_by_the_blocks_that_it_expects() -> None:
    """What was best in worlds with the printed set-up is not carried out as if anybody might stand anywhere."""
    match = husky()
    truth: Any = match.state
    seen = observe(match, ALLIED)
    standing = [unit for unit in match.scenario.rosters[AXIS] if truth.position.at[unit] >= 0]  # type: ignore[attr-defined]
    found = {}
    for agent in (StaffAgent(1), GeneralAgent(1)):
        agent._prepared(seen)
        state: Any = agent.look(seen)
        assert WESTFRONT.view(state, ALLIED) == match.view(ALLIED)
        found[type(agent)] = [(state.position.at[unit], state.position.cv[unit]) for unit in standing]
    true = [(truth.position.at[unit], truth.position.cv[unit]) for unit in standing]
    assert found[GeneralAgent] == true != found[StaffAgent]


def test_the_general_takes_the_port_that_decides() -> None:
    """The staff would land at Palermo and Licata, and never come to Catania."""
    match = husky()
    general = GeneralAgent(1)
    general.order(observe(match, ALLIED), UNLIMITED)
    assert general.explain()[0].startswith("Main effort: Catania (wins ")
    assert general.chance is not None
    assert general.chance > 0.7


def test_the_general_leaves_no_port_to_one_weak_block() -> None:
    """After a landing at Palermo and Licata there are two blocks where the Allies could come next, not one."""
    match = landed(2)
    state: Any = match.state
    map = state.board.map
    assert [len(held(state, map.hex(name))) for name in ("Catania", "Messina")] == [1, 0]
    general = GeneralAgent(2)
    general.hear(redact([event for entry in match.entries for event in entry.events], AXIS))
    while "Axis turn" in match.state.path():
        general.hear(redact(match.submit(AXIS, general.order(observe(match, AXIS), UNLIMITED)), AXIS))
    assert [len(held(state, map.hex(name))) for name in ("Catania", "Messina")] == [2, 2]


def held(state: WestFrontState, hex: int) -> list[int]:
    """The blocks of the Axis in a hex."""
    return list(state.units_at(hex, AXIS))


def test_there_are_more_playouts_the_shorter_they_are() -> None:
    match = husky()
    council, state = council_of(match, ALLIED), sampled(match, ALLIED, 1)
    first, last = council.scenario.data.file.first_month, council.scenario.last_month
    few = council.playouts((first, 1))
    assert council.moment(state) == (first, 1)
    assert council.turn(state) == 1
    assert [council.playouts(moment) for moment in ((first, 2), (last, 1), (last, 2))] == [
        few * 4 // 3,
        few * 2,
        few * 4,
    ]


def test_an_effort_raises_what_one_place_is_worth() -> None:
    match = husky()
    state = sampled(match, ALLIED, 1)
    council = council_of(match, ALLIED)
    plain = stakes(state)
    places = [state.board.map.label(hex) for hex in plain.deciding]
    assert sorted(places) == ["Catania", "Messina", "Palermo", "Reggio"]
    assert places[-1] == "Reggio", "which counts for nothing, but feeds the Axis"
    for number, hex in enumerate(plain.deciding, start=1):
        bearing = council.bearings[f"take {number}"]
        effort = council.led(ALLIED, bearing, None).effort
        assert effort is not None
        raised = plain.raised(effort)
        assert raised.at(hex) == plain.at(hex) + bearing.more
        assert {other for other in raised.worth if raised.at(other) != plain.at(other)} == {hex}
        assert council.place(state, number) == state.board.map.label(hex)
    assert council.place(state, len(places) + 1) is None


def test_what_the_allies_have_is_no_aim_of_theirs_any_more() -> None:
    match = landed(2)
    state: Any = match.state
    palermo = stakes(state).deciding.index(state.board.map.hex("Palermo")) + 1
    assert council_of(match, ALLIED).place(state, palermo) is None
    assert council_of(match, AXIS).place(state, palermo) == "Palermo", "which could be taken back"


def test_orders_rest_on_the_view_alone() -> None:
    """In two worlds that look the same to the Allies they give the same orders, whichever blocks stand where."""
    match = husky()
    other = sampled(match, ALLIED, 8)
    assert other.position.at != match.state.position.at
    first, second = (
        GeneralAgent(5).order(Observation(WESTFRONT, match.scenario, WESTFRONT.view(state, 0), 0), FEW)
        for state in (match.state, other)
    )
    assert first == second


def test_a_search_keeps_to_its_playouts() -> None:
    match = husky()
    seen = observe(match, ALLIED)
    sight = Sight(seen, sampled(match, ALLIED, 1), random.Random(1), Clock(Budget(playouts=12)))
    general = GeneralAgent(1)
    general.wanted(general._prepared(seen), sight)
    assert 6 < sight.clock.playouts <= 12


def test_only_short_scenarios_are_searched() -> None:
    match = Match.new(WESTFRONT, WESTFRONT.load("S43"), seed=bytes(32))
    council = council_of(match, AXIS)
    general, staff = GeneralAgent(1), registry.make("staff", 1)
    assert council.moment(sampled(match, AXIS, 1)) is None
    assert general.order(observe(match, AXIS), UNLIMITED) == staff.order(observe(match, AXIS), UNLIMITED)
    assert general.chance is None


def test_every_bearing_weighs_something_otherwise() -> None:
    usual, bearings = parameters(), council_of(husky(), ALLIED).bearings
    seen = altered(usual, bearings[""])
    assert replace(seen, otherwise=usual.otherwise) == replace(
        usual, supply=replace(usual.supply, isolate=30.0)
    )  # he sees that much more
    weighed = [
        (altered(usual, bearing), bearing.place, bearing.more, bearing.seats) for bearing in bearings.values()
    ]
    assert all(each not in weighed[:number] for number, each in enumerate(weighed))


def test_the_general_weighs_as_matches_have_told() -> None:
    """In the half-year and for the side that they were about, and nowhere else."""
    usual, bearing = parameters(), council_of(husky(), ALLIED).bearings[""]
    his = usual.under(bearing.otherwise)
    december = month_number("1943-12")
    assert his.within("W43", AXIS, december).pull.strength == 0.008
    assert his.within("W43", ALLIED, december).pull == usual.within("W43", ALLIED, december).pull
    assert his.within("husky", AXIS, 6).pull == usual.within("husky", AXIS, 6).pull


def test_the_general_wins_winter_43_more_often_than_the_officer() -> None:
    """Eight matches of Winter '43 as the Axis against an officer, the same dice for both."""
    won = {
        agent: sum(
            play_recipe(Recipe("westfront", "W43", ("staff", agent), seed=7105), number, kept=False)[0].winner
            == AXIS
            for number in range(8)
        )
        for agent in ("staff", "general")
    }
    assert won["general"] >= 5
    assert won["general"] >= won["staff"] + 2


def test_each_side_is_offered_what_is_meant_for_it() -> None:
    council = council_of(husky(), ALLIED)
    first = {seat: _courses(seat) for seat in (ALLIED, AXIS)}
    for seat, courses in first.items():
        meant = [
            name for name, bearing in council.bearings.items() if seat in (bearing.seats or (ALLIED, AXIS))
        ]
        assert [course.bearing for course in courses] == [
            name for name in meant if council.bearings[name].first <= 1
        ]
        assert len({course.aim for course in courses}) == len(courses)
        assert set(council_of(husky(), seat).replies) <= {*council.bearings}
    besieging = [name for name, bearing in council.bearings.items() if bearing.first == 2]
    assert besieging == [f"siege {number}" for number in (1, 2, 3, 4)], "nobody is ashore before"


def _courses(seat: int) -> list[Any]:
    match = husky()
    seen = observe(match, ALLIED)
    sight = Sight(seen, sampled(match, ALLIED, 1), random.Random(1), Clock(UNLIMITED))
    return list(council_of(match, seat).courses(sight))
