"""lab run, resume, status, check."""

import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Shell

from phaseline.ai import registry as players
from phaseline.ai.greedy import GreedyAgent
from phaseline.ai.random_agent import RandomAgent
from phaseline.engine import registry
from phaseline.engine.match import Match
from phaseline.lab import simulate
from phaseline.lab.experiment import read
from phaseline.lab.runner import Here
from phaseline.lab.running import run
from phaseline.lab.simulate import prepare
from phaseline.lab.store import Store

TEXT = """
title = "Is greedy better?"
[stop]
matches = 6
[[play]]
games = ["skirmish"]
scenarios = ["ford"]
agents = ["greedy", "random"]
[agents.greedy]
agent = "greedy"
playouts = 6
"""


def test_a_place_that_is_none_leaves_no_folder_behind(shell: Shell) -> None:
    Path("better.toml").write_text(TEXT, "utf-8")
    answer = shell.run("lab", "run", "better.toml", "--on", "mars", code=2)
    assert '--on: "mars" is no place to play' in answer.err
    assert not Path("better").exists()
    assert (
        "there is a file of this name"
        in shell.run("lab", "run", "better.toml", "--into", "better.toml", code=2).err
    )


def test_an_experiment_is_run_and_looked_at(shell: Shell) -> None:
    Path("better.toml").write_text(TEXT, "utf-8")
    assert "1 series, 6 matches at most" in shell.run("lab", "check", "better.toml").out
    assert shell.run("lab", "check", "better.toml", "--json").json[0]["series"] == [
        {"key": "skirmish-ford-greedy-random", "matches": 6}
    ]
    out = shell.run("lab", "run", "better.toml", "-j", "1").out
    assert out.startswith("Is greedy better?: done in ")
    assert "phaseline lab report better" in out
    data = shell.run("lab", "status", "better", "--json").json
    assert data["series"] == [
        {
            "key": "skirmish-ford-greedy-random",
            "agents": ["greedy", "random"],
            "done": 6,
            "matches": 6,
            "faults": 0,
            "complete": True,
            "verdict": None,
            "log_ratio": None,
        }
    ]
    assert "6 matches in " in shell.run("lab", "status", "better").out
    assert shell.run("lab", "resume", "better", "--json").json == data
    again = shell.run("lab", "run", "better.toml", code=2).err
    assert "holds a run already; go on with it (lab resume)" in again


def test_what_a_test_says_is_shown(shell: Shell) -> None:
    Path("test.toml").write_text(TEXT.replace("matches = 6", "matches = 8\ntest = {}"), "utf-8")
    assert "by test of wins" in shell.run("lab", "check", "test.toml").out
    out = shell.run("lab", "run", "test.toml", "-j", "1", "--into", "elsewhere").out
    assert "open: +" in out
    assert "between -2.94 and +2.94" in out


