"""The lesson "Write a game" is run as it stands: its files are written, its examples executed, its cases checked."""

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

import pytest

from phaseline.engine.playthrough import differences, playthrough
from phaseline.engine.registry import GROUP

PAGE = Path(__file__).parents[2] / "docs/tutorial/write-a-game.md"
FILE = re.compile(
    r"^```\{code-block\} \w+\n:caption: '`(?P<name>\S+)`'\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
EXAMPLE = re.compile(r"^```pycon\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all files of the lesson; a file shown in several parts is put together."""
    made = tmp_path_factory.mktemp("lesson")
    for part in FILE.finditer(PAGE.read_text("utf-8")):
        path = made / part["name"]
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(part["text"])
    return made


@pytest.fixture
def lesson(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder as the working directory, with its package importable for the time of a test."""
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(folder)
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "picket"]:
        del sys.modules[name]


@pytest.mark.usefixtures("lesson")
def test_every_example_gives_what_the_page_shows() -> None:
    text = "\n".join(part["text"] for part in EXAMPLE.finditer(PAGE.read_text("utf-8")))
    example = doctest.DocTestParser().get_doctest(text, {}, "write-a-game", str(PAGE), 0)
    assert len(example.examples) > 25
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(example, out=told.append)
    assert not runner.failures, "".join(told)


def test_the_entry_point_leads_to_the_game(lesson: Path) -> None:
    project = tomllib.loads((lesson / "pyproject.toml").read_text("utf-8"))
    ((name, value),) = project["project"]["entry-points"][GROUP].items()
    game = EntryPoint(name, value, GROUP).load()
    assert game.key == name


def test_the_rules_on_the_page_are_those_of_the_ledger(lesson: Path) -> None:
    quoted = re.findall(r"^> (.*)$|^>$", PAGE.read_text("utf-8"), re.MULTILINE)
    written = dict(
        re.findall(
            r"\*\*(\d\.\d)\*\* (.*?)(?= \*\*\d|$)", re.sub(r" {2,}", "\n", " ".join(quoted)), re.MULTILINE
        )
    )
    listed = tomllib.loads((lesson / "picket/cases.toml").read_text("utf-8"))["case"]
    assert {number: text.strip() for number, text in written.items()} == {
        case["number"]: case["summary"] for case in listed
    }


def test_the_golden_test_of_the_page_passes_once_its_text_is_kept(lesson: Path) -> None:
    game = importlib.import_module("picket").GAME
    text = playthrough(game, game.load("village"), seed=1)
    assert "are your veterans [Red is told: Blue has chosen its veterans]" in text
    assert not differences(lesson / "tests/village.txt", text, rewrite=True)
    module: dict[str, object] = {"__file__": str(lesson / "tests/test_golden.py")}
    exec(compile((lesson / "tests/test_golden.py").read_text("utf-8"), "test_golden.py", "exec"), module)
    check = module["test_village_plays_as_it_did"]
    assert callable(check)
    check()


def test_the_code_of_the_page_is_typed(lesson: Path) -> None:
    config = Path(__file__).parents[2] / "pyproject.toml"
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--config-file",
        str(config),
        "--cache-dir",
        str(lesson / ".cache"),
        "picket",
    ]
    done = subprocess.run(command, cwd=lesson, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
