"""A folder to work in, and the command as a user would call it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from phaseline.cli.app import app


class Answer(NamedTuple):
    """What a command said, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Its output as data."""
        return json.loads(self.out)


class Shell:
    """A terminal in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._runner = CliRunner()

    def run(self, *words: str, code: int | None = 0, typed: str | None = None) -> Answer:
        """Run `phaseline WORDS` and expect this exit code (None: any)."""
        result = self._runner.invoke(
            app, list(words), input=typed, prog_name="phaseline", catch_exceptions=False
        )
        answer = Answer(result.exit_code, result.stdout, result.stderr)
        assert code is None or answer.code == code, answer
        return answer

    def new(self, *words: str) -> Path:
        """A match file of the scenario `ford`, always with the same dice, in which Blue is to move."""
        self.run("new", "skirmish", "ford", "--seed", "a", "-o", "ford.match", *words)
        self.run("do", "-s", "blue", "stance", "hold")
        self.run("do", "-s", "red", "stance", "screen")
        return self.folder / "ford.match"


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PHASELINE_MATCH", raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    return Shell(tmp_path)
