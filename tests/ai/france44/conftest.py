"""Matches of France '44 for the computer players' tests."""

from collections.abc import Callable

import pytest
from tests.ai.staffs import at_turn, play_on

from phaseline.ai.france44.planner import FrancePlanner
from phaseline.engine.match import Match
from phaseline.engine.registry import game
from phaseline.games.france44.position import ALLIED, DEAD, GERMAN
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, hexes

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


def cleared(scenario: FranceScenario, turn: int) -> Match:
    """Allied attacks are announced, nobody is left on the map, and nothing flies."""
    match = played(scenario, 1, at_turn(turn, "announcing"), staffs=(ALLIED,))
    s = state_of(match)
    s.position.beach.clear()
    s.position.air_left = 0
    for unit in hexes(s.on_map(ALLIED) | s.on_map(GERMAN)):
        s.put(unit, DEAD)
    return match


def off(s: FranceState, unit: int, beach: Hex) -> dict[int, Hex]:
    """A force of one division that is about to land on a beach."""
    sea = next(hexes(s.scenario.board.off_beaches[beach]))
    s.put(unit, sea)
    s.position.beach[unit] = beach
    return {unit: sea}
