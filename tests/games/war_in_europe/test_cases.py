"""The case files of the game, run on the game itself, installed or not."""

from pathlib import Path

import pytest

from phaseline.engine.casefile import load, run_case
from phaseline.engine.casefile.cases import Case
from phaseline.games.war_in_europe import GAME

FILES = sorted((Path(__file__).parents[2] / "cases" / "war_in_europe").glob("*.yaml"))
CASES = [case for file in FILES for case in load(file)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case_holds(case: Case) -> None:
    result = run_case(case, {GAME.key: GAME})
    assert result.passed, result.text()
