"""Matches of Eisenhower's War for the computer players' tests."""

import hashlib
from collections.abc import Callable

import pytest
from tests.ai.staffs import play_on

from phaseline.ai.eisenhower.planner import EisenhowerPlanner
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


def played(
    scenario: EisenhowerScenario,
    seed: int,
    until: Callable[[Match], bool] = lambda _: False,
    most: int = 3000,
) -> Match:
    """A match played by two staffs, up to some moment or the end; every order they give is checked to be legal."""
    planners = {seat: EisenhowerPlanner(scenario, seat, seed) for seat in (0, 1)}
    return play_on(new_match(scenario, seed), planners, until, seed, most)


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
