"""Matches of Eisenhower's War for the computer players' tests."""

import hashlib
import random
from collections.abc import Callable

import pytest

from phaseline.ai.agent import Budget, Observation
from phaseline.ai.driver import observe
from phaseline.ai.eisenhower.planner import EisenhowerPlanner
from phaseline.ai.sight import Clock, Sight
from phaseline.engine.match import Match
from phaseline.engine.registry import game
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState

WAR = game("eisenhower")


@pytest.fixture(scope="session")
def historical() -> EisenhowerScenario:
    """The historical scenario."""
    scenario: EisenhowerScenario = WAR.load("historical")
    return scenario


@pytest.fixture(scope="session")
def alternate() -> EisenhowerScenario:
    """The alternative scenario."""
    scenario: EisenhowerScenario = WAR.load("alternate")
    return scenario


def new_match(scenario: EisenhowerScenario, seed: int) -> Match:
    """A match with dice of its own."""
    return Match.new(WAR, scenario, seed=hashlib.sha256(str(seed).encode()).digest())


def sight_of(seen: Observation, seed: int = 0) -> Sight[EisenhowerState]:
    """What a planner decides by."""
    state = seen.sample(random.Random(seed))
    assert isinstance(state, EisenhowerState)
    return Sight(seen, state, random.Random(seed), Clock(Budget()))


def played(
    scenario: EisenhowerScenario,
    seed: int,
    until: Callable[[Match], bool] = lambda _: False,
    most: int = 3000,
) -> Match:
    """A match played by two staffs, up to some moment or the end; every order they give is checked to be legal."""
    match = new_match(scenario, seed)
    staffs = [EisenhowerPlanner(scenario, seat, seed) for seat in (0, 1)]
    for _ in range(most):
        decision = match.decision
        if decision is None or until(match):
            return match
        seat = decision.seats[0]
        order = staffs[seat].order(sight_of(observe(match, seat)))
        if order is None:
            order = WAR.passing(match.state, seat)
            assert order is not None, f"no plan for {match.state.path()}"
        refusal = match.check(seat, order)
        assert refusal is None, f"{match.write(order)} at {match.state.path()}: {refusal}"
        match.submit(seat, order)
    raise AssertionError(f"no end after {most} orders")


def at_step(turn: int, label: str) -> Callable[[Match], bool]:
    """Whether a match has reached a step of a turn."""

    def reached(match: Match) -> bool:
        state = match.state
        return bool(state.position.turn == turn and state.path()[-1] == label)

    return reached


def state_of(match: Match) -> EisenhowerState:
    state = match.state
    assert isinstance(state, EisenhowerState)
    return state
