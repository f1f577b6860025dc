"""Run an experiment into a folder, from wherever it stands to its end."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

from phaseline.lab.experiment import Series
from phaseline.lab.playing import Job, lost, play
from phaseline.lab.rows import MatchRow
from phaseline.lab.runner import Place, WorkerLost
from phaseline.lab.sequential import Trial, Verdict, log_ratio, share_by_margins, share_by_wins
from phaseline.lab.store import Store, Visit


@dataclass
class Stand:
    """Where a series stands: how many of its matches are kept, how many there are to be, and what its test has settled.

    `limit` falls when a sequential test is settled: it is the same whichever match is over first, since pairs are looked
    at in their order.
    """

    series: Series
    limit: int
    done: int = 0
    faults: int = 0
    verdict: Verdict | None = None
    shares: Counter[float] = field(default_factory=Counter)
    pairs: int = 0
    """So many pairs in a row are whole, from the first."""
    _open: dict[int, dict[int, MatchRow]] = field(default_factory=dict)

    @property
    def settled(self) -> int:
        """How many matches in a row, from the first, can no longer be thrown away."""
        return self.pairs * self.series.pair

    @property
    def ratio(self) -> float | None:
        """How far the test is between its bounds: the logarithm of its likelihood ratio; None without one."""
        trial = self.series.trial
        return log_ratio(self.shares, trial.even, trial.better) if trial and self.shares else None

    def add(self, row: MatchRow) -> None:
        """Take in one more match."""
        self.done += 1
        self.faults += row.status == "fault"
        self._open.setdefault(row.pair, {})[row.number] = row
        while len(self._open.get(self.pairs, {})) == self.series.pair and self.settled < self.limit:
            pair = self._open.pop(self.pairs)
            self.pairs += 1
            if self.series.trial is not None:
                self._judge(self.series.trial, [pair[number] for number in sorted(pair)])

    def _judge(self, trial: Trial, pair: list[MatchRow]) -> None:
        if any(row.status == "fault" for row in pair):
            return
        first = self.series.names[0]
        self.shares[_share(trial, pair, first)] += 1
        self.verdict = trial.verdict(self.shares)
        if self.verdict is not None:
            self.limit = self.settled


Watcher = Callable[[Stand, MatchRow], None]
"""Told of every match as it is kept: the series it belongs to as it stands now, and its row."""


def _share(trial: Trial, pair: list[MatchRow], first: str) -> float:
    """What a pair is worth to the first agent."""
    if trial.by == "margins":
        return share_by_margins([row.margins[row.agents.index(first)] for row in pair])
    return share_by_wins(0.5 if row.winner is None else float(row.winner_agent == first) for row in pair)


def stands(store: Store) -> list[Stand]:
    """Where each series of a run stands."""
    found = []
    for series in store.series:
        stand = Stand(series, series.matches)
        for row in store.kept(series):
            stand.add(row)
        found.append(stand)
    return found


def run(store: Store, place: Place, watch: Watcher | None = None) -> list[Stand]:
    """Play what is missing. Where a run is stopped, by whatever, the next call goes on.

    Raises `StoreError` when somebody else is running it.
    """
    store.take()
    began, started = datetime.now(UTC), time.monotonic()
    played = 0
    try:
        found = stands(store)
        for stand in found:
            if store.complete(stand.series) and stand.done < stand.limit:
                store.reopen(stand.series)  # more are wanted now than were then
        by_key = {stand.series.key: stand for stand in found}
        pending: dict[int, Job] = {}
        for stand in found:
            _settle(store, stand)
        for answer in place.each(play, _handed_out(_jobs(store, found), pending)):
            job = pending.pop(answer.index)
            stand = by_key[job.series.key]
            if job.number >= stand.limit:
                continue  # the test was settled while it was under way
            result = lost(job, answer.error) if isinstance(answer.error, WorkerLost) else answer.result()
            store.add(job.series, result)
            stand.add(result.row)
            played += 1
            _settle(store, stand)
            if watch is not None:
                watch(stand, result.row)
    finally:
        if played:
            spent = time.monotonic() - started
            store.note(
                Visit(
                    place=place.name, began=began.isoformat(timespec="seconds"), seconds=spent, matches=played
                )
            )
        store.leave()
    return found


def _jobs(store: Store, found: list[Stand]) -> Iterator[Job]:
    """The matches that are missing, one series after the other. A limit may fall while they are handed out."""
    for stand in found:
        number = 0
        while number < stand.limit:
            if not store.has(stand.series, number):
                yield Job(stand.series, number)
            number += 1


def _handed_out(jobs: Iterator[Job], pending: dict[int, Job]) -> Iterator[Job]:
    for index, job in enumerate(jobs):
        pending[index] = job
        yield job


def _settle(store: Store, stand: Stand) -> None:
    """Write the tables of what is certain."""
    series = stand.series
    if not store.complete(series):
        end = stand.settled >= stand.limit
        store.settle(series, stand.limit if end else stand.settled, end=end)
        if end:
            stand.done = stand.limit
