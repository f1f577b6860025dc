"""The command `ladder`."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Shell

from phaseline.lab.gates import standings
from phaseline.lab.journal import Journal, JournalError
from phaseline.lab.runner import spread


@pytest.fixture
def played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The matches that a text tells of are those of the data after it, and not played again."""

    def once(play: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
        kept: list[Any] = []

        def played(*wanted: Any, **named: Any) -> Iterator[Any]:
            if not kept:
                kept.extend(play(*wanted, **named))
            return iter(kept)

        return played

    monkeypatch.setattr("phaseline.cli.ladders.spread", once(spread))
    monkeypatch.setattr("phaseline.cli.ladders.standings", once(standings))


@pytest.mark.usefixtures("played_once")
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


def test_more_matches_than_can_be_named_are_refused(shell: Shell) -> None:
    error = shell.run("ladder", "skirmish", "ford", "-n", "1000000000", code=2).err
    assert "--games / -n: a number of at most 1000000 is needed" in error


@pytest.mark.parametrize(
    ("agents", "complaint"),
    [
        ("random", "a ladder needs two agents or more"),
        ("random,brilliant", 'there is no agent "brilliant"'),
    ],
)
def test_what_is_wrong_is_said(shell: Shell, agents: str, complaint: str) -> None:
    assert complaint in shell.run("ladder", "skirmish", "--agents", agents, code=2).err


@pytest.mark.usefixtures("played_once")
def test_an_agent_is_led_before_the_gates(shell: Shell) -> None:
    words = ("ladder", "skirmish", "ford", "--gates", "--agents", "random", "-n", "2", "-j", "1")
    out = shell.run(*words).out
    assert "skirmish ford: random before the gates, 12 matches" in out
    data = shell.run(*words, "--json").json
    assert [row["opponent"] for row in data] == ["passive", "staff-1", "greedy", "rusher", "dove", "hoarder"]
    assert {row["gate"] for row in data} <= {"met", "missed", "open"}


def test_only_some_gates_are_played_when_asked(shell: Shell) -> None:
    words = ("ladder", "skirmish", "ford", "--gates", "--agents", "greedy", "-n", "2", "-j", "1")
    data = shell.run(*words, "--against", "dove,passive", "--json").json
    assert [(row["opponent"], row["games"]) for row in data] == [("passive", 2), ("dove", 2)]
    wrong = shell.run(*words, "--against", "dove,greedy", code=2).err
    assert '--against: there is no gate against "greedy" for greedy in skirmish' in wrong
    assert "passive, staff-1, rusher, dove, hoarder" in wrong
    assert "add --gates" in shell.run("ladder", "skirmish", "ford", "--against", "dove", code=2).err


def test_gates_are_for_two_sides(shell: Shell) -> None:
    words = ("ladder", "midway", "--gates", "--agents", "random")
    assert "midway has 1" in shell.run(*words, code=2).err


def test_matches_are_kept_and_not_played_again(shell: Shell, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    words = ("ladder", "skirmish", "ford", "--agents", "passive,greedy", "-n", "2", "-j", "1", "--json")
    first = shell.run(*words, "--keep", str(kept)).json
    lines = kept.read_text().splitlines()
    assert len(lines) == 1 + 6
    assert shell.run(*words, "--keep", str(kept)).json == first
    assert kept.read_text().splitlines() == lines


def test_what_cannot_be_kept_is_told_before_anything_is_played(shell: Shell, tmp_path: Path) -> None:
    words = ("ladder", "skirmish", "ford", "--agents", "passive,greedy", "-n", "2")
    diary = tmp_path / "diary.txt"
    diary.write_text("dear diary")
    assert "--keep: " in shell.run(*words, "--keep", str(diary), code=2).err
    none = tmp_path / "no"
    said = f"--keep: {none / 'file'}: there is no folder {none}; make it first"
    assert said in shell.run(*words, "--keep", str(none / "file"), code=2).err
    assert "--keep: the name of a file is needed" in shell.run(*words, "--keep", "", code=2).err


def test_after_an_interruption_it_says_how_to_go_on(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*wanted: Any, **named: Any) -> Iterator[Any]:
        yield from itertools.islice(spread(*wanted, **named), 2)
        raise KeyboardInterrupt

    words = ("ladder", "skirmish", "ford", "--agents", "passive,greedy", "-n", "2", "-j", "1", "--json")
    kept = tmp_path / "kept.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr("phaseline.cli.ladders.spread", interrupted)
        answer = shell.run(*words, "--keep", str(kept), code=130)
        assert (
            answer.err == f"phaseline: stopped; the same command goes on with the matches that {kept} keeps\n"
        )
        assert shell.run(*words, code=130).err == "phaseline: stopped\n"
    lines = kept.read_text().splitlines()
    assert len(lines) >= 1 + 2
    shell.run(*words, "--keep", str(kept))
    assert kept.read_text().splitlines()[: len(lines)] == lines


def test_what_can_be_kept_no_more_is_named(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(journal: Journal, *_: object) -> None:
        raise JournalError(f"{journal.path}: No space left on device")

    monkeypatch.setattr(Journal, "add", full)
    words = ("ladder", "skirmish", "ford", "--agents", "passive,greedy", "-n", "2", "-j", "1")
    answer = shell.run(*words, "--keep", str(tmp_path / "kept.jsonl"), code=2)
    assert answer.err.endswith("kept.jsonl: No space left on device\n")
    assert answer.err.startswith("phaseline: ford, greedy against passive: ")
