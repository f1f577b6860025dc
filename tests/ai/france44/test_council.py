"""The general of France '44: what it compares, who plays on in its head, and what it takes a position to promise."""

import dataclasses

import pytest
from msgspec.structs import replace
from tests.ai.france44.conftest import FRANCE, new_match, played, state_of
from tests.ai.staffs import at_turn, play_on, sight_of

from phaseline.ai import registry
from phaseline.ai.agent import Budget
from phaseline.ai.driver import observe
from phaseline.ai.france44.council import FranceCouncil
from phaseline.ai.france44.ground import ground
from phaseline.ai.france44.outlook import Outlook
from phaseline.ai.france44.planner import FrancePlanner
from phaseline.ai.france44.swift import SwiftPlanner
from phaseline.ai.planning.telling import called
from phaseline.ai.search.general import GeneralAgent
from phaseline.ai.search.player import Led
from phaseline.engine.aids.chances import endings, read_chances
from phaseline.engine.aids.clock import turn_of
from phaseline.engine.dice import SeededDice
from phaseline.engine.match import Match
from phaseline.engine.packs import DataError
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.scenario import FranceScenario

MARCH = "allied movement"


@pytest.fixture(scope="module")
def anvil() -> FranceScenario:
    """Four turns, few units."""
    scenario: FranceScenario = FRANCE.load("anvil")
    return scenario


def never(_: Match) -> bool:
    return False


def orders_of(council: FranceCouncil, match: Match, bearing: str) -> list[object]:
    """The orders of the seat by a bearing until another turn begins."""
    state = state_of(match).copy(SeededDice(bytes(32)))
    turn = state.position.turn
    leader = Led(council.staff(council.seat, bearing, None), council.seat)
    passer = Led(FrancePlanner(council.scenario, 1 - council.seat), 1 - council.seat)
    given: list[object] = []
    while (decision := state.waiting()) is not None and state.position.turn == turn:
        seat = decision.seats[0]
        order = (leader if seat == council.seat else passer).order(state)
        if seat == council.seat:
            given.append(order)
        state.play(seat, order)
    return given


def test_a_staff_in_a_hurry_plays_a_match_legally(anvil: FranceScenario) -> None:
    planners = {seat: SwiftPlanner(anvil, seat) for seat in (ALLIED, GERMAN)}
    match = play_on(new_match(anvil, 3), planners, never, 3, 2000)
    assert match.outcome is not None


def test_the_staffs_own_plan_is_that_of_the_officer(anvil: FranceScenario) -> None:
    """Apart from what a general sees besides: whom air units isolate, and who could walk into empty places."""
    planners = {seat: FranceCouncil(anvil, seat).staff(seat, "", None) for seat in (ALLIED, GERMAN)}
    for planner in planners.values():
        assert isinstance(planner, FrancePlanner)
        by = planner.ground.by
        assert by.air.cut > 0
        assert by.march.walked > 0
        plain = replace(by, air=replace(by.air, cut=0.0), march=replace(by.march, walked=0.0))
        planner.ground = planner.ground.under(plain)
    general = play_on(new_match(anvil, 5), planners, never, 5, 2000)
    officer = played(anvil, 5)
    assert general.outcome == officer.outcome
    assert state_of(general).position == state_of(officer).position


def test_bearings_lead_to_other_orders() -> None:
    market = FRANCE.load("market")
    match = played(market, 2, at_turn(15, MARCH))
    council = FranceCouncil(market, ALLIED)
    found = {name: orders_of(council, match, name) for name in council.bearings}
    assert all(found.values())
    assert len({repr(given) for given in found.values()}) > len(found) // 2


def test_it_thinks_before_a_turn_its_march_and_its_attacks(anvil: FranceScenario) -> None:
    council = FranceCouncil(anvil, ALLIED)
    seen: list[object] = []

    def noted(match: Match) -> bool:
        moment = council.moment(state_of(match))
        if moment is not None and moment not in seen:
            seen.append(moment)
        return state_of(match).position.turn > 12

    played(anvil, 2, noted)
    assert [moment for moment in seen if moment[0] == 12] == [  # type: ignore[index]
        (12, "support"),
        (12, "movement"),
        (12, "announcing"),
    ]


