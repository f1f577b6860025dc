"""States of WestFront for tests, written as case files write them."""

from __future__ import annotations

from phaseline.engine import registry
from phaseline.engine.casefile import Case, CaseSetup, read
from phaseline.engine.dice import ScriptedDice
from phaseline.games.westfront.state import WestFrontState


def state_of(text: str) -> WestFrontState:
    """The state that the `map` and `setup` of a case describe, at its first decision."""
    (case,) = read("id: state\ngame: westfront\n" + text, "state.yaml")
    assert isinstance(case, Case), case
    game = registry.game("westfront")
    state = game.compose(CaseSetup(game, case, ScriptedDice()))
    assert isinstance(state, WestFrontState)
    return state


def number(state: WestFrontState, name: str) -> int:
    """The number of a unit by its name."""
    return state.scenario.number[name]
