"""The survey of who stands where keeps up with every step."""

from __future__ import annotations

import random

import pytest

from phaseline.engine.dice import SeededDice
from phaseline.games.westfront import GAME
from phaseline.games.westfront.state import WestFrontState
from phaseline.games.westfront.survey import Survey


@pytest.mark.case("westfront", "6.21", "7.11")
def test_kept_up_to_date() -> None:
    """After every order of a random game it is what a fresh look finds."""
    scenario = GAME.load("husky")
    state = GAME.new(scenario, SeededDice(bytes(32)))
    assert isinstance(state, WestFrontState)
    rng = random.Random(44)
    for _ in range(400):
        if state.decision is None:
            break
        seat = state.decision.seats[0]
        state.apply(seat, state.legal(seat).sample(rng))
        kept, fresh = state.survey, Survey(scenario, state.position.at)
        for name in ("at", "battles", "crowds", "occupied", "stacks", "units"):
            assert getattr(kept, name) == getattr(fresh, name), name


def test_crowds_and_limits() -> None:
    """A hex counts as crowded by as many units as stand there, five at most."""
    scenario = GAME.load("S44")
    at = [-1] * len(scenario.units)
    allied = scenario.rosters[0][:7]
    hex = scenario.map.hex("London")
    for unit in allied:
        at[unit] = hex
    survey = Survey(scenario, at)
    assert [bool(mask >> hex & 1) for mask in survey.crowds[0]] == [False, True, True, True, True, True]
    for left, unit in zip(range(6, -1, -1), allied, strict=True):
        survey.move(unit, 0, -1)
        assert sum(mask >> hex & 1 for mask in survey.crowds[0]) == min(left, 5)
    assert survey.occupied[0] == survey.units[0] == 0
