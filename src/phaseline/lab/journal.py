"""Matches that have been played are not played again: a file of results, a line each, added to as they come.

A series that was stopped, or that is to be longer, goes on with the matches that are not in the file. A match is known by
all that decides it: program, rules and data, who has which seat, what he is made of and how many playouts he has, and the dice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final, TypeVar, cast

import msgspec
from msgspec import Struct

from phaseline import __version__
from phaseline.ai import registry
from phaseline.engine.plain import misread
from phaseline.lab.ladder import Job
from phaseline.lab.runner import Answer, Place
from phaseline.lab.simulate import Result, prepare

T = TypeVar("T")
R = TypeVar("R")
HEAD: Final = b'{"phaseline":"results of matches","format":1}\n'


class JournalError(ValueError):
    """The file cannot be used; the message says why and what would help."""


class Kept(Struct, frozen=True):
    """A match: the digest of what decides it, and what came of it."""

    match: str
    result: Result


class Journal:
    """The results in a file, which is made if there is none. Raises `JournalError`, or `OSError`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: dict[str, Result] = {}
        text = path.read_bytes() if path.exists() else b""
        if len(text) < len(HEAD) and HEAD.startswith(
            text
        ):  # it is new, or was cut off before anything was kept
            path.write_bytes(HEAD)
            return
        if not text.startswith(HEAD):
            raise JournalError(f"{path}: it holds no results of matches; name another file")
        whole = text[: text.rfind(b"\n") + 1]  # what was cut off in the middle is played again
        for number, line in enumerate(whole[len(HEAD) :].splitlines(), 2):
            try:
                read = msgspec.json.decode(line, type=Kept)
            except msgspec.DecodeError as error:
                said = misread(error, line, Kept)
                raise JournalError(f"{path}, line {number}: {said}; name another file") from error
            self._known[read.match] = read.result
        if len(whole) < len(text):
            with path.open("r+b") as file:  # written anew, all would be lost on the full disk that cut it off
                file.truncate(len(whole))

    def __len__(self) -> int:
        """How many matches are kept."""
        return len(self._known)

    def get(self, job: Job) -> Result | None:
        """What came of a match; None when it is not kept."""
        return self._known.get(match_digest(job))

    def add(self, job: Job, result: Result) -> None:
        """Keep what came of a match."""
        digest = match_digest(job)
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(Kept(digest, result)) + b"\n")
        self._known[digest] = result


def match_digest(job: Job) -> str:
    """What tells a match from all others: other rules, other data or agents that have been worked on make it another match."""
    setting = prepare(job.recipe)
    playouts = tuple(budget.playouts for budget in setting.budgets)
    said = (
        __version__,
        setting.game.key,
        setting.game.version,
        setting.scenario.digest,
        *((name, registry.code(name)) for name in setting.seating(job.number)),
        playouts,
        setting.dice(job.number).hex(),
    )
    return hashlib.sha256(msgspec.json.encode(said)).hexdigest()[:32]


class Keeping:
    """A place to play matches, where those that a journal has are not played, and all others are added to it."""

    def __init__(self, place: Place, journal: Journal) -> None:
        self.place = place
        self.journal = journal

    @property
    def name(self) -> str:
        """See `Place`."""
        return self.place.name

    def each(self, work: Callable[[T], R], items: Iterable[T]) -> Iterator[Answer[R]]:
        """See `Place`; each item is a `Job`, each value its `Result`."""
        source = enumerate(items)
        for index, item in source:
            kept = self._kept(index, item)
            if kept is None:
                break
            yield cast(Answer[R], kept)
        else:
            return
        early: list[Answer[Result]] = []
        taken: list[tuple[int, T]] = []

        def unplayed() -> Iterator[T]:
            for number, each in chain([(index, item)], source):
                if kept := self._kept(number, each):
                    early.append(kept)
                else:
                    taken.append((number, each))
                    yield each

        for answer in self.place.each(work, unplayed()):
            number, each = taken[answer.index]
            if answer.error is None:
                self.journal.add(cast(Job, each), cast(Result, answer.value))
            yield Answer(number, answer.value, answer.error)
            while early:
                yield cast(Answer[R], early.pop())
        while early:
            yield cast(Answer[R], early.pop())

    def _kept(self, index: int, item: object) -> Answer[Result] | None:
        found = self.journal.get(cast(Job, item))
        return None if found is None else Answer(index, found)
