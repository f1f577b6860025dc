"""The command as a whole: help, version, errors, start-up."""

import json
import os
import subprocess
import sys

import pytest
from tests.cli.conftest import Shell

from phaseline import __version__
from phaseline.cli import main, many
from phaseline.cli.app import COMMANDS


def test_the_version(shell: Shell) -> None:
    assert shell.run("--version").out == f"phaseline {__version__}\n"


def test_the_version_and_a_usage_error_load_no_game() -> None:
    """Start-up stays quick because nothing is imported that is not needed."""
    for words in (["--version"], ["show", "--nonsense"]):
        program = (
            f"import sys; sys.argv[1:] = {words!r}\n"
            "from phaseline.cli import main\n"
            "try: main()\nexcept SystemExit: pass\n"
            "print(sorted(m for m in sys.modules if m.startswith(('phaseline.games', 'phaseline.lab'))), end='')"
        )
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        assert done.stdout.endswith("[]"), done


def test_an_output_without_accents_stops_nothing(shell: Shell) -> None:
    shell.new()
    poor = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "phaseline"]
    shown = subprocess.run([*command, "show"], capture_output=True, text=True, check=True, env=poor)
    assert "Le Gu?" in shown.stdout
    assert shown.stderr == ""
    briefed = subprocess.run(
        [*command, "brief", "--json"], capture_output=True, text=True, check=True, env=poor
    )
    assert briefed.stdout.isascii()
    assert "Le Gué" in str(json.loads(briefed.stdout))


def test_without_words_there_is_help(shell: Shell) -> None:
    out = shell.run().out
    assert "Usage: phaseline" in out
    for command in COMMANDS:
        assert f" {command} " in out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(shell: Shell, command: str) -> None:
    assert f"Usage: phaseline {command}" in shell.run(command, "--help").out


def test_ctrl_c_is_told(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(many, "measure", interrupted)
    assert shell.run("bench", "skirmish", code=130) == (130, "", "phaseline: stopped\n")


def test_a_mistyped_command_is_one_line_with_a_suggestion(shell: Shell) -> None:
    answer = shell.run("shwo", code=2)
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    assert "Did you mean 'show'" in answer.err
    assert answer.err.endswith("see phaseline --help\n")


def test_a_wrong_option_is_one_line(shell: Shell) -> None:
    answer = shell.run("simulate", "skirmish", "--games", "many", code=2)
    assert "--games" in answer.err
    assert "--games / -n: a whole number is needed; see phaseline simulate --help" in answer.err
    assert answer.err.endswith("see phaseline simulate --help\n")
    assert answer.err.count("\n") == 1


def test_ctrl_c_before_a_command_has_begun_is_told_as_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(**_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("phaseline.cli.app.app", stopped)
    monkeypatch.setattr("sys.argv", ["phaseline", "games"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 130
    assert capsys.readouterr().err == "phaseline: stopped\n"
