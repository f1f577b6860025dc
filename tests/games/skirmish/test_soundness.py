"""Positions that the rules can never lead to are recognised."""

import pytest

from phaseline.engine.dice import ScriptedDice
from phaseline.games.skirmish import GAME
from phaseline.games.skirmish.position import GONE
from phaseline.games.skirmish.state import SkirmishState


@pytest.fixture
def state() -> SkirmishState:
    scenario = GAME.load("ford", {"weather": "dry"})
    state = GAME.new(scenario, ScriptedDice())
    assert isinstance(state, SkirmishState)
    return state


def place(state: SkirmishState, name: str, label: str) -> None:
    unit = state.scenario.lexicon["unit"].value(name)
    state.put(unit, GONE if label == "gone" else state.scenario.map.hex(label))


def test_a_scenario_begins_sound(state: SkirmishState) -> None:
    assert GAME.faults(state) == []


@pytest.mark.case("skirmish", "1.3")
def test_three_in_a_hex(state: SkirmishState) -> None:
    for name in ("3rd Foot", "4th Foot"):
        place(state, name, "0301")
    assert GAME.faults(state) == ["Blue has more than 2 units in 0301"]


@pytest.mark.case("skirmish", "1.4")
def test_both_sides_in_a_hex(state: SkirmishState) -> None:
    place(state, "3rd Foot", "0305")
    assert GAME.faults(state) == ["both sides are in 0305"]


@pytest.mark.case("skirmish", "1.2")
@pytest.mark.parametrize(
    ("label", "steps", "fault"),
    [
        ("gone", 1, "3rd Foot has 1 step and is out of the game"),
        ("0302", 0, "3rd Foot has 0 steps and is in play"),
        ("0302", 3, "3rd Foot has 3 steps and is in play"),
    ],
)
def test_steps_and_place_disagree(state: SkirmishState, label: str, steps: int, fault: str) -> None:
    unit = state.scenario.lexicon["unit"].value("3rd Foot")
    place(state, "3rd Foot", label)
    state.position.steps[unit] = steps
    assert GAME.faults(state) == [fault]


@pytest.mark.case("skirmish", "12.2")
def test_two_holders(state: SkirmishState) -> None:
    state.position.control[0] |= state.position.control[1]
    assert GAME.faults(state) == ["both sides hold 0305", "both sides hold 0606"]
