"""Blocks of Python on the pages run as they stand; those that only sketch how something looks are at least Python."""

from __future__ import annotations

import ast
import re
import shutil
import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from phaseline.cli.app import app
from phaseline.engine.ledger import MARK
from phaseline.games import eisenhower

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BLOCK = re.compile(r"^(?P<indent> *)```python\n(?P<text>.*?)^ *```$", re.MULTILINE | re.DOTALL)

RUN_HERE = {
    "how-to/build-a-map.md": 1,
    "how-to/keep-the-case-ledger.md": 2,
    "how-to/print-a-map.md": 1,
    "how-to/run-experiments.md": 1,
    "reference/exports.md": 1,
    "reference/map-format.md": 1,
}
RUN_ELSEWHERE = {"how-to/run-many-matches.md": 2}
"""tests/ai/test_agents.py lets the agents of the page play. Sessions (`pycon`) are for test_examples and test_write_a_game."""
SKETCHES = {"explanation/legality.md": 3, "reference/case-files.md": 3}
SESSIONS = {
    "how-to/learn-from-environments.md",
    "how-to/use-from-python.md",
    "tutorial/write-a-game.md",
    "tutorial/write-a-hex-game.md",
}


def blocks(page: str) -> list[str]:
    text = (DOCS / page).read_text("utf-8")
    return [textwrap.dedent(found["text"]) for found in BLOCK.finditer(text)]


def carried_out(page: str, number: int = 0, **known: Any) -> dict[str, Any]:
    """The names that a block of a page has made."""
    names = dict(known)
    exec(blocks(page)[number], names)
    return names


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def phaseline(command: str) -> None:
    result = CliRunner().invoke(app, command.split(), catch_exceptions=False)
    assert result.exit_code == 0, result.output


def test_every_block_is_run_or_a_sketch() -> None:
    pages = {
        str(page.relative_to(DOCS)): page.read_text("utf-8")
        for page in DOCS.rglob("*.md")
        if not {"_build", "_made", "api"} & set(page.parts)
    }
    found = {name: len(blocks(name)) for name in pages if blocks(name)}
    assert found == RUN_HERE | RUN_ELSEWHERE | SKETCHES
    assert {name for name, text in pages.items() if "```pycon" in text} == SESSIONS


@pytest.mark.parametrize("page", sorted(SKETCHES))
def test_sketches_are_python(page: str) -> None:
    for block in blocks(page):
        assert ast.parse(block).body


def test_a_map_is_drawn_from_python(folder: Path) -> None:
    shutil.copy(Path(eisenhower.__file__).parent / "data/map.toml", folder)
    made = carried_out("how-to/print-a-map.md")
    assert (folder / "map.svg").read_text("utf-8").startswith("<svg")
    assert (folder / "normandy.png").read_bytes().startswith(b"\x89PNG")
    assert made["scene_json"](made["scene"](made["m"]))


@pytest.mark.slow
def test_a_map_is_built_from_python(folder: Path) -> None:
    source = Path("src/phaseline/games/westfront/data")
    shutil.copytree(ROOT / source / "map", folder / source / "map")
    shutil.copy(ROOT / source / "map.toml", folder / source)
    made = carried_out("how-to/build-a-map.md")
    assert made["hex_map"].title == "WestFront"
    assert not made["difference"]
    assert (folder / source / "map.toml").read_bytes() == (ROOT / source / "map.toml").read_bytes()


def test_cases_are_marked_as_the_page_says() -> None:
    marked = carried_out("how-to/keep-the-case-ledger.md")["losses"]
    assert (getattr(marked, MARK), marked(4)) == (("7.33", "7.34"), 2)
    tested = carried_out("how-to/keep-the-case-ledger.md", 1, pytest=pytest)["test_a_forest_halves_losses"]
    assert tested.pytestmark[0].args == ("westfront", "7.33", "7.34")


def test_the_tables_of_an_experiment_are_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (DOCS / "how-to/run-experiments.md").read_text("utf-8")
    experiment = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)[0]
    shorter = experiment.replace("matches = 200", "matches = 2")
    assert shorter != experiment
    (folder / "better.toml").write_text(shorter, "utf-8")
    phaseline("lab run better.toml -j 1")
    capsys.readouterr()
    made = carried_out("how-to/run-experiments.md")
    assert len(made["matches"]) == 4
    assert re.search(r"^ford +\w+", capsys.readouterr().out, re.MULTILINE)


def test_exported_positions_are_read(folder: Path) -> None:
    page = (DOCS / "reference/exports.md").read_text("utf-8")
    for command in re.findall(r"^phaseline (.*?)(?:  +#.*)?$", page, re.MULTILINE):
        phaseline(command.replace("--games 500", "--games 2 -j 1"))
    planes = carried_out("reference/exports.md")["planes"]
    assert planes.dtype == np.uint8
    assert planes.shape == (21, 7, 9)
    assert len((folder / "games.jsonl").read_text("utf-8").splitlines()) == 2


def test_a_map_in_a_docstring_is_one() -> None:
    drawn = carried_out("reference/map-format.md")["tiny"]
    assert drawn.label(drawn.places["Caen"].hex) == "0104"
