"""The general in Eisenhower's War: what it compares, how it spreads the search over a turn, and what it may know."""

import random
import re
from collections.abc import Hashable

import pytest
from msgspec.structs import replace

from phaseline.ai import registry
from phaseline.ai.agent import UNLIMITED, Budget, Observation
from phaseline.ai.driver import observe
from phaseline.ai.eisenhower.council import EisenhowerCouncil
from phaseline.ai.eisenhower.parameters import parameters
from phaseline.ai.eisenhower.planner import EisenhowerPlanner
from phaseline.ai.eisenhower.swift import SwiftPlanner
from phaseline.ai.search import GeneralAgent, Led, altered
from phaseline.ai.sight import Clock, Sight
from phaseline.engine.dice import SeededDice
from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.engine.position import Outcome
from phaseline.engine.registry import game
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, GERMAN, GermanPhase
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState

WAR = game("eisenhower")
FEW = Budget(playouts=5)


@pytest.fixture(scope="module")
def scenario() -> EisenhowerScenario:
    found = WAR.load("historical")
    assert isinstance(found, EisenhowerScenario)
    return found


def opened(scenario: EisenhowerScenario, plan: Order | None = None, seed: int = 4) -> Match:
    """A match at the first decision of the Allies on Turn 1, with a plan of invasion in the drawer."""
    match = Match.new(WAR, scenario, seed=seed.to_bytes(32, "big"))
    match.submit(ALLIED, orders.PlanNone() if plan is None else plan)
    return match


def sampled(match: Match, seat: int, seed: int = 1) -> EisenhowerState:
    state = observe(match, seat).sample(random.Random(seed))
    assert isinstance(state, EisenhowerState)
    return state


def sight_of(match: Match, seat: int, budget: Budget = UNLIMITED) -> Sight[EisenhowerState]:
    return Sight(observe(match, seat), sampled(match, seat), random.Random(1), Clock(budget))


def given(match: Match, agent: GeneralAgent, seat: int, count: int, budget: Budget = FEW) -> list[Order]:
    """The next orders of an agent, until the other seat has to decide."""
    found: list[Order] = []
    while match.decision is not None and match.decision.seats == (seat,) and len(found) < count:
        found.append(agent.order(observe(match, seat), budget))
        match.submit(seat, found[-1])
    return found


def led(state: EisenhowerState, planner: EisenhowerPlanner, seat: int, most: int = 12) -> list[Order]:
    """The next orders of a staff up to the first die, each of them legal; the enemy makes no offensive."""
    found: list[Order] = []
    while (decision := state.waiting()) is not None and not state.draws and len(found) < most:
        if decision.seats != (seat,):
            state.play(decision.seats[0], orders.Waive())
            continue
        order = planner.decide(state, state.path())
        assert order is not None
        assert state.legal(seat).refusal(order) is None
        found.append(order)
        state.play(seat, order)
    return found


def observe_state(state: EisenhowerState, seat: int) -> Observation:
    return Observation(WAR, state.scenario, WAR.view(state, seat), seat)


# -- what is compared --------------------------------------------------------------------------------------------------


def test_every_bearing_weighs_something_otherwise(scenario: EisenhowerScenario) -> None:
    usual, bearings = parameters(), EisenhowerCouncil(scenario, ALLIED).bearings
    weighed = [altered(usual, bearing) for bearing in bearings.values()]
    assert weighed[0] == replace(usual, march=replace(usual.march, wardens=6))  # he sees that much more
    assert all(each not in weighed[:number] for number, each in enumerate(weighed))
    named = {label for each in weighed for effort in each.effort for label in effort.hexes}
    assert named
    assert all(scenario.board.playable >> scenario.map.hex(label) & 1 for label in named)


def test_courses_are_legal_and_lead_to_different_play(scenario: EisenhowerScenario) -> None:
    """On Turn 2, when there is more than one thing to do."""
    start = WAR.new(scenario, SeededDice(bytes([2]) * 32))
    assert isinstance(start, EisenhowerState)
    players = [SwiftPlanner(scenario, seat) for seat in (ALLIED, GERMAN)]
    while start.position.turn < 2 and (decision := start.waiting()) is not None:
        start.play(decision.seats[0], Led(players[decision.seats[0]], decision.seats[0]).order(start))
    start.draws.clear()
    council = EisenhowerCouncil(scenario, ALLIED)
    sight = Sight(observe_state(start, ALLIED), start, random.Random(1), Clock(UNLIMITED))
    courses = council.courses(sight)
    assert next(course.bearing for course in courses) == ""
    assert len({course.aim for course in courses}) == len(courses) >= 4
    played = []
    for course in courses:
        state = start.copy(SeededDice(bytes(32)))
        planner = council.staff(ALLIED, course.bearing, None)
        assert isinstance(planner, EisenhowerPlanner)
        played.append(led(state, planner, ALLIED))
    assert len({str(each) for each in played}) >= 3


def test_each_side_is_offered_its_own_efforts_in_their_time(scenario: EisenhowerScenario) -> None:
    def offered(seat: int, turn: int) -> set[str]:
        bearings = EisenhowerCouncil(scenario, seat).bearings.values()
        return {each.name for each in bearings if each.offered(seat, scenario.key, turn)}

    assert {"coast", "brittany"} <= offered(ALLIED, 1) - offered(GERMAN, 1)
    assert "coast" not in offered(ALLIED, 4)
    assert "ruhr" in offered(ALLIED, 5) - offered(ALLIED, 1)
    assert "strike" in offered(GERMAN, 2) - offered(ALLIED, 2)


# -- how the search is spread ------------------------------------------------------------------------------------------


