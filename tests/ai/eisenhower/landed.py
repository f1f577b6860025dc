"""Moments of Eisenhower's War from which the Ruhr is near: who has landed, and what has been taken."""

from tests.ai.eisenhower.conftest import new_match

from phaseline.games.eisenhower.position import ELIMINATED, GERMAN
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, hexes

LANDED = ("US5", "US7", "B1", "B30")


def hex_of(scenario: EisenhowerScenario, label: str) -> Hex:
    board = scenario.board
    return next(hex for hex in hexes(board.playable) if board.label(hex) == label)


def ashore(scenario: EisenhowerScenario) -> EisenhowerState:
    """Turn 1: four corps have landed at Flushing."""
    s = new_match(scenario, 1).state
    assert isinstance(s, EisenhowerState)
    s.position.turn = 1
    s.position.beachheads |= 1 << taken(s, "3510", *LANDED)
    return s


def taken(s: EisenhowerState, label: str, *names: str) -> Hex:
    """A hex that these corps have taken."""
    hex = hex_of(s.scenario, label)
    for unit in s.units_at(hex, GERMAN):
        s.put(unit, ELIMINATED)
    for name in names:
        s.put(s.scenario.number[name], hex)
    s.position.control |= 1 << hex
    return hex


def in_the_ruhr(scenario: EisenhowerScenario, *names: str) -> EisenhowerState:
    """Turn 2: these corps hold the Ruhr."""
    s = ashore(scenario)
    s.position.turn = 2
    s.position.taken |= 1 << taken(s, "3215", *names)
    return s
