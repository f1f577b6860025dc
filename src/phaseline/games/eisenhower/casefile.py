"""Eisenhower's War in case files."""

from __future__ import annotations

from typing import Any

from phaseline.engine import casefile
from phaseline.engine.casefile import CaseSetup
from phaseline.games.eisenhower.position import EisenhowerPosition
from phaseline.games.eisenhower.scenario import EisenhowerScenario, Options, first_position, load
from phaseline.games.eisenhower.state import EisenhowerState


class EisenhowerSetup(casefile.Setup, kw_only=True):
    """The `setup` of a case."""


def compose(setup: CaseSetup) -> tuple[EisenhowerScenario, EisenhowerPosition]:
    """The scenario and position of a case."""
    assert isinstance(setup.options, Options)
    scenario = load(setup.scenario or "historical", setup.options, setup.packs)
    return scenario, first_position(scenario)


def report(s: EisenhowerState) -> dict[str, Any]:
    """The facts of a state."""
    return {"turn": s.position.turn}