def test_a_turn_is_searched_in_portions_up_to_its_budget(scenario: EisenhowerScenario) -> None:
    """Through all of the first Allied phase; what it orders is legal."""
    match, general = opened(scenario), GeneralAgent(1)
    council = EisenhowerCouncil(scenario, ALLIED)
    assert council.reach is not None
    council.reach = replace(council.reach, playouts=12, portion=4, turns=1)
    general._council = council
    courses = len(council.courses(sight_of(match, ALLIED)))
    spent: dict[Hashable, list[int]] = {}
    while match.decision is not None:
        seat = match.decision.seats[0]
        if match.state.within(GermanPhase):
            break
        sight = sight_of(match, seat)
        if seat == GERMAN:
            order: Order | None = Led(SwiftPlanner(scenario, GERMAN), GERMAN).order(sight.state)
        else:
            order = general.wanted(general._prepared(sight.seen), sight)
            spent.setdefault(council.moment(sight.state), []).append(sight.clock.playouts)
        assert order is not None
        match.submit(seat, order)
    assert set(spent) >= {(1, "first"), (1, "second")}
    for moment, portions in spent.items():
        assert max(portions) <= max(4, courses)
        assert sum(portions) <= council.playouts(moment)
    assert sum(each > 0 for each in spent[1, "first"]) > 1
    assert sum(spent.get(None, [])) == 0


def test_the_second_part_of_a_phase_is_decided_anew(scenario: EisenhowerScenario) -> None:
    match, council = opened(scenario), EisenhowerCouncil(scenario, ALLIED)
    state = sampled(match, ALLIED)
    first = council.moment(state)
    assert first == (1, "first")
    state = state.copy(SeededDice(bytes(32)))
    while state.waiting() is not None and state.path()[-1] != "allied order":
        state.play(ALLIED, orders.Done())
    assert council.moment(state) == first
    state.play(ALLIED, orders.Begin("combat"))
    assert council.moment(state) == first
    state.play(ALLIED, orders.Done())
    assert state.path()[-1] == "allied movement"
    assert council.moment(state) == (1, "second")
    assert council.playouts((1, "second")) == council.playouts(first) // 2 > 0


def test_what_is_carried_on_is_not_planned_anew(scenario: EisenhowerScenario) -> None:
    council = EisenhowerCouncil(scenario, ALLIED)
    live = council.usual(EisenhowerPlanner(scenario, ALLIED))
    assert isinstance(live, EisenhowerPlanner)
    match = opened(scenario)
    while match.decision is not None and not live._book:
        order = live.order(sight_of(match, ALLIED))
        assert order is not None
        if isinstance(order, orders.Begin):
            order = orders.Begin("movement")
        match.submit(ALLIED, order)
    same, other = (council.staff(ALLIED, bearing, live) for bearing in ("", "bold"))
    assert isinstance(same, EisenhowerPlanner)
    assert isinstance(other, EisenhowerPlanner)
    assert same._book.intents == live._book.intents
    assert same._book.intents is not live._book.intents
    assert not other._book


# -- what it may know --------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_orders_and_words(scenario: EisenhowerScenario) -> None:
    first, second = GeneralAgent(3), GeneralAgent(3)
    assert given(opened(scenario), first, ALLIED, 5) == given(opened(scenario), second, ALLIED, 5)
    assert first.explain() == second.explain()
    assert re.search(r" \((wins \d+% of )?\d (try|tries)(: .*\d still open)?\)\.$", first.explain()[0])


def test_the_germans_do_not_see_the_plan_of_the_second_invasion(scenario: EisenhowerScenario) -> None:
    """Two matches that look the same to them, with another shore in the drawer of the Allies."""
    given_orders = []
    plans = [orders.PlanSecond(turn, scenario.map.hex(hex)) for turn, hex in ((3, "3507"), (4, "2700"))]
    for plan in plans:
        match = opened(scenario, plan)
        while match.decision is not None and match.decision.seats == (ALLIED,):
            passing = WAR.passing(match.state, ALLIED)
            match.submit(ALLIED, orders.Begin("movement") if passing is None else passing)
        given_orders.append((match.view(GERMAN), given(match, GeneralAgent(2), GERMAN, 3)))
    assert given_orders[0] == given_orders[1]
    assert len(given_orders[0][1]) == 3


# -- how good it is, and who plays it ----------------------------------------------------------------------------------


def test_defeat_counts_less_than_any_position_and_victory_more(scenario: EisenhowerScenario) -> None:
    state = sampled(opened(scenario), ALLIED)
    allied, german = (EisenhowerCouncil(scenario, seat) for seat in (ALLIED, GERMAN))
    going = allied.value(state)
    assert german.value(state) == -going
    counted = {}
    for winner in (ALLIED, GERMAN):
        state.position.outcome = Outcome(winner, "4.1", "it is over")
        counted[winner] = allied.value(state)
        assert german.value(state) == -counted[winner]
    assert counted[GERMAN] < -900 < going < 900 < counted[ALLIED]


def test_a_staff_in_a_hurry_plays_legally_to_the_end(scenario: EisenhowerScenario) -> None:
    state = WAR.new(scenario, SeededDice(bytes(32)))
    players = [SwiftPlanner(scenario, seat) for seat in (ALLIED, GERMAN)]
    assert isinstance(state, EisenhowerState)
    replaced = 0
    while (decision := state.waiting()) is not None:
        seat = decision.seats[0]
        order = players[seat].decide(state, state.path())
        if order is None or state.legal(seat).refusal(order) is not None:
            replaced += 1
            order = WAR.passing(state, seat)
        assert order is not None
        state.apply(seat, order)
    assert state.position.outcome is not None
    assert replaced == 0


def test_general_and_marshal_are_offered() -> None:
    assert {"general", "marshal"} <= set(registry.agents_for("eisenhower"))
