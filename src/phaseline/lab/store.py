"""The folder of a run: what was asked, what came of it, and where it stands. It survives being killed at any moment.

A finished match goes into the journal at once, after its record is on disk. A hundred of a series in a row become a file
of each table, written wholly or not at all, and leave the journal. So a run goes on with the first match that is in
neither; and since tables are cut by the numbers of matches, not by the clock, the same experiment gives the same bytes
however often it was stopped and wherever it was played.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from phaseline import __version__
from phaseline.ai import registry as players
from phaseline.engine.plain import misread, read_json
from phaseline.lab import tables
from phaseline.lab.experiment import Experiment, ExperimentError, Series, parse
from phaseline.lab.rows import SCHEMA, Details, MatchRow, Played
from phaseline.lab.whole import whole

BLOCK = 100
"""Matches of a series in one file of a table."""
NAMED = 3
"""So many series are named whose data are no longer those that a run was begun with."""
DETAILS = Details.__struct_fields__
"""The tables that tell the course of a match."""
EXPERIMENT, MANIFEST, JOURNAL, LOCK, VISITS = (
    "experiment.toml",
    "manifest.json",
    "journal.jsonl",
    "lock",
    "visits.jsonl",
)


class StoreError(ValueError):
    """The folder of a run cannot be used; the message says why and what would help."""


@contextmanager
def _sound() -> Iterator[None]:
    """A table that cannot be read is told as a fault of the folder."""
    try:
        yield
    except tables.BrokenTable as error:
        raise StoreError(str(error)) from error


class Manifest(Struct, frozen=True, kw_only=True):
    """With what a run was begun: it can go on only with the same, or its matches would not be one experiment."""

    schema: int
    phaseline: str
    base: str
    """The folder that the paths of data packs start from, as seen from the run's; "" where there are none."""
    rules: dict[str, str]
    """The version of the rules, by game."""
    data: dict[str, str]
    """The fingerprint of the data, by series."""
    agents: dict[str, str] | None = None
    """The fingerprint of the sources of each agent that is not Phaseline's own; None in runs that did not note them yet."""


class Visit(Struct, frozen=True, kw_only=True):
    """One go at a run: where and how long it was played; these tell of speed and are no result."""

    place: str
    began: str
    seconds: float
    matches: int


