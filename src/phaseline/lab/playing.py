"""One match of an experiment, played on whichever machine: all that comes of it as plain data."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import msgspec

from phaseline.engine import record
from phaseline.engine.aids.clock import turn_of
from phaseline.engine.match import Match
from phaseline.lab.course import Course
from phaseline.lab.experiment import Series
from phaseline.lab.rows import Details, MatchRow, Played
from phaseline.lab.runner import WorkerLost
from phaseline.lab.simulate import Result, begin, margin, play_on


class Job(NamedTuple):
    """Match `number` of a series."""

    series: Series
    number: int

    @property
    def name(self) -> str:
        """Where in the folder of a run its record is kept."""
        return f"records/{self.series.key}/{self.number:06}.match"


class Breakdown(RuntimeError):
    """A match could not be played to its end; the message says what happened."""


def play(job: Job) -> Played:
    """Play a match. One that breaks down is told of in its row, with the record of what was played."""
    match = begin(job.series.setting, job.number)
    try:
        result, details = _played(job, match)
    except Breakdown as error:
        reason = str(error)
        row = _row(job, status="fault", fault=reason, orders=len(match.entries) - 1, record=job.name)
        note = f"{job.series.key}, match {job.number}: {reason}"
        return Played(row=row, record=record.dump(match, reveal=True, note=note))
    kept = job.series.records
    row = _over(job, match, result, details)
    return Played(row=row, details=details, record=record.dump(match) if kept else "")


def again(job: Job) -> str:
    """The record of a match, by playing it once more."""
    match = begin(job.series.setting, job.number)
    play_on(job.series.setting, job.number, match)
    return record.dump(match)


def lost(job: Job, error: WorkerLost) -> Played:
    """What is known of a match over which a process died."""
    return Played(row=_row(job, status="fault", fault=str(error)))


def _played(job: Job, match: Match) -> tuple[Result, Details | None]:
    """Play, and look at the course of it. Raises `Breakdown`, whatever it is that breaks down."""
    try:
        result = play_on(job.series.setting, job.number, match)
        details = Course(match, job.series.key, job.number).details() if job.series.details else None
    except Exception as error:
        raise Breakdown(f"{type(error).__name__}: {error}") from error
    return result, details


def _over(job: Job, match: Match, result: Result, details: Details | None) -> MatchRow:
    outcome, game = match.outcome, match.game
    assert outcome is not None
    seats = range(len(game.seats))
    turn, title = turn_of(match.state)
    won = outcome.winner
    seen: dict[str, Any] = {}
    if details is not None:
        seen = {
            "attacks": len(details.attacks),
            "losses": tuple(sum(turn.losses[seat] for turn in details.turns) for seat in seats),
            "luck": tuple(sum(turn.luck[seat] for turn in details.turns) for seat in seats),
        }
    return _row(
        job,
        status="over",
        winner=won,
        winner_seat=None if won is None else game.seats[won],
        winner_agent=None if won is None else job.series.seating(job.number)[won],
        level=outcome.level,
        case=outcome.case,
        reason=outcome.reason,
        scores=outcome.scores,
        margins=tuple(float(margin(result, seat)) for seat in seats),
        turn=turn,
        turn_title=title,
        orders=result.orders,
        dropped=result.dropped,
        digest=match.position.digest(),
        record=job.name if job.series.records else None,
        **seen,
    )


def _row(job: Job, **told: Any) -> MatchRow:
    """What is known of a match before it is played, and what is told of it."""
    series, number = job
    setting = series.setting
    game = setting.game
    return MatchRow(
        series=series.key,
        number=number,
        pair=number // series.pair,
        game=game.key,
        rules=game.version,
        scenario=setting.scenario.key,
        options=json.dumps(msgspec.to_builtins(setting.scenario.options), sort_keys=True),
        seats=game.seats,
        agents=series.seating(number),
        seed=setting.dice(number).hex(),
        **told,
    )
