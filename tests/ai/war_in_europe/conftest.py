"""Matches of War in Europe for the computer players' tests."""

import random
from collections.abc import Callable

import pytest

from phaseline.ai.agent import Budget, Observation
from phaseline.ai.driver import observe
from phaseline.ai.passive import PassiveAgent
from phaseline.ai.sight import Clock, Sight
from phaseline.ai.war_in_europe.planner import WarPlanner
from phaseline.engine.match import Match
from phaseline.engine.registry import game
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState

WAR = game("war_in_europe")


@pytest.fixture(scope="session")
def sichelschnitt() -> WarScenario:
    """The smallest scenario."""
    scenario: WarScenario = WAR.load("sichelschnitt")
    return scenario


@pytest.fixture(scope="session")
def westwall() -> WarScenario:
    """The autumn of 1944."""
    scenario: WarScenario = WAR.load("westwall")
    return scenario


def new_match(scenario: WarScenario, seed: int) -> Match:
    """A match with dice of its own."""
    return Match.new(WAR, scenario, seed=seed.to_bytes(32, "big"))


def sight_of(seen: Observation, seed: int = 0) -> Sight[WarState]:
    """What a planner decides by."""
    state = seen.sample(random.Random(seed))
    assert isinstance(state, WarState)
    return Sight(seen, state, random.Random(seed), Clock(Budget()))


def played(
    scenario: WarScenario,
    seed: int,
    until: Callable[[Match], bool] = lambda _: False,
    *,
    staffs: tuple[int, ...] = (0, 1),
    most: int = 5000,
) -> Match:
    """A match up to some moment or the end, by staffs in these seats and by somebody who passes in the others.

    Every order of a staff is checked to be legal.
    """
    match = new_match(scenario, seed)
    planners = {seat: WarPlanner(scenario, seat, seed) for seat in staffs}
    passive = PassiveAgent(seed)
    for _ in range(most):
        decision = match.decision
        if decision is None or until(match):
            return match
        seat = decision.seats[0]
        seen = observe(match, seat)
        order = planners[seat].order(sight_of(seen)) if seat in planners else passive.order(seen, Budget())
        if order is None:
            order = WAR.passing(match.state, seat)
            assert order is not None, f"no plan for {match.state.path()}"
        refusal = match.check(seat, order)
        assert refusal is None, f"{match.write(order)} at {match.state.path()}: {refusal}"
        match.submit(seat, order)
    raise AssertionError(f"no end after {most} orders")


def state_of(match: Match) -> WarState:
    """Its state."""
    state = match.state
    assert isinstance(state, WarState)
    return state


def at_turn(turn: int, label: str = "") -> Callable[[Match], bool]:
    """Whether a match has come to a turn, and to a step of it."""

    def reached(match: Match) -> bool:
        state = state_of(match)
        path = state.path()
        return state.position.turn >= turn and (not label or (bool(path) and path[-1] == label))

    return reached
