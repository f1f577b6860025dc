"""The general in WestFront: whom it takes the enemy's blocks for, how it lands, and what it leaves to the staff."""

import random
from typing import Any

import pytest

from phaseline.ai import registry
from phaseline.ai.agent import UNLIMITED, Budget, Observation
from phaseline.ai.driver import observe, play_match
from phaseline.ai.search import GeneralAgent
from phaseline.ai.search.bearings import altered
from phaseline.ai.sight import Clock, Sight
from phaseline.ai.westfront.beliefs import Recollection
from phaseline.ai.westfront.council import WestFrontCouncil
from phaseline.ai.westfront.parameters import parameters
from phaseline.engine.match import Match
from phaseline.engine.registry import game
from phaseline.games.westfront.position import ALLIED, AXIS
from phaseline.games.westfront.scenario import WestFrontScenario
from phaseline.games.westfront.state import WestFrontState

WESTFRONT = game("westfront")
FEW = Budget(playouts=16)


def husky(seed: int = 3) -> Match:
    """A match at the first Command Phase of the Allies."""
    return Match.new(WESTFRONT, WESTFRONT.load("husky"), seed=seed.to_bytes(32, "big"))


def council_of(match: Match, seat: int) -> WestFrontCouncil:
    assert isinstance(match.scenario, WestFrontScenario)
    return WestFrontCouncil(match.scenario, seat)


def sampled(match: Match, seat: int, seed: int) -> WestFrontState:
    state = observe(match, seat).sample(random.Random(seed))
    assert isinstance(state, WestFrontState)
    return state


@pytest.mark.parametrize("seed", range(4))
def test_blocks_that_have_not_moved_are_those_of_the_printed_set_up(seed: int) -> None:
    match = husky()
    truth: Any = match.state
    state = sampled(match, ALLIED, seed)
    units = match.scenario.rosters[AXIS]  # type: ignore[attr-defined]
    standing = [unit for unit in units if truth.position.at[unit] >= 0]
    guessed = [state.position.at[unit] for unit in standing]
    Recollection(WESTFRONT.start(match.scenario), AXIS).recognise(state)
    assert [state.position.at[unit] for unit in standing] != guessed
    assert [state.position.at[unit] for unit in standing] == [truth.position.at[unit] for unit in standing]
    assert [state.position.cv[unit] for unit in standing] == [truth.position.cv[unit] for unit in standing]
    assert WESTFRONT.view(state, ALLIED) == match.view(ALLIED)
    assert WESTFRONT.faults(state) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_to_recognise_blocks_changes_nothing_that_is_seen_later_either(seed: int) -> None:
    """At every Command Phase of a match."""
    match = husky(seed)
    council = council_of(match, ALLIED)
    asked = 0

    def ask(*_: object) -> None:
        nonlocal asked
        if match.decision is None or ALLIED not in match.decision.seats:
            return
        state = sampled(match, ALLIED, asked)
        if council.moment(state) is None:
            return
        Recollection(WESTFRONT.start(match.scenario), AXIS).recognise(state)
        assert WESTFRONT.view(state, ALLIED) == match.view(ALLIED)
        assert WESTFRONT.faults(state) == []
        asked += 1

    play_match(match, {seat: registry.make("staff", seat) for seat in (0, 1)}, listener=ask)
    assert asked > 2


def test_the_general_lands_where_the_staff_would_not() -> None:
    match = husky()
    general = GeneralAgent(1)
    general.order(observe(match, ALLIED), UNLIMITED)
    said = general.explain()
    assert said[0].startswith(("Land where nobody stands (wins ", "Land before what is worth most (wins "))
    assert general.chance is not None
    assert general.chance > 0.2


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
    assert altered(usual, bearings[""]) == usual
    weighed = [altered(usual, bearing) for bearing in bearings.values()]
    assert all(each not in weighed[:number] for number, each in enumerate(weighed))
    assert {bearing.aim for bearing in bearings.values() if bearing.seats == (ALLIED,)} == {
        course.aim for course in _courses(ALLIED)
    } - {course.aim for course in _courses(AXIS)}


def _courses(seat: int) -> list[Any]:
    match = husky()
    seen = observe(match, ALLIED)
    sight = Sight(seen, sampled(match, ALLIED, 1), random.Random(1), Clock(UNLIMITED))
    return list(council_of(match, seat).courses(sight))
