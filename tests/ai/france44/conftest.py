"""Matches of France '44 for the computer players' tests."""

from collections.abc import Callable

import pytest
from tests.ai.staffs import play_on

from phaseline.ai.france44.planner import FrancePlanner
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
    planners = {seat: FrancePlanner(scenario, seat, seed) for seat in staffs}
    return play_on(new_match(scenario, seed), planners, until, seed, most)


def state_of(match: Match) -> FranceState:
    """Its state."""
    state = match.state
    assert isinstance(state, FranceState)
    return state
