"""Chances of victory learned from a run: from its records to the files of the games, and how well they foretell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from phaseline.engine import record
from phaseline.engine.game import Game
from phaseline.lab import chances, values
from phaseline.lab.chances import Course, Learned, Reader, calibration, course, written
from phaseline.lab.chances import learn as learned
from phaseline.lab.experiment import Series
from phaseline.lab.store import Store, StoreError
from phaseline.lab.whole import whole

DIGEST = "foretold.md"
"""The file with the tables of how well it foretells, for the documentation."""


class Lesson(NamedTuple):
    """What is learned: how matches of a scenario are read (None: nothing is to be learned from them), and what the file says."""

    reader: Callable[[Game[Any, Any], Any], Reader | None]
    heading: str


def _by_charts(game: Game[Any, Any], scenario: Any) -> Reader:  # noqa: ARG001 - the same for all
    return course


CHANCES = Lesson(_by_charts, "Chances of victory, learned by `phaseline lab chances`.")
VALUES = Lesson(
    values.reader,
    "What the beginnings of turns promise to players that search, learned by `phaseline lab values`.",
)
LESSONS = {"chances": CHANCES, "values": VALUES}
"""By the commands that give them."""


def learn(store: Store, into: Path, lesson: Lesson = CHANCES) -> Iterator[tuple[str, Learned]]:
    """Learn each scenario of a run, and write a file a game; yields each game's key with what came of a scenario.

    A scenario with too few matches, or in which nearly all end alike, is passed over; where
    nothing is learned at all, nothing is written. Raises `StoreError` when no records were kept, or `OSError`.
    """
    if store.experiment.keep.records != "all":
        raise StoreError(f'{store.folder}: it keeps no records; run it with [keep] records = "all"')
    every: list[tuple[str, Learned]] = []
    games: dict[str, dict[str, list[Series]]] = {}
    for series in store.series:
        games.setdefault(series.recipe.game, {}).setdefault(series.recipe.scenario, []).append(series)
    for key, scenarios in games.items():
        models = {}
        for scenario, alike in scenarios.items():
            found = _learned(store, scenario, alike, lesson)
            if found is None:
                continue
            if found.model is not None:
                models[scenario] = found.model
            every.append((key, found))
            yield key, found
        if models:
            names = " against ".join(dict.fromkeys(name for each in store.series for name in each.names))
            told = f"{names}, seed {store.experiment.seed}, Phaseline {store.manifest.phaseline}"
            _keep(into / f"{key}.toml", written(models, told, lesson.heading))
    if every:
        _keep(into / DIGEST, "".join(f"{line}\n" for line in digest(every)))


def _learned(store: Store, scenario: str, alike: Sequence[Series], lesson: Lesson) -> Learned | None:
    """What the series of one scenario teach; None where they teach nothing."""
    setting = alike[0].setting
    read = lesson.reader(setting.game, setting.scenario)
    if read is None:
        return None
    endings = Counter(row.winner for series in alike for row in store.kept(series) if row.status == "over")
    if chances.settled(endings.values()):
        return None
    courses = [each for series in alike for each in _courses(store, series, read)]
    return learned(scenario, courses, len(setting.game.seats))


def _keep(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole(path) as part:
        part.write_text(text, "utf-8")


def digest(found: Iterable[tuple[str, Learned]]) -> Iterator[str]:
    """The lines of two tables of Markdown: how well each scenario is foretold, and whether what is foretold comes true."""
    every = list(found)
    yield "| game | scenario | matches | surprise | with plain shares |"
    yield "|---|---|---:|---:|---:|"
    for game, each in every:
        kept = f"{each.loss:.2f}" if each.model else "no better"
        yield f"| {game} | {each.scenario} | {each.matches} | {kept} | {each.plain:.2f} |"
    yield ""
    yield "| foretold | came true | moments |"
    yield "|---:|---:|---:|"
    for part in calibration(chance for _, each in every if each.model for chance in each.foretold):
        yield f"| {part.foretold:.0%} | {part.came:.0%} | {part.moments:,} |"


def _courses(store: Store, series: Series, read: Reader) -> Iterator[Course]:
    for row in store.kept(series):
        if row.status == "over" and row.record is not None:
            text = store.record(row.record)
            setting = series.setting
            yield read(record.load(text, game=setting.game, scenario=setting.scenario, verify=False))


def summary(found: tuple[str, Learned]) -> dict[str, Any]:
    """How well a scenario is foretold, for programs."""
    game, each = found
    return {
        "game": game,
        "scenario": each.scenario,
        "matches": each.matches,
        "penalty": each.penalty,
        "surprise": each.loss,
        "surprise_of_plain_shares": each.plain,
        "kept": each.model is not None,
        "calibration": [part._asdict() for part in calibration(each.foretold)],
    }
