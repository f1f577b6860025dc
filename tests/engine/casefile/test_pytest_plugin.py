"""Case files collected by pytest: run in a process of its own, on the installed teaching game."""

import subprocess
import sys
from pathlib import Path

FILES = {
    "pytest.ini": "[pytest]\nmarkers =\n  case(game, number): a rulebook case\n",
    "conftest.py": "from phaseline.engine.casefile.pytest_plugin import pytest_collect_file\n",
    "skirmish/good.yaml": "id: good\nscenario: ford\ncases: ['4.1']\ndice: [3]\nexpect: {rolls: [{values: [3]}]}\n",
    "skirmish/bad.yaml": "- id: bad\n  scenario: ford\n  dice: [3]\n  expect: {rolls: [{values: [4]}]}\n- {id: odd, stpes: []}\n",
    "skirmish/broken.yaml": "a: [\n",
}


def pytest_in(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", "pytest.ini", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


def test_every_case_is_a_test(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    out = pytest_in(tmp_path, "-v", "skirmish/good.yaml", "skirmish/bad.yaml")
    assert "good.yaml::good PASSED" in out
    assert "bad.yaml::bad FAILED" in out
    assert "bad.yaml::odd FAILED" in out
    assert "expected  4" in out
    assert 'there is no "stpes" in a case; did you mean steps' in out
    assert "1 passed" in out
    assert "not YAML" in pytest_in(tmp_path, "skirmish/broken.yaml")


def test_one_line_is_all_that_a_project_of_ones_own_needs(tmp_path: Path) -> None:
    for name in ("conftest.py", "skirmish/good.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(FILES[name])
    (tmp_path / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\naddopts = --strict-markers\n")
    assert "1 passed" in pytest_in(tmp_path)
