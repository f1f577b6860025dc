"""Matches that have been played are kept in a file, and not played again."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from json import JSONDecoder
from pathlib import Path

import pytest

from phaseline.ai import registry
from phaseline.lab.journal import HEAD, Journal, JournalError, Keeping, match_digest
from phaseline.lab.ladder import Job
from phaseline.lab.runner import Here, Place, Processes, spread
from phaseline.lab.simulate import Recipe, Result

FORD = Recipe("skirmish", "ford", ("passive", "random"), seed=3)


def jobs(*numbers: int) -> list[Job]:
    return [Job(FORD, number) for number in numbers]


def told(job: Job) -> Result:
    """As if it had been played."""
    return Result(job.number, job.recipe.agents, job.number % 2, "", (), 10, 0, 0.0)


class Counting:
    """Plays nothing, and notes what it was asked for."""

    def __init__(self) -> None:
        self.played: list[int] = []

    def __call__(self, job: Job) -> Result:
        self.played.append(job.number)
        return told(job)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kept.jsonl"


def test_what_is_kept_is_not_played_again(path: Path) -> None:
    first, then = Counting(), Counting()
    list(spread(first, jobs(0, 2, 3), Keeping(Here(), Journal(path))))
    results = list(spread(then, jobs(0, 1, 2, 3, 4), Keeping(Here(), Journal(path))))
    assert (first.played, then.played) == ([0, 2, 3], [1, 4])
    assert results == [told(job) for job in jobs(0, 1, 2, 3, 4)]
    assert len(Journal(path)) == 5


def test_where_it_is_played_makes_no_difference(path: Path) -> None:
    list(spread(told, jobs(1, 2), Keeping(Here(), Journal(path))))
    for place in (Here(), Processes(2)):
        wanted: Place = Keeping(place, Journal(path))
        assert list(spread(told, jobs(*range(6)), wanted)) == [told(job) for job in jobs(*range(6))]


def test_nothing_is_played_beyond_what_is_asked_for_while_all_is_kept(path: Path) -> None:
    list(spread(told, jobs(0, 1, 2), Keeping(Here(), Journal(path))))
    work = Counting()
    found: Iterator[Result] = spread(work, jobs(*range(9)), Keeping(Here(), Journal(path)))
    assert [each.number for each in islice(found, 3)] == [0, 1, 2]
    assert work.played == []


def test_what_was_cut_off_on_a_full_disk_costs_nothing_else(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Journal(path).add(jobs(0)[0], told(jobs(0)[0]))
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"match":"cut')

    def full(file: Path, _: bytes) -> int:
        file.open("wb").close()  # as it begins
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    kept = Journal(path)
    assert len(kept) == 1
    assert path.read_bytes().startswith(whole)
    kept.add(jobs(1)[0], told(jobs(1)[0]))
    assert len(Journal(path)) == 2


def test_wherever_a_line_was_cut_off_the_others_are_kept(path: Path) -> None:
    list(spread(told, jobs(0, 1), Keeping(Here(), Journal(path))))
    head, first, second = path.read_bytes().splitlines(keepends=True)
    for length in range(1, len(second)):
        path.write_bytes(head + first + second[:length])
        known = len(Journal(path))
        assert known == (2 if length == len(second) - 1 else 1)
        Journal(path).add(jobs(2)[0], told(jobs(2)[0]))
        assert len(Journal(path)) == known + 1


def test_two_series_may_add_to_one_file_at_the_same_time(path: Path) -> None:
    one, other = Journal(path), Journal(path)
    for number in range(4):
        (one, other)[number % 2].add(jobs(number)[0], told(jobs(number)[0]))
    path.write_bytes(path.read_bytes() + HEAD)  # both found no file and began it
    one.add(jobs(4)[0], told(jobs(4)[0]))
    assert len(Journal(path)) == 5
    assert len(other) == 2


def test_what_stands_there_that_is_no_match_is_told_with_its_line(path: Path) -> None:
    list(spread(told, jobs(0, 1), Keeping(Here(), Journal(path))))
    path.write_bytes(path.read_bytes() + b'{"match":7}\n')
    said = r"kept\.jsonl, line 4: match: 7 stands here; a text is needed; take the line out, or name another file"
    with pytest.raises(JournalError, match=said):
        Journal(path)


def test_a_folder_that_is_not_there_is_named(path: Path) -> None:
    with pytest.raises(JournalError, match=r"there is no folder .*none; make it first"):
        Journal(path.parent / "none" / "kept.jsonl")


def test_a_file_that_can_be_written_no_more_is_named_and_keeps_what_it_has(path: Path) -> None:
    kept = Journal(path)
    kept.add(jobs(0)[0], told(jobs(0)[0]))
    whole = path.read_bytes()
    path.unlink()
    path.mkdir()  # nobody, not even the one who may do everything, writes into a folder
    with pytest.raises(JournalError, match=r"kept\.jsonl: Is a directory"):
        kept.add(jobs(1)[0], told(jobs(1)[0]))
    path.rmdir()
    path.write_bytes(whole)
    assert len(Journal(path)) == 1


def test_what_was_cut_off_is_played_again_and_the_rest_is_kept(path: Path) -> None:
    list(spread(told, jobs(0, 1), Keeping(Here(), Journal(path))))
    path.write_bytes(path.read_bytes()[:-7])
    work = Counting()
    list(spread(work, jobs(0, 1), Keeping(Here(), Journal(path))))
    assert work.played == [1]
    assert len(Journal(path)) == 2


@pytest.mark.parametrize(
    "other",
    [
        replace(FORD, scenario="ridge"),
        replace(FORD, agents=("random", "passive")),
        replace(FORD, seed=4),
        replace(FORD, playouts=(5, 5)),
    ],
)
def test_a_match_is_known_by_all_that_decides_it(other: Recipe) -> None:
    assert match_digest(Job(other, 0)) != match_digest(Job(FORD, 0))
    assert match_digest(Job(FORD, 1)) != match_digest(Job(FORD, 0))
    assert match_digest(Job(replace(FORD), 0)) == match_digest(Job(FORD, 0))


def test_an_agent_that_was_worked_on_plays_other_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    before, beside = match_digest(Job(FORD, 0)), registry.code("passive")
    known = registry.code
    monkeypatch.setattr(registry, "code", lambda name: "new" if name == "random" else known(name))
    assert match_digest(Job(FORD, 0)) != before
    assert registry.code("passive") == beside


def test_an_agent_of_somebody_else_is_known_by_his_own_package(monkeypatch: pytest.MonkeyPatch) -> None:
    makers = {"package": JSONDecoder, "module": deque, "ours": registry.factory("passive")}
    monkeypatch.setattr(registry, "factory", lambda name: makers[name])
    assert len({registry.code(name) for name in makers}) == len(makers)
    assert [registry.is_own(name) for name in makers] == [False, False, True]
    assert registry.code("package") == registry.code("package")


@pytest.mark.parametrize("length", range(0, len(HEAD), 9))
def test_a_file_that_was_cut_off_before_the_first_match_is_begun_anew(path: Path, length: int) -> None:
    path.write_bytes(HEAD[:length])
    list(spread(told, jobs(0), Keeping(Here(), Journal(path))))
    assert path.read_bytes().startswith(HEAD)
    assert len(Journal(path)) == 1


def test_another_file_is_left_as_it_is(path: Path) -> None:
    path.write_text("dear diary\n")
    with pytest.raises(JournalError, match=r"kept\.jsonl: it holds no results of matches; name another file"):
        Journal(path)
    assert path.read_text() == "dear diary\n"
    path.write_bytes(HEAD + b'{"match": 3}\n')
    with pytest.raises(JournalError, match=r"line 2: .*name another file"):
        Journal(path)
