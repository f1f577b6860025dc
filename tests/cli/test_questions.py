"""odds and ask."""

from pathlib import Path

import pytest
from tests.cli.conftest import Shell

TABLE = """
[crt]
dice = "1d6"
columns = ["1:1", "2:1", "3:1"]
rows.1-4 = ["A", "A", "D"]
rows.5-6 = ["A", "D", "D"]
"""


def test_odds_of_two_strengths(shell: Shell) -> None:
    out = shell.run("odds", "31", "21/2", "--shift", "-1:mountain", "--shift", "2:air").out
    assert out.splitlines() == ["31 against 10 1/2: 2:1", "1 left: mountain", "2 right: air", "column 3:1"]


def test_odds_with_exact_chances_from_a_table(shell: Shell) -> None:
    Path("t.toml").write_text(TABLE, "utf-8")
    out = shell.run("odds", "9", "4", "--table", "t.toml#crt").out.splitlines()
    assert out[1] == "column 2:1"
    assert out[3].split() == ["A", "2/3", "66.7%"]
    assert out[4].split() == ["D", "1/3", "33.3%"]
    data = shell.run("odds", "9", "4", "--table", "t.toml#crt", "--modifier", "4", "--json").json
    assert data["chances"] == {"D": "1"}
    assert shell.run("odds", "4", "1", "--table", "skirmish#results", "--json").json["column"] == "4:1"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("31",), "odds of what?"),
        (("x", "1"), "'x' is not a strength: write 12, 10.5 or 21/2"),
        (("1", "0", "--shift", "two"), "--shift: "),
        (("1", "1", "--columns", "2:1,1:1"), "--columns: odds columns must rise"),
        (("1", "1", "--table", "skirmish"), "--table: write it as GAME#NAME"),
        (("1", "1", "--table", "skirmish#crt"), "has no results table 'crt'; it has: "),
        (("1", "1", "--table", "gone.toml#crt"), "gone.toml: there is no such file"),
    ],
)
def test_odds_that_cannot_be(shell: Shell, words: tuple[str, ...], complaint: str) -> None:
    answer = shell.run("odds", *words, code=2)
    assert complaint in answer.err
    assert answer.err.count("\n") == 1


def test_the_questions_a_game_answers(shell: Shell) -> None:
    shell.new()
    out = shell.run("ask").out
    assert "supplied" in out
    assert "reach" in shell.run("ask", "ford.match", "--json").json["questions"]
    assert shell.run("ask", "supplied", "unit=3rd-Foot").out == "yes\n"
    assert shell.run("ask", "ford.match", "supplied", "unit=3rd-Foot", "--json").json is True


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("nonsense",), 'skirmish has no question "nonsense"; it answers: '),
        (("supplied", "unit"), 'argument "unit": write it as NAME=VALUE'),
        (("supplied", "unit=9th-Foot"), 'there is no unit "9th-Foot"'),
        (("supplied",), "supplied: "),
    ],
)
def test_questions_that_cannot_be_answered(shell: Shell, words: tuple[str, ...], complaint: str) -> None:
    shell.new()
    answer = shell.run("ask", *words, code=2)
    assert complaint in answer.err
    assert answer.err.count("\n") == 1


def test_an_answer_does_not_give_away_what_is_face_down(shell: Shell) -> None:
    """Blue attacks a hex whose defender it cannot see: it learns the possibilities, the referee the truth."""
    shell.new()
    question = ("odds", "ford.match", "target=0305", "attackers=1st-Armoured,2nd-Armoured")
    out = shell.run(*question).out
    assert out.startswith("it depends on what you cannot see")
    possible = shell.run(*question, "--json").json
    assert len(possible) > 1
    assert sum(entry["share"] for entry in possible) == pytest.approx(1)
    truth = shell.run("ask", "ford.match", "odds", *question[2:], "--referee", "--json").json
    assert truth in [entry["answer"] for entry in possible]
