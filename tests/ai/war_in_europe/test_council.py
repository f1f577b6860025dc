"""The general of War in Europe: what it compares, who plays on in its head, and what it takes a position to promise."""

import pytest
from msgspec.structs import replace
from tests.ai.staffs import at_turn, play_on, sight_of
from tests.ai.war_in_europe.conftest import WAR, new_match, played, state_of

from phaseline.ai import registry
from phaseline.ai.agent import Budget
from phaseline.ai.brain import Planner
from phaseline.ai.driver import observe
from phaseline.ai.search import GeneralAgent
from phaseline.ai.search.player import Led
from phaseline.ai.sight import Clock, Sight
from phaseline.ai.war_in_europe.council import WarCouncil
from phaseline.ai.war_in_europe.ground import ground
from phaseline.ai.war_in_europe.outlook import Outlook
from phaseline.ai.war_in_europe.planner import WarPlanner
from phaseline.ai.war_in_europe.swift import SwiftPlanner
from phaseline.engine.dice import SeededDice
from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe.orders import Done
from phaseline.games.war_in_europe.position import ALLIED, AXIS
from phaseline.games.war_in_europe.rules import victory
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState

MARCH, FIGHT = "initial movement", "combat"


@pytest.fixture(scope="module")
def diadem() -> WarScenario:
    """Few units, thirteen turns, the Allies attack."""
    scenario: WarScenario = WAR.load("diadem")
    return scenario


@pytest.fixture(scope="module")
def begun(diadem: WarScenario) -> Match:
    """Diadem, when the Allies first move."""
    return played(diadem, 2, at_turn(1, MARCH))


@pytest.fixture(scope="module")
def ended(diadem: WarScenario) -> Match:
    """A whole match of Diadem between two staffs in a hurry, whose orders are all checked to be legal."""
    planners = {seat: SwiftPlanner(diadem, seat) for seat in (AXIS, ALLIED)}
    return play_on(new_match(diadem, 3), planners, lambda _: False, 3, 5000)


def of_a_turn(council: WarCouncil, match: Match, bearing: str) -> list[object]:
    """The orders of the seat by a bearing until another turn begins."""
    state = state_of(match).copy(SeededDice(bytes(32)))
    turn = state.position.turn
    players = [
        Led(council.staff(seat, bearing if seat == council.seat else "", None), seat)
        for seat in (AXIS, ALLIED)
    ]
    given: list[object] = []
    while (decision := state.waiting()) is not None and state.position.turn == turn:
        seat = decision.seats[0]
        order = players[seat].order(state)
        if seat == council.seat:
            given.append(order)
        state.play(seat, order)
    return given


def test_a_staff_in_a_hurry_plays_a_match_legally(ended: Match) -> None:
    assert ended.outcome is not None
    assert ended.outcome.scores is not None
    assert ended.outcome.scores[ALLIED] > 0
    assert state_of(ended).position.turn == 13
    moved = [event.facts["unit"] for event in ended.log(None) if event.kind == "move"]
    for units in state_of(ended).scenario.side_units:
        assert sum(units >> unit & 1 for unit in moved) > 60


def test_a_staff_in_a_hurry_looks_at_the_enemy_once_a_turn(begun: Match) -> None:
    swift = SwiftPlanner(begun.scenario, ALLIED)  # type: ignore[arg-type]
    sight = sight_of(observe(begun, ALLIED))
    first = swift.view(sight)
    threat, potential = first.threat, first.potential
    second = swift.view(sight)
    assert second is not first
    assert second.threat is threat
    assert second.potential is potential
    sight.state.position.turn += 1
    assert swift.view(sight).threat is not threat


def test_the_staffs_own_plan_is_that_of_the_officer(diadem: WarScenario) -> None:
    """Apart from the front that a general holds."""
    planners = {seat: WarCouncil(diadem, seat).staff(seat, "", None) for seat in (AXIS, ALLIED)}
    for seat, planner in planners.items():
        assert isinstance(planner, WarPlanner)
        assert planner.stands == (seat == AXIS)
        by = planner.ground.by
        planner.ground = planner.ground.under(replace(by, front=replace(by.front, drawn=False)))
        assert not planner.stands
    until = at_turn(3, MARCH)
    general = play_on(new_match(diadem, 5), planners, until, 5, 5000)
    officer = played(diadem, 5, until)
    assert state_of(general).position == state_of(officer).position


