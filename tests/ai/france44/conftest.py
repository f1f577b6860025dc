"""Matches of France '44 for the computer players' tests."""

import random
from collections.abc import Callable

import pytest

from phaseline.ai.agent import Budget, Observation
from phaseline.ai.driver import observe
from phaseline.ai.france44.planner import FrancePlanner
from phaseline.ai.passive import PassiveAgent
from phaseline.ai.sight import Clock, Sight
from phaseline.engine.match import Match
from phaseline.engine.registry import game
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState

FRANCE = game("france44")


@pytest.fixture(scope="session")
def beachhead() -> FranceScenario:
    """The smallest scenario."""
    scenario: FranceScenario = FRANCE.load("beachhead")
    return scenario


@pytest.fixture(scope="session")
def campaign() -> FranceScenario:
    """The whole game."""
    scenario: FranceScenario = FRANCE.load("campaign")
    return scenario


def new_match(scenario: FranceScenario, seed: int) -> Match:
    """A match with dice of its own."""
    return Match.new(FRANCE, scenario, seed=seed.to_bytes(32, "big"))


def sight_of(seen: Observation, seed: int = 0) -> Sight[FranceState]:
    """What a planner decides by."""
    state = seen.sample(random.Random(seed))
    assert isinstance(state, FranceState)
    return Sight(seen, state, random.Random(seed), Clock(Budget()))


def played(
    scenario: FranceScenario,
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
    planners = {seat: FrancePlanner(scenario, seat, seed) for seat in staffs}
    passive = PassiveAgent(seed)
    for _ in range(most):
        decision = match.decision
        if decision is None or until(match):
            return match
        seat = decision.seats[0]
        seen = observe(match, seat)
        order = planners[seat].order(sight_of(seen)) if seat in planners else passive.order(seen, Budget())
        if order is None:
            order = FRANCE.passing(match.state, seat)
            assert order is not None, f"no plan for {match.state.path()}"
        refusal = match.check(seat, order)
        assert refusal is None, f"{match.write(order)} at {match.state.path()}: {refusal}"
        match.submit(seat, order)
    raise AssertionError(f"no end after {most} orders")


def state_of(match: Match) -> FranceState:
    """Its state."""
    state = match.state
    assert isinstance(state, FranceState)
    return state


def at_turn(turn: int, label: str = "") -> Callable[[Match], bool]:
    """Whether a match has come to a turn, and to a step of it."""

    def reached(match: Match) -> bool:
        state = state_of(match)
        path = state.path()
        return state.position.turn >= turn and (not label or (bool(path) and path[-1] == label))

    return reached
