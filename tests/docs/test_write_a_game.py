"""The lessons "Write a game" are run as they stand: their files are written, examples executed, cases checked."""

from __future__ import annotations

import doctest
import importlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import NamedTuple

import pytest

from phaseline.engine.playthrough import differences, playthrough
from phaseline.engine.registry import GROUP

TUTORIAL = Path(__file__).parents[2] / "docs/tutorial"
FILE = re.compile(
    r"^```\{code-block\} \w+\n:caption: '`(?P<name>\S+)`'\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
EXAMPLE = re.compile(r"^```pycon\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


class Lesson(NamedTuple):
    """A page, the package that is written on it, and the folder where its files have been written."""

    text: str
    package: str
    folder: Path


@pytest.fixture(scope="module", params=[("write-a-game.md", "picket"), ("write-a-hex-game.md", "bridgehead")])
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Lesson:
    """A lesson with all its files; a file shown in several parts is put together."""
    page, package = request.param
    made = tmp_path_factory.mktemp(package)
    text = (TUTORIAL / page).read_text("utf-8")
    for part in FILE.finditer(text):
        path = made / part["name"]
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(part["text"])
    return Lesson(text, package, made)


@pytest.fixture
def lesson(written: Lesson, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lesson]:
    """Its folder is the working directory, with its package importable for the time of a test."""
    monkeypatch.chdir(written.folder)
    monkeypatch.syspath_prepend(written.folder)
    yield written
    for name in [name for name in sys.modules if name.partition(".")[0] == written.package]:
        del sys.modules[name]


def test_every_example_gives_what_the_page_shows(lesson: Lesson) -> None:
    text = "\n".join(part["text"] for part in EXAMPLE.finditer(lesson.text))
    example = doctest.DocTestParser().get_doctest(text, {}, lesson.package, None, 0)
    assert len(example.examples) > 15
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(example, out=told.append)
    assert not runner.failures, "".join(told)


def test_the_rules_on_the_page_are_those_of_the_ledger(lesson: Lesson) -> None:
    quoted = " ".join(re.findall(r"^>(?!>)(.*)$", EXAMPLE.sub("", lesson.text), re.MULTILINE))
    written = {
        number: " ".join(text.split())
        for number, text in re.findall(r"\*\*(\d\.\d)\*\* (.*?)(?=\*\*\d|$)", quoted)
    }
    listed = tomllib.loads((lesson.folder / lesson.package / "cases.toml").read_text("utf-8"))["case"]
    assert written == {case["number"]: case["summary"] for case in listed}


def test_the_code_of_the_page_is_typed(lesson: Lesson) -> None:
    config = Path(__file__).parents[2] / "pyproject.toml"
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--config-file",
        str(config),
        "--cache-dir",
        str(lesson.folder / ".cache"),
        lesson.package,
    ]
    done = subprocess.run(command, cwd=lesson.folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_entry_point_leads_to_the_game(lesson: Lesson) -> None:
    if not (project := lesson.folder / "pyproject.toml").is_file():
        assert importlib.import_module(lesson.package).GAME.key == lesson.package
        return
    ((name, value),) = tomllib.loads(project.read_text("utf-8"))["project"]["entry-points"][GROUP].items()
    game = EntryPoint(name, value, GROUP).load()
    assert game.key == name == lesson.package


@pytest.mark.parametrize("written", [("write-a-game.md", "picket")], indirect=True)
def test_the_golden_test_of_the_page_passes_once_its_text_is_kept(lesson: Lesson) -> None:
    game = importlib.import_module("picket").GAME
    text = playthrough(game, game.load("village"), seed=1)
    assert "are your veterans [Red is told: Blue has chosen its veterans]" in text
    assert not differences(lesson.folder / "tests/village.txt", text, rewrite=True)
    module: dict[str, object] = {"__file__": str(lesson.folder / "tests/test_golden.py")}
    source = (lesson.folder / "tests/test_golden.py").read_text("utf-8")
    exec(compile(source, "test_golden.py", "exec"), module)
    check = module["test_village_plays_as_it_did"]
    assert callable(check)
    check()