def test_in_the_campaign_nothing_is_compared(campaign: FranceScenario) -> None:
    begun = played(campaign, 1, at_turn(1, "german movement"), staffs=())
    assert FranceCouncil(campaign, GERMAN).moment(state_of(begun)) is None
    assert not FranceCouncil.searches("campaign")


def test_where_nobody_moves_after_him_a_german_tries_more_and_points_alone_are_thought_of() -> None:
    rhine: FranceScenario = FRANCE.load("rhine")

    def before(match: Match) -> bool:
        decision = match.decision
        return decision is not None and (decision.seats[0], decision.step.label) == (GERMAN, "german support")

    match = played(rhine, 1, before, staffs=())
    state = state_of(match).copy()
    council, ally = FranceCouncil(rhine, GERMAN), FranceCouncil(rhine, ALLIED)
    assert FranceCouncil.searches("rhine")
    assert council.moment(state) is None
    state.position.turn = rhine.last_turn
    state.changed()
    moment = council.moment(state)
    assert moment == (45, "support")
    assert council.playouts(moment) == 120
    assert not ally.final(45)
    sight = sight_of(observe(match, GERMAN))
    assert "finish" not in {course.bearing for course in council.courses(sight)}
    assert "finish" in {course.bearing for course in council.courses(dataclasses.replace(sight, state=state))}
    market = FRANCE.load("market")
    turns = [(16, GERMAN), (17, ALLIED), (17, GERMAN)]
    assert [FranceCouncil(market, seat).playouts((turn, "movement")) for turn, seat in turns] == [36, 36, 120]


def test_a_search_to_the_end_is_spread_over_the_orders_and_compares_what_differs(
    anvil: FranceScenario,
) -> None:
    match = played(anvil, 2, at_turn(12, MARCH))
    council, general = FranceCouncil(anvil, ALLIED), GeneralAgent(1)
    general._council = council
    moment = council.moment(state_of(match))
    assert moment == (12, "movement")
    assert council.over(state_of(match)) is None
    assert council.portion(moment) == 12
    sight = sight_of(observe(match, ALLIED))
    general.wanted(general._prepared(sight.seen), sight)
    assert 0 < sight.clock.playouts <= council.portion(moment)
    assert general._contest is not None
    compared = {each.what.bearing for each in general._contest.ranked}
    assert compared < {course.bearing for course in council.courses(sight)}
    last = (anvil.last_turn, "movement")
    assert FranceCouncil(anvil, GERMAN).portion(last) == 0, "nobody moves after that"
    short = FranceCouncil(FRANCE.load("market"), ALLIED)
    assert short.over(state_of(new_match(short.scenario, 1))) is None
    assert short.portion((15, "movement")) == 6
    german = FranceCouncil(short.scenario, GERMAN)
    assert german.over(state_of(new_match(short.scenario, 1))) is not None
    assert german.portion((15, "movement")) == 0


def test_main_efforts_are_for_the_places_disputed_most(anvil: FranceScenario) -> None:
    match = played(anvil, 2, at_turn(12, MARCH))
    state = state_of(match)
    council = FranceCouncil(anvil, ALLIED)
    outlook = council.outlook
    places = {anvil.hex_at(hex, "test") for hex in ("5082", "5483", "4862", "6079", "5367", "4877")}
    assert set(ground(anvil).deciding) == places
    assert ground(anvil).deciding[0] == anvil.hex_at("5082", "test")
    assert set(outlook.disputed(state_of(new_match(anvil, 1)))) == places  # though nobody is ashore
    disputed = outlook.disputed(state)
    assert set(disputed) <= places
    efforts = [
        course for course in council.courses(sight_of(observe(match, ALLIED))) if "effort" in course.bearing
    ]
    assert len(efforts) == 4
    for course in efforts:
        planner = council.staff(ALLIED, course.bearing, None)
        assert isinstance(planner, FrancePlanner)
        hex, more = planner.ground.effort
        assert hex in disputed[:4]
        assert more > 0
        assert course.aim == f"Main effort: {called(anvil.lexicon, hex)}"
        raised = {
            place
            for place in places
            if planner.ground.worth(state, place) > ground(anvil).worth(state, place)
        }
        assert raised == {hex}
        assert planner.ground.worth(state, hex) == ground(anvil).worth(state, hex) + more
        usual = council.staff(ALLIED, "", planner)
        assert isinstance(usual, FrancePlanner)
        assert usual.ground.worth(state, hex) == ground(anvil).worth(state, hex)