def test_who_takes_over_carries_on_the_plan_if_it_weighs_alike(begun: Match) -> None:
    council = WarCouncil(begun.scenario, ALLIED)  # type: ignore[arg-type]
    live = council.taken(ALLIED, "", None, swift=False)
    sight = sight_of(observe(begun, ALLIED))
    assert live.order(sight) is not None
    assert live._book is not None
    alike = council.taken(ALLIED, "", live, swift=False)
    assert alike._book is not None
    assert alike._book.intents == live._book.intents
    assert alike._book is not live._book
    otherwise = council.taken(ALLIED, "hold", live, swift=False)
    assert otherwise._book is None
    assert otherwise._phase == live._phase
    left = len(live._book.intents)
    assert alike.order(sight) is not None
    assert len(live._book.intents) == left


def test_bearings_lead_to_other_orders(begun: Match) -> None:
    council = WarCouncil(begun.scenario, ALLIED)  # type: ignore[arg-type]
    courses = council.courses(sight_of(observe(begun, ALLIED)))
    found = {course.bearing: of_a_turn(council, begun, course.bearing) for course in courses}
    assert all(found.values())
    assert len(found) > 3
    assert len({repr(given) for given in found.values()}) > len(found) // 2


def test_who_holds_a_front_has_nothing_to_compare(diadem: WarScenario, begun: Match) -> None:
    offered = {
        seat: [course.bearing for course in WarCouncil(diadem, seat).courses(sight_of(observe(begun, seat)))]
        for seat in (AXIS, ALLIED)
    }
    assert offered[AXIS] == [""]
    assert {"", "press", "hold"} < set(offered[ALLIED])


def test_nobody_in_a_hurry_draws_a_front(diadem: WarScenario) -> None:
    council = WarCouncil(diadem, AXIS)
    assert council.taken(AXIS, "", None, swift=False).stands
    assert not council.taken(AXIS, "", None, swift=True).stands


@pytest.mark.parametrize("scenario", sorted(WAR.scenarios()))
def test_in_every_scenario_the_general_searches_or_holds_a_front(scenario: str) -> None:
    assert registry.alike("general", "war_in_europe", scenario) == ""


def test_it_thinks_while_it_marches_and_while_it_attacks(diadem: WarScenario) -> None:
    council = WarCouncil(diadem, ALLIED)
    seen: list[object] = []

    def noted(match: Match) -> bool:
        moment = council.moment(state_of(match))
        if moment is not None and moment not in seen:
            seen.append(moment)
        return state_of(match).position.turn > 2

    played(diadem, 2, noted)
    assert seen == [(1, MARCH), (1, FIGHT), (2, MARCH), (2, FIGHT)]


def test_long_scenarios_are_left_to_the_staff() -> None:
    long = WAR.load("italy_1943")
    match = played(long, 1, at_turn(1, MARCH))
    assert match.decision is not None
    assert WarCouncil(long, match.decision.seats[0]).moment(state_of(match)) is None
    assert not WarCouncil.searches("italy_1943")


def given(match: Match, seed: int, orders: int) -> tuple[list[object], list[str]]:
    """The next orders of a general, and what it says then."""
    match, agent = match.branch(), registry.make("general", seed)
    found: list[object] = []
    for _ in range(orders):
        assert match.decision is not None
        seat = match.decision.seats[0]
        order = agent.order(observe(match, seat), Budget(playouts=8))
        found.append(order)
        assert not agent.dropped()
        match.submit(seat, order)
    return found, agent.explain()


def test_the_same_seed_gives_the_same_orders_and_the_same_words(begun: Match) -> None:
    orders, words = given(begun, 4, 2)
    assert given(begun, 4, 2) == (orders, words)
    assert "Also considered" in words[1]


def test_playouts_are_counted_and_no_more_than_a_portion_is_carried_out_at_an_order(begun: Match) -> None:
    council = WarCouncil(begun.scenario, ALLIED)  # type: ignore[arg-type]
    moment = council.moment(state_of(begun))
    assert moment is not None
    clocks: list[Clock] = []

    class Counted(GeneralAgent):
        def planned(self, planner: Planner[WarState], sight: Sight[WarState]) -> Order | None:
            clocks.append(sight.clock)
            return super().planned(planner, sight)

    match, agent = begun.branch(), Counted(1)
    for _ in range(2):
        order = agent.order(observe(match, ALLIED), Budget())
        match.submit(ALLIED, order)
    spent = [clock.playouts for clock in clocks]
    assert spent[0] > 0
    assert all(count <= council.portion(moment) for count in spent)
    assert sum(spent) <= council.playouts(moment)