class Store:
    """The folder of a run. `experiment` and `series` are what was asked.

    `otherwise` says what the run was begun with that is not what there is here; such a run is only looked at.
    """

    def __init__(
        self,
        folder: Path,
        manifest: Manifest,
        experiment: Experiment,
        series: list[Series],
        otherwise: str = "",
    ) -> None:
        self.folder = folder
        self.otherwise = otherwise
        self.manifest = manifest
        self.experiment = experiment
        self.series = series
        self._lock: sqlite3.Connection | None = None
        self._look()

    @classmethod
    def create(cls, folder: Path, file: Path, experiment: Experiment, series: list[Series]) -> Store:
        """A new folder for the experiment of a file. Raises `StoreError` when there is one already, or `OSError`."""
        if (folder / MANIFEST).exists():
            raise StoreError(
                f"{folder} holds a run already; go on with it (lab resume), or choose another folder (--into)"
            )
        text, kept = file.read_text("utf-8-sig"), folder / EXPERIMENT
        folder.mkdir(parents=True, exist_ok=True)
        if kept.exists() and kept.read_bytes() != text.encode():
            raise StoreError(f"{kept} is of another experiment; choose another folder (--into)")
        _write(kept, text.encode())
        manifest = _manifest(_base(file.parent.resolve(), folder.resolve()), series)
        _write(folder / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
        return cls(folder, manifest, experiment, series)

    @classmethod
    def open(cls, folder: Path, *, reading: bool = False) -> Store:
        """The folder of a run that was begun. Raises `StoreError`, or `ExperimentError`.

        With `reading` it is only looked at: it may have been begun with another version of the program, rules or data, or with
        agents that are not here.
        """
        written = b""
        try:
            written = (folder / MANIFEST).read_bytes()
            manifest = read_json(written, Manifest)
            text = (folder / EXPERIMENT).read_text("utf-8-sig")
        except UnicodeDecodeError as error:
            raise StoreError(f"{folder / EXPERIMENT}: this is no text in UTF-8") from error
        except (FileNotFoundError, NotADirectoryError) as error:
            raise StoreError(
                f"{folder} is not the folder of a run: it has no {Path(error.filename).name}"
            ) from error
        except OSError as error:
            raise StoreError(f"{error.filename}: cannot be read: {error.strerror}") from error
        except msgspec.DecodeError as error:
            raise StoreError(f"{folder / MANIFEST}: {misread(error, written, Manifest)}") from error
        try:
            experiment, series = parse(text, folder / manifest.base, looking=reading)
        except ExperimentError as error:
            raise ExperimentError(f"{folder / EXPERIMENT}: {error}") from error
        here = _manifest(manifest.base, series)
        store = cls(folder, manifest, experiment, series, _otherwise(manifest, here))
        if not reading or manifest.schema != here.schema:
            store.require_alike()
        return store

    def require_alike(self) -> None:
        """Only what a run was begun with may go on with it. Raises `StoreError`."""
        if self.otherwise:
            raise StoreError(
                f"{self.folder}: it was begun with {self.otherwise}, so its matches would not be comparable; "
                "run the experiment anew"
            )

    # -- one at a time -----------------------------------------------------------------------------------------------

    def take(self) -> None:
        """Keep others from writing here until this process ends. Raises `StoreError` when somebody does, or nobody may."""
        self.require_alike()
        # SQLite's lock is let go when a process dies, however it dies, and works on every system.
        try:
            self._lock = sqlite3.connect(self.folder / LOCK, timeout=0, isolation_level=None)
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise StoreError(f"{self.folder / LOCK}: it cannot be written: {error}") from error
            raise StoreError(
                f"{self.folder}: another process is at it (lab status shows how far it is)"
            ) from error
        self._look()
        self._write_journal()  # without the line that was cut off, if there is one

    def leave(self) -> None:
        """Let others write here again."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # -- what there is -----------------------------------------------------------------------------------------------

    def has(self, series: Series, number: int) -> bool:
        """Whether a match is kept."""
        return number < self._blocks[series.key] * BLOCK or number in self._waiting[series.key]

    def count(self, series: Series) -> int:
        """How many matches of a series are kept."""
        return self._full(series) + len(self._waiting[series.key])

    def kept(self, series: Series) -> Iterator[MatchRow]:
        """The rows of the matches that are kept, in the order of their numbers. Raises `StoreError`."""
        names = tuple(MatchRow.__struct_fields__)
        for path in self._paths(series):
            with _sound():
                found = tables.rows(path, names)
            for row in found:
                yield msgspec.convert(row, MatchRow)
        for number in sorted(self._waiting[series.key]):
            yield msgspec.json.decode(self._waiting[series.key][number], type=Played).row

    def batches(self, series: Series, name: str, columns: Sequence[str]) -> Iterator[list[dict[str, Any]]]:
        """Rows of the table `name` of a series, some at a time: those of its files, then those that are in none yet.

        Raises `StoreError`.
        """
        with _sound():
            yield from tables.batches(self.folder, name, columns, series.key)
        for number in sorted(self._waiting[series.key]):
            played = msgspec.json.decode(self._waiting[series.key][number], type=Played)
            rows = [played.row] if name == "matches" else getattr(played.details or Details(), name)
            yield msgspec.to_builtins(rows)

    def record(self, name: str) -> str:
        """The text of a record that is kept, named from the folder of the run. Raises `StoreError`."""
        path = self.folder / name
        try:
            return path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", None) or "this is no text file"
            raise StoreError(f"{path}: this record cannot be read: {why}; put a copy of it back") from error

    def complete(self, series: Series) -> bool:
        """Whether all matches of a series are in its tables."""
        return self._end(series).exists()

    # -- writing -----------------------------------------------------------------------------------------------------

    def add(self, series: Series, played: Played) -> None:
        """Keep a match."""
        if played.record and played.row.record is not None:
            path = self.folder / played.row.record
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(played.record, "utf-8")
        line = msgspec.json.encode(msgspec.structs.replace(played, record=""))
        with (self.folder / JOURNAL).open("ab") as journal:
            journal.write(line + b"\n")
        self._waiting[series.key][played.row.number] = line

    def settle(self, series: Series, until: int, *, end: bool) -> None:
        """Write the tables of all matches up to `until` that are not written yet, in whole blocks.

        With `end` there are no more than these: the last block is as long as it is, and what was played beyond it is
        thrown away.
        """
        waiting = self._waiting[series.key]
        first = self._blocks[series.key]
        begun = first
        while (first + 1) * BLOCK <= until or (end and first * BLOCK < until):
            numbers = range(first * BLOCK, min(until, (first + 1) * BLOCK))
            self._write_block(series, first, [waiting[number] for number in numbers])
            for number in numbers:
                del waiting[number]
            first += 1
        self._blocks[series.key] = first
        if end:
            for line in waiting.values():
                self._forget(msgspec.json.decode(line, type=Played).row)
            waiting.clear()
            _write(self._end(series), str(until).encode())
        if end or first > begun:
            self._write_journal()

    def reopen(self, series: Series) -> None:
        """Take up a series again that was over with fewer matches than are wanted now: its last block is no longer whole."""
        number = self._blocks[series.key] - 1
        if self._full(series) < self._blocks[series.key] * BLOCK:
            for played in self._read_block(series, number):
                self._waiting[series.key][played.row.number] = msgspec.json.encode(played)
            # In this order it may be killed in between: while there is a table of matches, it counts, and then the journal.
            self._write_journal()
            for name in ("matches", *DETAILS):
                self._path(name, series, number).unlink(missing_ok=True)
            self._blocks[series.key] = number
        self._end(series).unlink()

    def note(self, visit: Visit) -> None:
        """Note how long it was played."""
        with (self.folder / VISITS).open("ab") as file:
            file.write(msgspec.json.encode(visit) + b"\n")

    def visits(self) -> list[Visit]:
        """The goes at this run."""
        path = self.folder / VISITS
        found = []
        for line in path.read_bytes().split(b"\n") if path.is_file() else ():
            with suppress(
                msgspec.DecodeError
            ):  # cut off in the middle, as by a flat battery: no result hangs on it
                found.append(msgspec.json.decode(line, type=Visit))
        return found

    def _write_block(self, series: Series, number: int, lines: list[bytes]) -> None:
        played = [msgspec.json.decode(line, type=Played) for line in lines]
        found: dict[str, list[Any]] = {name: [] for name in DETAILS}
        for each in played:
            for name in DETAILS:
                found[name] += getattr(each.details or Details(), name)
        if series.details:
            for name, rows in found.items():
                tables.write(self._path(name, series, number), name, rows)
        # Last, since it says that the block is done.
        tables.write(self._path("matches", series, number), "matches", [each.row for each in played])

    def _read_block(self, series: Series, number: int) -> Iterator[Played]:
        details: dict[int, dict[str, list[Any]]] = {}
        for name in DETAILS if series.details else ():
            kind, schema = tables.TABLES[name]
            for row in tables.rows(self._path(name, series, number), schema.names):
                match = details.setdefault(row["number"], {each: [] for each in DETAILS})
                match[name].append(msgspec.convert(row, kind))
        for row in tables.rows(self._path("matches", series, number), MatchRow.__struct_fields__):
            found = details.get(row["number"], {})
            yield Played(
                row=msgspec.convert(row, MatchRow),
                details=msgspec.convert(found, Details) if series.details else None,
            )

    def _write_journal(self) -> None:
        lines = (line for waiting in self._waiting.values() for line in waiting.values())
        _write(self.folder / JOURNAL, b"".join(line + b"\n" for line in lines))

    def _forget(self, row: MatchRow) -> None:
        if row.record is not None:
            (self.folder / row.record).unlink(missing_ok=True)

    def _path(self, name: str, series: Series, block: int) -> Path:
        return self.folder / name / f"{series.key}.{block:05}.parquet"

    def _end(self, series: Series) -> Path:
        """Says that a series is over, and how many matches it has. Tools that read a folder as a table must not meet it."""
        return self.folder / "over" / series.key

    def _paths(self, series: Series) -> list[Path]:
        return [self._path("matches", series, block) for block in range(self._blocks[series.key])]

    def _count(self, series: Series) -> int:
        block = 0
        while self._path("matches", series, block).exists():
            block += 1
        return block

    def _full(self, series: Series) -> int:
        """How many matches are in the tables; only the last block may be short."""
        end = self._end(series)
        return int(end.read_text("utf-8")) if end.exists() else self._blocks[series.key] * BLOCK

    def _look(self) -> None:
        """Read how far it is."""
        self._waiting: dict[str, dict[int, bytes]] = {each.key: {} for each in self.series}
        self._blocks = {each.key: self._count(each) for each in self.series}
        path = self.folder / JOURNAL
        if not path.exists():
            return
        for line in path.read_bytes().split(b"\n"):
            try:
                row = msgspec.json.decode(line, type=Played).row
            except msgspec.DecodeError:
                continue  # cut off in the middle: it is played again
            if row.series in self._waiting and row.number >= self._blocks[row.series] * BLOCK:
                self._waiting[row.series][row.number] = line


def _base(base: Path, folder: Path) -> str:
    """How the folder of an experiment is written down in that of its run, so that both can be moved together.

    Folders that have nothing in common are not moved together: then it is written in full.
    """
    try:
        common = Path(os.path.commonpath((base, folder)))
    except ValueError:  # on two drives
        return str(base)
    return str(base) if common == Path(common.anchor) else Path(os.path.relpath(base, folder)).as_posix()


def _manifest(base: str, series: list[Series]) -> Manifest:
    settings = {each.key: each.setting for each in series}
    names = {name for each in series for name in each.recipe.agents}
    return Manifest(
        schema=SCHEMA,
        phaseline=__version__,
        base=base if any(each.recipe.packs for each in series) else "",
        rules={setting.game.key: setting.game.version for setting in settings.values()},
        data={key: setting.scenario.digest for key, setting in settings.items()},
        agents={
            name: _sources(name)
            for name in sorted(names)
            if players.missing(name) or not players.is_own(name)
        },
    )


def _sources(name: str) -> str:
    """The fingerprint of what an agent is made of."""
    return "not installed" if players.missing(name) else players.code(name)[:16]


def _otherwise(then: Manifest, now: Manifest) -> str:
    """What a run was begun with that is not what there is now; "" where all is the same."""
    parts = []
    for field in ("schema", "phaseline", "rules", "data", "agents"):
        before, here = getattr(then, field), getattr(now, field)
        if before is not None and before != here:
            parts.append(f"other {field} ({_difference(before, here)})")
    return ", ".join(parts)


def _difference(before: object, here: object) -> str:
    """What was otherwise, by name where there are names: a few of them, and how many more."""
    if not isinstance(before, dict) or not isinstance(here, dict):
        return f"{before}; here: {here}"
    other = [key for key in {**before, **here} if before.get(key) != here.get(key)]
    named = [f"{key}: {before.get(key, 'none')}, here: {here.get(key, 'none')}" for key in other[:NAMED]]
    return "; ".join(named) + (f"; and {len(other) - NAMED} more" if len(other) > NAMED else "")


def _write(path: Path, data: bytes) -> None:
    """Write a file wholly or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole(path) as part:
        part.write_bytes(data)
