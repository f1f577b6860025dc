"""What the documentation of case files shows is true: every case in it can be read, and holds."""

import re
from pathlib import Path

import pytest

from phaseline.engine.casefile import Case, read, run_case

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "case-files.md"
BLOCKS = re.findall(r"^```yaml\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def cases_of(block: str) -> list[Case]:
    found = read(block, PAGE.name)
    assert [str(case) for case in found if not isinstance(case, Case)] == []
    return [case for case in found if isinstance(case, Case)]


CASES = [case for block in BLOCKS for case in cases_of(block)]


def test_every_game_has_samples() -> None:
    assert {case.game for case in CASES} == {
        "skirmish",
        "westfront",
        "eisenhower",
        "france44",
        "war_in_europe",
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_every_sample_holds(case: Case) -> None:
    result = run_case(case)
    assert result.passed, result.text()
