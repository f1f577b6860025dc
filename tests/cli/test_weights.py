"""The command `weights`."""

from pathlib import Path

import pytest
from tests.cli.conftest import Shell

WORDS = ("weights", "westfront", "husky", "--against", "staff", "--cap", "4", "--playouts", "0", "-j", "1")


def test_weights_are_told_apart(shell: Shell, tmp_path: Path) -> None:
    """Matches that were kept are not played again; what it proposes is an agent that can be played."""
    more = ("--seat", "Axis", "-n", "60", "--keep", str(tmp_path / "kept.jsonl"))
    out = shell.run(*WORDS, *more, "--most", "3").out
    assert "westfront husky: 51 weights of general as Axis, 60 matches" in out
    data = shell.run(*WORDS, *more, "--json").json
    assert len(data["weights"]) == 51
    ratios = [abs(each["gain"] / each["error"]) for each in data["weights"] if each["error"]]
    assert ratios == sorted(ratios, reverse=True)
    better = data["better"]
    assert better.startswith("general")
    assert better in out or better == "general"
    shell.run("simulate", "westfront", "husky", "--agents", f"staff,{better}", "-n", "1", "--playouts", "0")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (
            ("--seat", "Axis", "-n", "20"),
            "--games: 20 matches cannot tell 51 numbers apart; play more than 52, better a thousand",
        ),
        (("--seat", "Blue"), "--seat: "),
        (("--seat", "Axis", "-n", "1000000000"), "--games / -n: a number of at most 1000000 is needed"),
        (("--seat", "Axis", "--cap", "inf"), "--cap: a number of at most 1000000 is needed"),
        (("--seat", "Axis", "--agent", "staff"), "--agent: staff weighs nothing that could be set"),
        (("--seat", "Axis", "--against", "nobody"), '--against: there is no agent "nobody"'),
    ],
)
def test_what_is_wrong_is_said(shell: Shell, words: tuple[str, ...], complaint: str) -> None:
    assert complaint in shell.run(*WORDS, *words, code=2).err


def test_where_nothing_is_weighed_it_says_so(shell: Shell) -> None:
    error = shell.run("weights", "skirmish", "ford", "--seat", "Blue", code=2).err
    assert "in Skirmish there are no numbers that could be weighed otherwise" in error
