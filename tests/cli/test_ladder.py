"""The command `ladder`."""

import pytest
from tests.cli.conftest import Shell


def test_the_ladder_is_measured(shell: Shell) -> None:
    words = ("ladder", "skirmish", "ford", "--agents", "random,greedy", "-n", "6", "-j", "1")
    out = shell.run(*words).out
    assert "skirmish ford: greedy against random, 18 matches" in out
    assert out.count("better") == 2
    data = shell.run(*words, "--json").json
    assert [(row["better"], row["seat"], row["climbed"]) for row in data] == [
        ("greedy", 0, True),
        ("greedy", 1, True),
    ]


@pytest.mark.parametrize(
    ("agents", "complaint"),
    [
        ("random", "a ladder needs two agents or more"),
        ("random,brilliant", 'there is no agent "brilliant"'),
    ],
)
def test_what_is_wrong_is_said(shell: Shell, agents: str, complaint: str) -> None:
    assert complaint in shell.run("ladder", "skirmish", "--agents", agents, code=2).err