def test_a_place_whose_points_are_settled_is_not_disputed() -> None:
    ardennes: FranceScenario = FRANCE.load("ardennes")
    state = state_of(new_match(ardennes, 1)).copy()
    outlook = Outlook(ground(ardennes))
    liege = ardennes.hex_at("5223", "test")
    assert liege in outlook.disputed(state)
    number, goal = ground(ardennes).points[liege][0]
    assert goal.once
    state.position.reached |= 1 << number
    state.changed()
    assert liege not in outlook.disputed(state)


def test_what_both_sides_get_points_for_is_disputed_by_the_sum_of_them() -> None:
    """A place that brings the Germans a point and the Allies another decides two, not none."""
    ardennes: FranceScenario = FRANCE.load("ardennes")
    state = state_of(new_match(ardennes, 1))
    outlook = Outlook(ground(ardennes))
    both = {
        hex for hex, goals in ground(ardennes).points.items() if len({goal.side for _, goal in goals}) == 2
    }
    even = [hex for hex in sorted(both) if outlook._open(state, hex) == 0.0]
    assert len(both) == 2
    assert len(even) == 1
    assert even[0] in outlook.disputed(state)


def test_what_matches_have_taught_is_half_of_the_value_where_it_is_to_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    beachhead: FranceScenario = FRANCE.load("beachhead")
    state = state_of(played(beachhead, 4, at_turn(3)))
    assert state.position.outcome is None
    council = FranceCouncil(beachhead, ALLIED)
    assert council.reach is not None
    assert council.reach.learned == 50
    by_hand = council.outlook.chance(state)
    model = read_chances("phaseline.ai.france44", 2, "values.toml")["beachhead"]
    won, lost, _drawn = endings(model, turn_of(state)[0], council.numbers(state))
    assert council.likely(state, by_hand) == pytest.approx((by_hand + won - lost) / 2)
    assert council.value(state) == round(700 * council.likely(state, by_hand))
    assert FranceCouncil(beachhead, GERMAN).value(state) == -council.value(state)
    monkeypatch.setattr(council, "_model", None)
    assert council.value(state) == round(700 * by_hand)


def test_a_scenario_that_nothing_was_learned_about_cannot_count_it() -> None:
    council = FranceCouncil(FRANCE.load("anvil"), ALLIED)
    assert council.reach is not None
    assert council.likely(FRANCE.start(council.scenario), 0.25) == 0.25
    council.reach = replace(council.reach, learned=30)
    council.scenario = FRANCE.load("campaign")
    with pytest.raises(DataError, match=r"scenarios\.campaign: learned: values\.toml has no model of it"):
        council._lesson()


def test_victory_counts_more_than_any_lead(anvil: FranceScenario) -> None:
    state = state_of(played(anvil, 3))
    outcome = state.position.outcome
    assert outcome is not None
    assert outcome.scores is not None
    assert Outlook(ground(anvil)).points(state) == outcome.scores[ALLIED] - outcome.scores[GERMAN]
    values = [FranceCouncil(anvil, seat).value(state) for seat in (ALLIED, GERMAN)]
    assert values[ALLIED] == -values[GERMAN]
    won = state.copy()
    won.position.outcome = replace(outcome, winner=ALLIED)
    drawn = state.copy()
    drawn.position.outcome = replace(outcome, winner=None)
    council = FranceCouncil(anvil, ALLIED)
    assert council.value(won) == council.value(drawn) + 300
    assert abs(council.value(won)) <= 1000
    assert council.result(won) == council.result(drawn) + 900
    assert 0 < abs(council.result(drawn)) <= 100
    assert not council.exact((anvil.last_turn, "movement"))
    german = FranceCouncil(anvil, GERMAN)
    assert german.exact((anvil.last_turn, "movement"))
    assert not german.exact((anvil.last_turn - 1, "movement"))


