"""check: case files run from the command line."""

from pathlib import Path

import pytest
from tests.cli.conftest import Shell

from phaseline.engine.casefile import CaseResult
from phaseline.engine.casefile.matching import Mismatch


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch) -> list[CaseResult]:
    """What running any file comes to."""
    listed: list[CaseResult] = []
    monkeypatch.setattr("phaseline.cli.checking.run_files", lambda _, **__: listed)
    Path("fire.yaml").touch()
    return listed


def test_all_pass(shell: Shell, results: list[CaseResult]) -> None:
    results += [CaseResult("one", "a hit", "skirmish", ("9.7",), "fire.yaml", 3)]
    out = shell.run("check", "fire.yaml").out
    assert out.startswith("passed  one  a hit  (fire.yaml:3)")
    assert out.endswith("1 case, 1 passed, 0 not\n")
    assert shell.run("check", "fire.yaml", "--quiet").out == "1 case, 1 passed, 0 not\n"


def test_a_difference_is_shown_and_is_exit_code_1(shell: Shell, results: list[CaseResult]) -> None:
    wrong = Mismatch("expect.units.A.steps", 7, "1", "2")
    results += [CaseResult("one"), CaseResult("two", file="fire.yaml", line=5, mismatches=[wrong])]
    out = shell.run("check", ".", "-q", code=1).out
    assert "passed" not in out.splitlines()[0]
    assert "failed  two" in out
    assert "fire.yaml:7: expect.units.A.steps" in out
    assert out.endswith("2 cases, 1 passed, 1 not\n")
    data = shell.run("check", ".", "--json", code=1).json
    assert data[1]["differences"] == [
        {"field": "expect.units.A.steps", "expected": "1", "is": "2", "line": 7}
    ]


def test_files_that_are_not_there(shell: Shell) -> None:
    assert "gone.yaml: there is no such file or folder" in shell.run("check", "gone.yaml", code=2).err
    Path("empty").mkdir()
    assert "empty: no case files (*.yaml) there" in shell.run("check", "empty", code=2).err
    Path("blank.yaml").write_text("", "utf-8")
    assert "blank.yaml: no case there" in shell.run("check", "blank.yaml", code=2).err


def test_a_real_file_runs(shell: Shell) -> None:
    Path("bad.yaml").write_text("game: skirmish\nid: x\nnonsense: 1\n", "utf-8")
    out = shell.run("check", "bad.yaml", code=1).out
    assert "error" in out
    assert "nonsense" in out


def test_refusals_of_passing_cases_are_printed_when_asked_for(shell: Shell) -> None:
    Path("forest.yaml").write_text(
        "game: skirmish\nid: x\nscenario: ford\nsetup: {phase: movement}\nsteps: [{do: attack 0403, refused: '9.1'}]\n",
        "utf-8",
    )
    assert "refused" not in shell.run("check", "forest.yaml").out
    assert "\n  1. Blue: attack 0403: refused, case 9.1: " in shell.run("check", "-v", "forest.yaml").out
    (data,) = shell.run("check", "forest.yaml", "--json").json
    assert len(data["refusals"]) == 1
    assert data["remarks"] == []
