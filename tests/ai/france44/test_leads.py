"""The beginnings of courses, which come out alike in every try: up to where they go, and which of them are the same."""

import dataclasses
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from tests.ai.france44.conftest import FRANCE, played, state_of
from tests.ai.staffs import at_turn, sight_of

from phaseline.ai import registry
from phaseline.ai.agent import Budget
from phaseline.ai.driver import observe
from phaseline.ai.france44.council import FranceCouncil
from phaseline.ai.france44.planner import FrancePlanner
from phaseline.ai.planning import Intent
from phaseline.ai.search.council import Course
from phaseline.ai.search.dice import EvenDice
from phaseline.ai.search.general import GeneralAgent
from phaseline.ai.search.leads import Lead, distinct, lead
from phaseline.ai.search.trials import Trials
from phaseline.ai.sight import Clock
from phaseline.engine.dice import SeededDice
from phaseline.engine.events import Event
from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.state import FranceState

MARCH = "allied movement"


@pytest.fixture(scope="module")
def marching() -> Match:
    """The Allies are about to march to the Rhine at Arnhem."""
    return played(FRANCE.load("market"), 2, at_turn(15, MARCH))


def one_turn(state: FranceState) -> FranceCouncil:
    """The council of the Allies, looking to their next turn, all tries at the first order."""
    council = FranceCouncil(state.scenario, ALLIED)
    assert council.reach is not None
    council.reach = msgspec.structs.replace(council.reach, turns=1, portion=0, ends=())
    return council


def led(match: Match, bearing: str, *intents: Intent) -> tuple[FranceCouncil, Lead]:
    """A course carried out from a match."""
    state = state_of(match)
    council = FranceCouncil(state.scenario, ALLIED)
    live = FrancePlanner(state.scenario, ALLIED)
    return council, lead(council, ALLIED, live, state, Course("", tuple(intents), bearing))


def announced(s: FranceState) -> int:
    return len(s.position.announced)


def test_a_course_is_carried_out_up_to_its_first_die(marching: Match) -> None:
    before = state_of(marching).position.copy()
    _, found = led(marching, "")
    assert state_of(marching).position == before
    s = found.state
    assert isinstance(s, FranceState)
    assert (s.path()[-1], s.draws, s.events) == ("announcing", [], [])
    assert announced(s) > 1
    assert found.last == orders.Done()
    tried = s.copy(SeededDice(bytes(32)))
    tried.play(ALLIED, found.last)
    decision = tried.waiting()
    assert decision is not None
    assert tried.draws or decision.seats[0] != ALLIED
    assert sum(event.kind == "announced" for event in found.heard) == announced(s)


