"""WestFront in case files: the state that a case describes, and the facts it may expect."""

from __future__ import annotations

from typing import Any

from phaseline.engine.casefile import CaseSetup
from phaseline.games.westfront import opening
from phaseline.games.westfront.casefile.compose import Composer
from phaseline.games.westfront.casefile.report import report
from phaseline.games.westfront.casefile.roster import scenario_of
from phaseline.games.westfront.casefile.setup import WestFrontSetup
from phaseline.games.westfront.state import WestFrontState

__all__ = ["WestFrontSetup", "compose", "report"]


def compose(game: Any, setup: CaseSetup) -> WestFrontState:
    """The state that a case describes, at its first decision."""
    facts = setup.read(WestFrontSetup)
    facts.units = {**facts.units, **facts.hqs}
    scenario = scenario_of(setup, facts)
    position = opening.first_position(scenario)
    state = WestFrontState(game, scenario, position, setup.dice)
    if setup.is_empty and setup.scenario is not None:
        setup.begin(state)
        return state
    Composer(setup, facts, state).run()
    return state
