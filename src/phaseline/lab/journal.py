"""Matches that have been played are not played again: a file of results, a line each, added to as they come.

A series that was stopped, or that is to be longer, goes on with the matches that are not in the file. A match is known by
all that decides it: program, rules and data, who has which seat, what he is made of and how many playouts he has, and the dice.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
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
CUT_OFF: Final = "Input data was truncated"
"""What the parser says of a line that ends in the middle."""
HEAD: Final = b'{"phaseline":"results of matches","format":1}\n'


class JournalError(ValueError):
    """The file cannot be used; the message says why and what would help."""


class Kept(Struct, frozen=True):
    """A match: the digest of what decides it, and what came of it."""

    match: str
    result: Result


class Journal:
    """The results in a file, which is made if there is none. Raises `JournalError`.

    Several may add to one file at the same time: each adds whole lines at its end, and nobody takes away what another has
    added. Of what the others add since it was opened, it knows nothing.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: dict[str, Result] = {}
        with self._naming():
            with path.open("ab") as file:  # never emptied: somebody else may have begun it just now
                if not file.tell():
                    file.write(HEAD)
            text = path.read_bytes()
            if len(text) < len(HEAD) and HEAD.startswith(text):  # cut off before anything was kept
                path.write_bytes(HEAD)
                return
        if not text.startswith(HEAD):
            raise JournalError(f"{path}: it holds no results of matches; name another file")
        for number, line in enumerate(text.split(b"\n"), 1):
            self._read(number, line)

    def _read(self, number: int, line: bytes) -> None:
        """Take up what a line keeps. Raises `JournalError`."""
        if line + b"\n" == HEAD or not line:
            return
        try:
            read = msgspec.json.decode(line, type=Kept)
        except msgspec.DecodeError as error:
            if str(error) == CUT_OFF or not line.endswith(
                b"}"
            ):  # in the middle of a number, it says otherwise
                return  # the match is played again
            said = misread(error, line, Kept)
            raise JournalError(
                f"{self.path}, line {number}: {said}; take the line out, or name another file"
            ) from error
        self._known[read.match] = read.result

    @contextmanager
    def _naming(self) -> Iterator[None]:
        """Turns what the system says of the file into a `JournalError`."""
        try:
            yield
        except FileNotFoundError as error:
            raise JournalError(
                f"{self.path}: there is no folder {self.path.parent}; make it first"
            ) from error
        except OSError as error:
            raise JournalError(f"{self.path}: {error.strerror}") from error

    def __len__(self) -> int:
        """How many matches are kept."""
        return len(self._known)

    def get(self, job: Job) -> Result | None:
        """What came of a match; None when it is not kept."""
        return self._known.get(match_digest(job))

    def add(self, job: Job, result: Result) -> None:
        """Keep what came of a match. Raises `JournalError`; what is kept already stays."""
        digest = match_digest(job)
        line = msgspec.json.encode(Kept(digest, result)) + b"\n"
        with self._naming(), self.path.open("a+b") as file:
            file.seek(-1, os.SEEK_END)
            # A line that was cut off, when the disk was full or a process killed, takes no other with it.
            file.write(line if file.read(1) == b"\n" else b"\n" + line)
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