def test_what_the_other_side_has_committed_in_the_air_makes_no_difference(diadem: WarScenario) -> None:
    def committed(match: Match) -> bool:
        return match.state.path()[-1:] == ("air commitment",)

    match = played(diadem, 6, committed)
    assert match.decision is not None
    first = match.decision.seats[0]
    passed, sent = match.branch(), match.branch()
    staff = WarPlanner(diadem, first)
    while sent.decision is not None and sent.decision.seats[0] == first:
        sent.submit(first, staff.order(sight_of(observe(sent, first))) or Done())
    while passed.decision is not None and passed.decision.seats[0] == first:
        passed.submit(first, Done())
    assert state_of(sent).position.air != state_of(passed).position.air
    orders = [
        registry.make("general", 3).order(observe(each, 1 - first), Budget()) for each in (sent, passed)
    ]
    assert orders[0] == orders[1]


def test_victory_counts_more_than_any_points(diadem: WarScenario, ended: Match) -> None:
    state = state_of(ended)
    outcome = state.position.outcome
    assert outcome is not None
    assert Outlook(ground(diadem)).points(state) == victory.points(state)
    values = [WarCouncil(diadem, seat).value(state) for seat in (AXIS, ALLIED)]
    assert values[AXIS] == -values[ALLIED]
    won, drawn = state.copy(), state.copy()
    won.position.outcome = replace(outcome, winner=ALLIED)
    drawn.position.outcome = replace(outcome, winner=None)
    council = WarCouncil(diadem, ALLIED)
    assert council.value(won) == council.value(drawn) + 300
    assert abs(council.value(won)) <= 1000


def test_ground_and_men_promise_points(diadem: WarScenario, begun: Match) -> None:
    outlook, state = Outlook(ground(diadem)), state_of(begun)
    before = outlook.points(state)
    assert -1 < outlook.chance(state) < 1
    richer = state.copy()
    rome = diadem.hex_at("D2707", "test")
    assert not richer.position.owner[ALLIED] >> rome & 1
    richer.position.owner[ALLIED] |= 1 << rome
    richer.position.owner[AXIS] &= ~(1 << rome)
    richer.changed()
    assert outlook.points(richer) > before + 1
    assert outlook.chance(richer) > outlook.chance(state)
    hungry = state.copy()
    hungry.position.unsupplied |= hungry.on_map(ALLIED)
    assert outlook.points(hungry) < before


def test_a_place_is_promised_to_who_is_near(diadem: WarScenario, begun: Match) -> None:
    outlook = Outlook(ground(diadem))
    cassino, bologna = (diadem.hex_at(place, "test") for place in ("D2910", "C2932"))
    state = state_of(begun)
    assert outlook.share(state, cassino) > outlook.share(state, bologna)


def test_general_and_marshal_are_offered() -> None:
    assert {"general", "marshal"} <= set(registry.agents_for("war_in_europe"))


def test_the_axis_of_sichelschnitt_opens_as_is_settled_and_goes_on_as_the_officer() -> None:
    scenario: WarScenario = WAR.load("sichelschnitt")
    axis, allied = (WarCouncil(scenario, seat) for seat in (AXIS, ALLIED))

    def chosen(match: Match) -> list[str]:
        state = state_of(match)
        assert axis.moment(state) == (state.position.turn, MARCH)
        assert allied.moment(state) is None
        return [course.bearing for course in axis.courses(sight_of(observe(match, AXIS)))]

    match = played(scenario, 2, at_turn(1, MARCH))
    assert chosen(match) == ["opening"]
    hasty = {seat: SwiftPlanner(scenario, seat) for seat in (AXIS, ALLIED)}
    assert chosen(play_on(match, hasty, at_turn(2, MARCH), 3, 5000)) == [""]
    assert not WarCouncil.searches("sichelschnitt")


def test_what_is_settled_is_said_without_figures_and_the_staffs_plan_goes_without_saying() -> None:
    scenario: WarScenario = WAR.load("sichelschnitt")
    match = played(scenario, 2, at_turn(1, MARCH))
    hasty = {seat: SwiftPlanner(scenario, seat) for seat in (AXIS, ALLIED)}
    for turn, said in ((1, ["The opening that has done best in many matches."]), (2, [])):
        match = play_on(match, hasty, at_turn(turn, MARCH), 3, 5000)
        general = registry.make("general", 1)
        assert isinstance(general, GeneralAgent)
        general.order(observe(match, AXIS), Budget())
        told = [line for line in general.explain() if "opening" in line or "staff's plan" in line]
        assert told == said
