"""study."""

import pytest
from tests.cli.conftest import Shell


def test_study_tells_how_matches_end(shell: Shell) -> None:
    words = ("study", "eisenhower", "historical", "-n", "3", "--seed", "2", "-j", "1")
    out = shell.run(*words).out
    assert out.startswith("Eisenhower's War, Historical Invasion: 3 matches of random and random, seed 2\n")
    assert "4.3.2a" in out
    assert "Allied holds out until turn" in out
    data = shell.run(*words, "--json").json
    assert sum(ending["matches"] for ending in data["endings"]) == data["games"] == 3
    assert data["agents"] == ["random", "random"]
    assert all(column["attacks"] > 0 for column in data["odds"])


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--agents", "random"), "--agents: 1 agent for 2 seats"),
        (("--agents", "random,brilliant"), '--agents: there is no agent "brilliant"'),
    ],
)
def test_study_says_what_is_wrong(shell: Shell, words: tuple[str, ...], complaint: str) -> None:
    assert complaint in shell.run("study", "eisenhower", *words, code=2).err
