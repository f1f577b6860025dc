"""What the documentation of case files shows is true: every case in it can be read, those of finished games run."""

import re
from pathlib import Path

import pytest

from phaseline.engine import registry
from phaseline.engine.casefile import Case, read, run_case
from phaseline.engine.casefile.maps import build

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


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.game in registry.games()], ids=lambda case: case.id
)
def test_cases_of_the_games_there_are_hold(case: Case) -> None:
    result = run_case(case)
    assert result.passed, result.text()


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case.game not in registry.games() and case.part("map")],
    ids=lambda case: case.id,
)
def test_maps_of_the_other_samples_can_be_made(case: Case) -> None:
    node = case.part("map")
    assert node is not None
    assert build(node, None).on_map