def test_a_run_in_which_a_match_broke_down_is_told_by_its_exit_code(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = simulate.play_on

    def breaks(setting: Any, number: int, match: Match) -> Any:
        if number == 2:
            raise ZeroDivisionError("by zero")
        return whole(setting, number, match)

    monkeypatch.setattr("phaseline.lab.playing.play_on", breaks)
    Path("better.toml").write_text(TEXT, "utf-8")
    told = shell.run("lab", "run", "better.toml", "-j", "1", code=1)
    assert "match 2 broke down: ZeroDivisionError: by zero" in told.err
    assert "the report: phaseline lab report better" in told.out
    assert shell.run("lab", "resume", "better", "--json", code=1).json["series"][0]["faults"] == 1


def test_ctrl_c_says_how_to_go_on(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("phaseline.lab.running.run", stopped)
    Path("better.toml").write_text(TEXT, "utf-8")
    out = shell.run("lab", "run", "better.toml", code=130).out
    assert out == "stopped; go on with: phaseline lab resume better\n"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("check", "none.toml"), "none.toml: No such file"),
        (("run", "wrong.toml"), "wrong.toml: sed: there is no such field; did you mean seed?"),
        (("run", "good.toml", "--on", "moon"), '--on: "moon" is no place to play; take processes, ray or ray:ADDRESS'),
        (("status", "."), "is not the folder of a run"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_line(shell: Shell, words: tuple[str, ...], complaint: str) -> None:
    Path("good.toml").write_text(TEXT, "utf-8")
    Path("wrong.toml").write_text("sed = 3\n" + TEXT, "utf-8")
    answer = shell.run("lab", *words, code=2)
    assert complaint in answer.err
    assert answer.err.count("\n") == 1


def test_what_is_not_installed_is_named(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Experiments need an extra, and a cluster another; simulate needs neither."""
    for name in ("pyarrow", "altair", "ray"):
        monkeypatch.setitem(sys.modules, name, None)
    Path("good.toml").write_text(TEXT, "utf-8")
    assert (
        "altair is not installed; pip install 'phaseline[lab]'"
        in shell.run("lab", "run", "good.toml", code=2).err
    )
    said = shell.run("simulate", "skirmish", "-n", "2", "--on", "ray", code=2).err
    assert "Ray is not installed; pip install 'phaseline[ray]'" in said
    assert "2 matches" in shell.run("simulate", "skirmish", "-n", "2", "-j", "1").out
    assert "1 series" in shell.run("lab", "check", "good.toml").out


def test_a_report_of_a_run_that_is_not_over(shell: Shell) -> None:
    Path("short.toml").write_text(TEXT, "utf-8")
    store = Store.create(Path("short"), Path("short.toml"), *read(Path("short.toml")))
    assert shell.run("lab", "report", "short").out == "the report is in short/report.html\n"
    empty = Path("short/report.html").read_text("utf-8")
    assert "0 matches in 0 series" in empty

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(store, Here(), stop)
    shell.run("lab", "report", "short", "-o", "part.html", "--no-records", "--page", "http://example.org/")
    text = Path("part.html").read_text("utf-8")
    assert "not over yet: skirmish-ford-greedy-random" in text
    assert '<script type="application/json" id="records">{}</script>' in text


def test_a_run_by_other_rules_is_looked_at_and_left_as_it_is(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("better.toml").write_text(TEXT, "utf-8")
    shell.run("lab", "run", "better.toml", "-j", "1")
    before = shell.run("lab", "status", "better").out
    whole = shell.run("lab", "status", "better", "--json").json
    assert whole["otherwise"] is None
    monkeypatch.setattr(type(registry.game("skirmish")), "version", "99")
    status = shell.run("lab", "status", "better")
    assert status.out == before
    assert status.err.startswith("phaseline: better was begun with other rules (skirmish: ")
    assert status.err.endswith(", here: 99): it can be looked at, but not gone on with\n")
    told = shell.run("lab", "status", "better", "--json").json
    assert told == {**whole, "otherwise": told["otherwise"]}
    assert told["otherwise"].endswith("here: 99)")
    assert "begun with other rules" in shell.run("lab", "report", "better").err
    assert "begun with other rules" in Path("better/report.html").read_text("utf-8")
    for words in (("resume", "better"), ("chances", "better"), ("values", "better")):
        assert "begun with other rules" in shell.run("lab", *words, code=2).err


class Mine(RandomAgent):
    """An agent of somebody else."""


def test_a_run_of_agents_that_are_not_here_is_looked_at(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("better.toml").write_text(TEXT.replace('"greedy"', '"mine"'), "utf-8")
    with monkeypatch.context() as here:
        known = players.factory
        here.setattr(players, "factory", lambda name: Mine if name == "mine" else known(name))
        here.setattr(players, "code", lambda _: "a" * 64)
        shell.run("lab", "run", "better.toml", "-j", "1")
        before = shell.run("lab", "status", "better")
        assert before.err == ""
    prepare.cache_clear()
    status = shell.run("lab", "status", "better")
    assert status.out == before.out
    assert (
        f"begun with other agents (mine: {'a' * 16}, here: not installed): it can be looked at" in status.err
    )
    shell.run("lab", "report", "better")
    assert "mine" in Path("better/report.html").read_text("utf-8")
    refused = shell.run("lab", "resume", "better", code=2).err
    assert 'there is no agent "mine"' in refused
    assert refused.endswith("; your own are named in PHASELINE_AGENTS\n")


def test_a_folder_without_a_run_is_left_alone(shell: Shell) -> None:
    Path("better.toml").write_text(TEXT, "utf-8")
    other = Path("mine/experiment.toml")
    other.parent.mkdir()
    other.write_text("# years of work", "utf-8")
    said = shell.run("lab", "run", "better.toml", "-j", "1", "--into", "mine", code=2).err
    assert "mine/experiment.toml is of another experiment; choose another folder (--into)" in said
    assert other.read_text("utf-8") == "# years of work"
    said = shell.run("lab", "status", "better.toml", code=2).err
    assert "better.toml is not the folder of a run: it has no manifest.json" in said


def test_an_agent_that_cannot_be_made_is_told_with_its_field(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GreedyAgent, "__init__", lambda _: None)
    Path("better.toml").write_text(f"seed = 77\n{TEXT}", "utf-8")
    said = shell.run("lab", "check", "better.toml", code=2).err
    assert "better.toml: play[1].agents: agent greedy cannot be made of a seed" in said


def test_a_run_does_not_tell_where_it_was_begun(shell: Shell) -> None:
    Path("better.toml").write_text(TEXT, "utf-8")
    shell.run("lab", "run", "better.toml", "-j", "1")
    assert str(shell.folder) not in Path("better/manifest.json").read_text("utf-8")


def test_a_disk_that_is_full_is_told_with_how_to_go_on(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Store, "add", full)
    Path("better.toml").write_text(TEXT, "utf-8")
    told = shell.run("lab", "run", "better.toml", "-j", "1", code=2).err
    assert told == (
        "phaseline: better: No space left on device (when that is mended: phaseline lab resume better)\n"
    )


def test_a_folder_of_which_parts_are_broken_says_which(shell: Shell) -> None:
    Path("better.toml").write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    shell.run("lab", "run", "better.toml", "-j", "1")
    with Path("better/visits.jsonl").open("ab") as visits:
        visits.write(b'{"place":"1 pro')
    assert "6 matches in " in shell.run("lab", "status", "better").out
    Path("better/records/skirmish-ford-greedy-random/000000.match").unlink()
    said = shell.run("lab", "chances", "better", code=2).err
    assert (
        "000000.match: this record cannot be read: No such file or directory; put a copy of it back" in said
    )
    table = Path("better/matches/skirmish-ford-greedy-random.00000.parquet")
    table.write_bytes(table.read_bytes()[:100])
    for word in ("status", "resume", "report"):
        said = shell.run("lab", word, "better", code=2).err
        assert f"{table}: this table cannot be read: it is not whole; put a copy of it back" in said
    Path("better/experiment.toml").write_bytes(b"\xff\xfe")
    said = shell.run("lab", "status", "better", code=2).err
    assert said == "phaseline: better/experiment.toml: this is no text in UTF-8\n"
