"""simulate, fuzz, bench."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Shell

from phaseline.engine.game import Game, Scenario
from phaseline.engine.harness import Fault
from phaseline.engine.match import Match
from phaseline.lab.runner import Answer, Here, WorkerLost, spread


def test_records_of_other_matches_are_not_overwritten(shell: Shell) -> None:
    words = ("simulate", "skirmish", "-n", "1", "-j", "1", "--records", "kept")
    shell.run(*words, "--seed", "3")
    record = Path("kept/skirmish-ford-00000.match")
    before = record.read_text("utf-8")
    shell.run(*words, "--seed", "3")
    answer = shell.run(*words, "--seed", "4", code=2).err
    assert "skirmish-ford-00000.match: this is the record of another match; name another folder" in answer
    assert record.read_text("utf-8") == before


def test_simulate_counts_and_keeps_records(shell: Shell) -> None:
    out = shell.run("simulate", "skirmish", "ford", "--games", "4", "--seed", "3", "--records", "kept").out
    assert out.startswith("Skirmish, The Ford: 4 matches, seed 3\n")
    assert "orders a match" in out
    data = shell.run("simulate", "skirmish", "ford", "-n", "4", "--seed", "3", "--json", "-j", "1").json
    wins = [seat["wins"] for seat in data["seats"].values()]
    assert sum(wins) + data["draws"] == data["games"] == 4
    assert data["agents"] == ["random", "random"]
    records = sorted(Path("kept").iterdir())
    assert len(records) == 4
    assert "verified" in shell.run("replay", str(records[2]), "-q").out


def test_simulate_that_is_interrupted_shows_what_was_played(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*wanted: Any) -> Iterator[Any]:
        yield from itertools.islice(spread(*wanted), played)
        raise KeyboardInterrupt

    monkeypatch.setattr("phaseline.cli.many.spread", interrupted)
    words = ("simulate", "skirmish", "ford", "-n", "9", "-j", "1")
    played = 2
    answer = shell.run(*words, code=130)
    assert answer.err == "phaseline: stopped after 2 of 9 matches\n"
    assert answer.out.startswith("Skirmish, The Ford: 2 matches, seed 0\n")
    played = 0
    assert shell.run(*words, code=130) == (130, "", "phaseline: stopped\n")


def test_where_a_folder_is_needed_a_file_is_told(shell: Shell) -> None:
    Path("diary.txt").write_text("dear diary")
    answer = shell.run("simulate", "skirmish", "-n", "1", "--records", "diary.txt", code=2)
    assert answer.err == "phaseline: --records: diary.txt: there is a file of this name; name a folder\n"


def test_simulate_swaps_seats(shell: Shell) -> None:
    out = shell.run("simulate", "skirmish", "-n", "2", "--swap", "--agents", "random,random").out
    assert "all in turn" in out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--agents", "random"), "--agents: 1 agent for 2 seats: name one for each: Blue, Red"),
        (("--agents", "random,brilliant"), '--agents: there is no agent "brilliant"'),
        (("--agents", "random, brilliant"), '--agents: there is no agent "brilliant"'),
        (("--agents", ""), "--agents: 1 agent for 2 seats"),
        (("--games", "0"), "--games"),
    ],
)
def test_simulate_says_what_is_wrong(shell: Shell, words: tuple[str, ...], complaint: str) -> None:
    answer = shell.run("simulate", "skirmish", *words, code=2)
    assert complaint in answer.err
    assert answer.err.count("\n") == 1


def test_one_is_one(shell: Shell) -> None:
    assert ": 1 match, seed 0\n" in shell.run("simulate", "skirmish", "-n", "1", "-j", "1").out
    assert "): 1 match of " in shell.run("fuzz", "skirmish", "ford", "-n", "1", "-j", "1", "--no-staff").out
    assert (
        ": 1 match of random and random" in shell.run("study", "skirmish", "ford", "-n", "1", "-j", "1").out
    )
    shell.run("new", "skirmish", "ford", "-o", "a.match")
    shell.run("do", "-s", "blue", "stance", "hold")
    assert "verified: 1 order, 0 phase ends" in shell.run("replay", "a.match", "-q").out


def test_fuzz_is_clean(shell: Shell) -> None:
    assert shell.run("fuzz", "skirmish", "--games", "2", "-j", "2").out.endswith(": clean\n")
    assert list(shell.folder.iterdir()) == []


def test_a_fault_is_dumped_so_that_replay_opens_it(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(game: Game[Any, Any], scenario: Scenario, seed: int, **_: object) -> None:
        match = Match.new(game, scenario, seed=seed.to_bytes(32, "big"))
        raise Fault("a unit stands in the sea", game, scenario, seed, match if seed != 21 else None)

    monkeypatch.setattr("phaseline.lab.fuzz.play_checked", faulty)
    words = ("skirmish", "ridge", "-n", "9", "--seed", "20", "--dumps", "faults", "--jobs", "1")
    answer = shell.run("fuzz", *words, code=1)
    assert answer.out.startswith("skirmish (ridge): 5 matches, ")
    assert "5 faults" in answer.out
    assert "a unit stands in the sea" in answer.err
    assert "again: phaseline fuzz skirmish ridge --games 1 --seed 21" in answer.err
    assert "0 orders" in shell.run("replay", "faults/fault-skirmish-ridge-20.match", "-q").out


def test_bench_as_data(shell: Shell) -> None:
    data = shell.run("bench", "skirmish", "--seconds", "0.1", "--json").json
    assert set(data) == {
        "orders_per_s",
        "order_us",
        "copy_us",
        "first_us",
        "deep_us",
        "sample_us",
        "view_ms",
        "view_bytes",
        "staff_per_s",
    }
    assert all(value > 0 for value in data.values())
    every = shell.run("bench", "--seconds", "0.05", "--json").json
    assert set(every["skirmish ford"]) == set(data)


def test_bench_for_people_names_the_machine(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("phaseline.cli.many.flood_benchmarks", lambda: [("35 x 24: flood", 0.0005)])
    out = shell.run("bench", "skirmish", "ridge", "--seconds", "0.1").out
    assert "Python" in out.splitlines()[0]
    assert out.count("skirmish ridge") == 2
    assert "First order on it" in out
    assert "35 x 24: flood     0.500" in out


@pytest.mark.parametrize(
    ("words", "where"),
    [
        (("simulate", "skirmish", "-n", "2"), "match 0 of seed 0"),
        (("study", "skirmish", "-n", "2"), "match 0 of seed 0"),
        (
            ("ladder", "skirmish", "ford", "--agents", "passive,random", "-n", "2"),
            "ford, random against passive",
        ),
        (("fuzz", "skirmish", "-n", "2"), "skirmish, the match of seed 0"),
    ],
)
def test_a_process_that_died_is_told_in_a_line(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], where: str
) -> None:
    def each(_place: Here, _work: object, _items: object) -> Iterator[Answer[Any]]:
        yield Answer(0, error=WorkerLost("the process that played it died"))

    monkeypatch.setattr(Here, "each", each)
    assert (
        shell.run(*words, "-j", "1", code=2).err == f"phaseline: {where}: the process that played it died\n"
    )