def test_nobody_hears_of_dice_that_have_not_fallen(marching: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first die falls otherwise in each try: what it brought while the course was carried out is not so."""
    heard: list[Event] = []
    hear = FrancePlanner.hear

    def noted(self: FrancePlanner, events: Sequence[Event]) -> None:
        heard.extend(events)
        hear(self, events)

    monkeypatch.setattr(FrancePlanner, "hear", noted)
    found = led(marching, "")[1]
    assert found.last is not None
    assert heard == found.heard
    assert not [event for event in heard if event.draw is not None]


def test_what_was_tried_is_what_is_done() -> None:
    """The orders by which courses are told apart, up to where they are thought again, are those that the general gives then."""
    match = played(FRANCE.load("market"), 2, at_turn(15, MARCH))
    start = state_of(match).copy()
    agent = registry.make("general", 1)
    assert isinstance(agent, GeneralAgent)
    agent._council = one_turn(start)
    given: list[Order] = []
    while match.state.path()[-1] == MARCH:
        given.append(agent.order(observe(match, ALLIED), Budget(playouts=30)))
        match.submit(ALLIED, given[-1])
    council = FranceCouncil(start.scenario, ALLIED)
    course = Course("", bearing=agent._led)
    found = lead(council, ALLIED, FrancePlanner(start.scenario, ALLIED), start, course)
    assert found.orders == given
    assert len(given) > 5


def test_orders_of_its_own_come_first_and_what_is_left_is_kept(marching: Match) -> None:
    state = state_of(marching)
    legal = state.legal(ALLIED)
    unit = next(iter(legal.values(orders.Move)))
    move = orders.Move(unit, next(iter(legal.values(orders.Move, unit))))
    later = Intent(orders.Advance(unit, move.to))
    _, found = led(marching, "", Intent(move))
    assert found.orders[0] == move
    assert found.intents == []
    announcing = played(state.scenario, 2, at_turn(15, "announcing"))
    assert led(announcing, "", later)[1].intents == [later]
    # Where it is thought again, nobody goes by what was thought before.
    assert led(marching, "", later)[1].intents == []


def test_courses_that_come_to_the_same_are_one(marching: Match) -> None:
    council, found = led(marching, "")
    other = led(marching, "hold")[1]
    usual, hold, careful = (Course("", bearing=name) for name in ("", "hold", "careful"))
    assert found.orders != other.orders
    assert distinct({usual: found, hold: other, careful: found}, council.favour) == [usual, hold]
    anvil = FranceCouncil(FRANCE.load("anvil"), ALLIED)
    assert anvil.favour(careful) > anvil.favour(usual)
    assert distinct({usual: found, hold: other, careful: found}, anvil.favour) == [hold, careful]


def test_tries_go_on_from_where_the_dice_fall(marching: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    state = state_of(marching)
    council, sight = one_turn(state), sight_of(observe(marching, ALLIED))
    live = FrancePlanner(state.scenario, ALLIED)
    course = Course("", bearing="")
    trials = Trials(council, live, sight, 3)
    assert trials.distinct([course]) == [course]
    asked: list[str] = []
    order = FrancePlanner.order

    def noted(self: FrancePlanner, seen: Any) -> Order | None:
        if self.seat == ALLIED:
            asked.append(seen.step)
        return order(self, seen)

    monkeypatch.setattr(FrancePlanner, "order", noted)
    first = trials.attempts([(course, 0), (course, 1)])
    assert asked
    assert not {MARCH, "announcing", "plan"} & set(asked)
    assert trials.attempts([(course, 0), (course, 1)]) == first
    asked.clear()
    Trials(council, live, sight, 3).attempts([(course, 0)])
    assert {MARCH, "announcing", "plan"} <= set(asked)


def test_the_enemy_of_a_try_has_heard_what_was_announced(
    marching: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = state_of(marching)
    council, sight = FranceCouncil(state.scenario, ALLIED), sight_of(observe(marching, ALLIED))
    course = Course("", bearing="")
    trials = Trials(council, FrancePlanner(state.scenario, ALLIED), sight, 3)
    trials.distinct([course])
    heard: list[tuple[int, str]] = []
    hear = FrancePlanner.hear

    def noted(self: FrancePlanner, events: Sequence[Event]) -> None:
        heard.extend((self.seat, event.kind) for event in events)
        hear(self, events)

    monkeypatch.setattr(FrancePlanner, "hear", noted)
    trials.attempts([(course, 0)])
    told = [seat for seat, kind in heard if kind == "announced"]
    assert told.count(GERMAN) > told.count(ALLIED)


def test_where_the_enemy_moves_no_more_nothing_is_favoured_and_dice_fall_as_they_do(
    marching: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = state_of(marching)
    council, sight = FranceCouncil(state.scenario, ALLIED), sight_of(observe(marching, ALLIED))
    live, course = FrancePlanner(state.scenario, ALLIED), Course("", bearing="")
    monkeypatch.setattr(FranceCouncil, "favour", lambda *_: 40)
    monkeypatch.setattr(FranceCouncil, "value", lambda *_: 5)
    monkeypatch.setattr(FranceCouncil, "result", lambda *_: 7)
    evened = []
    for exact in (False, True):
        monkeypatch.setattr(FranceCouncil, "exact", lambda *_, told=exact: told)
        trials = Trials(council, live, sight, 3)
        assert trials.attempts([(course, 0), (course, 1)]) == ([7, 7] if exact else [45, 45])
        first, second = trials._worlds
        assert (first[1] == second[1]) is not exact
        evened.append(isinstance(trials._dice(first[1], 0), EvenDice))
    assert evened == [True, False]


def test_who_is_in_a_hurry_looks_into_no_more_courses(marching: Match) -> None:
    state = state_of(marching)
    council, sight = FranceCouncil(state.scenario, ALLIED), sight_of(observe(marching, ALLIED))
    live = FrancePlanner(state.scenario, ALLIED)
    courses = [Course("", bearing=""), Course("", bearing="hold")]
    assert Trials(council, live, sight, 3).distinct(courses) == courses
    late = dataclasses.replace(sight, clock=Clock(Budget(playouts=0)))
    assert late.clock.hurry
    assert Trials(council, live, late, 3).distinct(courses) == courses[:1]


def test_the_general_tries_no_two_courses_that_come_to_the_same(
    marching: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = observe(marching, ALLIED)
    council = one_turn(state_of(marching))
    tried: list[tuple[Order, ...]] = []
    play = Trials._play

    def noted(self: Trials, task: tuple[Course, int]) -> Any:
        if not task[1]:
            tried.append(tuple(self._leads[task[0]].orders))
        return play(self, task)

    monkeypatch.setattr(Trials, "_play", noted)
    general = GeneralAgent(1)
    general._council = council
    general.order(seen, Budget(playouts=30))
    assert len(set(tried)) == len(tried) > 1
    assert len(tried) < len(council.courses(sight_of(seen)))


def test_processes_go_on_from_the_same_beginnings(marching: Match) -> None:
    alone, shared = registry.make("general", 3), registry.make("general", 3)
    seen = observe(marching, ALLIED)
    wanted = alone.order(seen, Budget(playouts=16))
    assert shared.order(seen, Budget(playouts=16, processes=2)) == wanted
    assert shared.explain() == alone.explain()


def test_where_something_is_hidden_courses_are_not_told_apart_beforehand(
    marching: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = state_of(marching)
    council, sight = FranceCouncil(state.scenario, ALLIED), sight_of(observe(marching, ALLIED))
    courses = [Course("one"), Course("two")]
    live = FrancePlanner(state.scenario, ALLIED)
    assert Trials(council, live, sight, 3).distinct(courses) == [Course("one")]
    monkeypatch.setattr(FranceCouncil, "open", False)
    assert Trials(council, live, sight, 3).distinct(courses) == courses


def test_at_falaise_courses_are_begun_anew_in_each_try() -> None:
    falaise = FRANCE.load("falaise")
    council = FranceCouncil(falaise, GERMAN)
    assert not council.open
    assert not council.exact((falaise.last_turn, "movement"))
    assert FranceCouncil(FRANCE.load("market"), GERMAN).open
