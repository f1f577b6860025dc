"""The lesson "Your first game": what it tells the reader to type is typed, and what it shows must appear, in order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from phaseline.cli.app import app

PAGE = (Path(__file__).parents[2] / "docs/tutorial/first-game.md").read_text("utf-8")
BLOCK = re.compile(r"^```(?P<kind>text|console)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = "Blue> "
PLAY, CONTINUE, REPLAY = (
    line[8:]
    for block in BLOCK.finditer(PAGE)
    for line in block["text"].splitlines()
    if line.startswith("$ ./run ")
)


def shown() -> list[str]:
    """The lines that the page shows, without those cut short with dots."""
    text = [
        line
        for block in BLOCK.finditer(PAGE)
        if block["kind"] == "text"
        for line in block["text"].splitlines()
    ]
    return [line.rstrip() for line in text if line.strip() not in ("", "...")]


def run(command: str, typed: str = "") -> str:
    result = CliRunner(env={"COLUMNS": "118", "NO_COLOR": "1"}).invoke(
        app, command.split(), input=typed, prog_name="phaseline", catch_exceptions=False
    )
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the program says when the reader does what the page tells."""
    monkeypatch.chdir(tmp_path)
    orders = [line.removeprefix(PROMPT) for line in shown() if line.startswith(PROMPT)]
    assert len(orders) > 15
    return run(PLAY, "\n".join(orders) + "\n")


def test_the_page_shows_what_the_program_says(told: str) -> None:
    said = iter([line.rstrip() for line in told.splitlines()])
    for line in shown():
        # The page shows a corner of the map: there a line goes on.
        corner = (line[:1] in "┌│└ " and "│" in line) or line[:1] in "┌└"
        found = any(other.startswith(line) if corner else other == line for other in said)
        assert found, f"the page shows, but the program does not say (at this point): {line!r}"


@pytest.mark.usefixtures("told")
def test_the_match_goes_on_and_proves_itself() -> None:
    assert "choose a hex to retreat to" in run(CONTINUE, "quit\n")
    assert "verified: " in run(REPLAY)