def test_what_is_favoured_comes_next_to_the_staffs_own() -> None:
    falaise = FRANCE.load("falaise")
    sight = sight_of(observe(new_match(falaise, 1), GERMAN))
    council = FranceCouncil(falaise, GERMAN)
    courses = council.courses(sight)
    assert [course.bearing for course in courses[:2]] == ["", "bold"]
    assert council.favour(courses[1]) > council.favour(courses[0]) == 0
    assert len({course.aim for course in courses}) == len(courses) > 4


def test_where_the_staffs_own_plan_is_favoured_it_still_comes_first() -> None:
    market = FRANCE.load("market")
    council = FranceCouncil(market, GERMAN)
    courses = council.courses(sight_of(observe(new_match(market, 1), GERMAN)))
    assert courses[0].bearing == ""
    assert council.favour(courses[0]) > max(council.favour(course) for course in courses[1:])


def test_the_same_seed_gives_the_same_orders(anvil: FranceScenario) -> None:
    def given(seed: int) -> list[object]:
        match = played(anvil, 2, at_turn(12, MARCH))
        agent = registry.make("general", seed)
        found: list[object] = []
        for _ in range(12):
            assert match.decision is not None
            seat = match.decision.seats[0]
            order = agent.order(observe(match, seat), Budget(playouts=8))
            found.append(order)
            match.submit(seat, order)
        assert not agent.dropped()
        assert "Also considered" in " ".join(agent.explain())
        return found

    assert given(4) == given(4)


def test_general_and_marshal_are_offered() -> None:
    assert {"general", "marshal"} <= set(registry.agents_for("france44"))


def test_ground_and_men_promise_points(anvil: FranceScenario) -> None:
    outlook = Outlook(ground(anvil))
    state = state_of(played(anvil, 2, at_turn(12, MARCH)))
    before = outlook.points(state)
    assert -1 < outlook.chance(state) < 1
    richer = state.copy()
    marseille = anvil.hex_at("5082", "test")
    assert not state.controlled(ALLIED) >> marseille & 1
    richer.position.control |= 1 << marseille
    richer.changed()
    assert outlook.points(richer) > before + 1
    hungry = state.copy()
    hungry.position.hungry |= hungry.on_map(ALLIED)
    assert outlook.points(hungry) < before


def test_a_place_is_promised_to_who_is_near(anvil: FranceScenario) -> None:
    outlook = Outlook(ground(anvil))
    state = state_of(new_match(anvil, 1))
    landed = state_of(played(anvil, 2, at_turn(12, MARCH)))
    toulon = anvil.hex_at("5483", "test")
    assert outlook.share(state, toulon) < outlook.share(landed, toulon)


def test_where_nothing_is_searched_the_general_still_sees_whom_he_can_isolate() -> None:
    seine = FRANCE.load("seine")
    match = new_match(seine, 1)
    council, officer = FranceCouncil(seine, ALLIED), FrancePlanner(seine, ALLIED)
    assert council.moment(state_of(match)) is None
    usual = council.usual(officer)
    assert isinstance(usual, FrancePlanner)
    assert (officer.ground.by.air.cut, usual.ground.by.air.cut) == (0, 1.0)
    assert (officer.ground.by.march.walked, usual.ground.by.march.walked) == (0, 1.0)
    assert usual.ground.by.attack == officer.ground.by.attack
    first = match.state.waiting()
    assert first is not None
    agent = registry.make("general", 1)
    agent.order(observe(match, first.seats[0]), Budget())
    assert isinstance(agent, GeneralAgent)
    assert isinstance(agent._planner, FrancePlanner)
    assert agent._planner.ground.by.air.cut == 1.0


def test_where_nothing_more_is_seen_the_staff_stays(
    anvil: FranceScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    council, officer = FranceCouncil(anvil, ALLIED), FrancePlanner(anvil, ALLIED)
    monkeypatch.setattr(council, "bearings", replace(council.known, always={}).named("anvil"))
    assert council.usual(officer) is officer
