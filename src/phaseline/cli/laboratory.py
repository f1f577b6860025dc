"""Commands for experiments: run, resume, look at, report on."""

from __future__ import annotations

import sys
import time
import webbrowser
from collections.abc import Iterator
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from phaseline.cli.arguments import AsJson
from phaseline.cli.errors import STOPPED, UserError, blaming
from phaseline.cli.places import Jobs, On, place, progress
from phaseline.cli.serving import page_address
from phaseline.cli.terminal import complain, say, show, show_json, table
from phaseline.engine import registry
from phaseline.server.settings import LOOPBACK, PORT
from phaseline.wording.counts import several

if TYPE_CHECKING:
    from phaseline.lab.rows import MatchRow
    from phaseline.lab.runner import Place
    from phaseline.lab.running import Stand
    from phaseline.lab.store import Store

app = typer.Typer()
lab = typer.Typer(help="Experiments: many matches, described in a file, that can be stopped and repeated.")
app.add_typer(lab, name="lab", rich_help_panel="Analysis")
File = Annotated[Path, typer.Argument(metavar="FILE", help="The experiment, a TOML file.")]
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the run.")]


@lab.command("check")
def check(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE", help="Experiments, TOML files; none: the environments of all games."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say what experiments would play, without playing; what is wrong with a file is named with its field.

    Without FILE: run the checks that PettingZoo, Gymnasium and OpenSpiel bring on every game and scenario.
    """
    if not files:
        _check_environments(as_json=as_json)
        return
    from phaseline.lab.experiment import ExperimentError, read  # noqa: PLC0415 - the other commands load it late

    data = []
    for file in files:
        with blaming("", ExperimentError):
            experiment, series = read(file)
        data.append(
            {"file": str(file), "series": [{"key": each.key, "matches": each.matches} for each in series]}
        )
        if not as_json:
            most = sum(each.matches for each in series)
            say(
                f"{file}: {experiment.title or 'an experiment'}, {len(series)} series, {several(most, 'match')} at most"
            )
            made = table("Series", "Agents", "Pairing", "#Matches", "Stops")
            for each in series:
                pairing = "both seats" if each.pair > 1 else "as named"
                stops = f"by test of {each.trial.by}" if each.trial else "by number"
                made.add_row(each.key, ", ".join(each.names), pairing, str(each.matches), stops)
            show(made)
    if as_json:
        show_json(data)


def _check_environments(*, as_json: bool) -> None:
    """Exit code 1 when a check fails."""
    try:
        from phaseline.env.checking import checks  # noqa: PLC0415 - needs the extra `env`

        found = [
            {"game": key, "scenario": scenario, "check": name, "problem": problem}
            for key in registry.games()
            for scenario in registry.game(key).scenarios()
            for name, problem in _said(key, scenario, checks(key, scenario), quiet=as_json)
        ]
    except ImportError as error:
        raise UserError(f"{error.name} is missing: pip install 'phaseline[env]' pygame") from error
    failed = sum(bool(each["problem"]) for each in found)
    if as_json:
        show_json(found)
    else:
        say(f"{several(len(found), 'check')}, {failed} failed")
    if failed:
        raise typer.Exit(1)


def _said(
    key: str, scenario: str, checked: Iterator[tuple[str, str]], *, quiet: bool
) -> Iterator[tuple[str, str]]:
    """Each check as it is done, told at once."""
    for name, problem in checked:
        if not quiet:
            say(f"{key} {scenario}: {name}: {problem or 'passed'}")
        yield name, problem


@lab.command("run")
def run(
    file: File,
    *,
    into: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The folder for what comes of it; default: FILE without .toml."),
    ] = None,
    jobs: Jobs = None,
    on: On = None,
    as_json: AsJson = False,
) -> None:
    """Run an experiment; exit code 1 when matches broke down. Stopped or killed, it goes on with `phaseline lab resume DIR`."""
    extras()
    from phaseline.lab.experiment import ExperimentError, read  # noqa: PLC0415 - an extra
    from phaseline.lab.store import Store, StoreError  # noqa: PLC0415

    where = place(on, jobs)  # before a folder is made, which another place would find taken
    with blaming("", ExperimentError):
        experiment, series = read(file)
    folder = into or Path(file.stem)
    with blaming("", StoreError), blaming(f"--into: {folder}", OSError):
        store = Store.create(folder, file, experiment, series)
    _play(store, where, as_json=as_json)


@lab.command("resume")
def resume(folder: Folder, *, jobs: Jobs = None, on: On = None, as_json: AsJson = False) -> None:
    """Go on with a run that was stopped or killed; exit code 1 when matches broke down."""
    _play(_open(folder), place(on, jobs), as_json=as_json)


@lab.command("status")
def status(folder: Folder, as_json: AsJson = False) -> None:
    """Show how far a run is, also while it is under way."""
    store = _look_at(folder)
    from phaseline.lab.running import stands  # noqa: PLC0415 - an extra
    from phaseline.lab.store import StoreError  # noqa: PLC0415

    with blaming("", StoreError):
        found = stands(store)
    if as_json:
        show_json(_data(store, found))
        return
    _show(found)
    spent = sum(visit.seconds for visit in store.visits())
    if spent:
        played = sum(visit.matches for visit in store.visits())
        say(f"{several(played, 'match')} in {spent:,.0f} s")


@lab.command("report")
def report(
    folder: Folder,
    *,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file to write; default: report.html in DIR.")
    ] = None,
    records: Annotated[
        bool, typer.Option("--records/--no-records", help="Bring the records of extreme matches along.")
    ] = True,
    page: Annotated[
        str | None, typer.Option(metavar="URL", help="Where a replay opens; default: as phaseline play does.")
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Open it in the browser.")] = False,
) -> None:
    """Make a page of a run: who wins, margins, length, losses, places, attacks by odds, luck, matches to look at."""
    store = _look_at(folder)
    from phaseline.lab.report.page import write  # noqa: PLC0415 - an extra
    from phaseline.lab.store import StoreError  # noqa: PLC0415

    path = output or folder / "report.html"
    with blaming("", StoreError), blaming(str(path), OSError):
        write(store, path, records=records, page=page or page_address(LOOPBACK, PORT))
    say(f"the report is in {path}")
    if show:
        webbrowser.open(path.resolve().as_uri())


Into = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR", help="Where the files go; default: a folder of the run, called as the command."
    ),
]


@lab.command("chances")
def chances(folder: Folder, *, into: Into = None, as_json: AsJson = False) -> None:
    """Learn how likely each side is to win from the matches of a run that kept its records, and tell how well that foretells.

    It writes GAME.toml for each game: as `data/chances.toml` of the game's package it draws the chances of victory after a match.
    """
    _learn(folder, into or folder / "chances", "chances", as_json=as_json)


@lab.command("values")
def values(folder: Folder, *, into: Into = None, as_json: AsJson = False) -> None:
    """Learn from the matches of a run that kept its records what the beginnings of turns promise to the general.

    It writes GAME.toml for each game: as `data/values.toml` of the package of the game's computer player it is used in the
    scenarios for which `bearings.toml` says what part it has ("learned").
    """
    _learn(folder, into or folder / "values", "values", as_json=as_json)


def _learn(folder: Path, target: Path, lesson: str, *, as_json: bool) -> None:
    """Learn, and say how well what was learned foretells."""
    store = _open(folder)
    from phaseline.lab import lessons  # noqa: PLC0415 - an extra
    from phaseline.lab.store import StoreError  # noqa: PLC0415

    with blaming("", StoreError), blaming(str(target), OSError):
        found = list(lessons.learn(store, target, lessons.LESSONS[lesson]))
    if as_json:
        show_json([lessons.summary(each) for each in found])
        return
    if not found:
        say("nothing was learned: matches are too few or end alike, or no player asks for it")
        return
    made = table("Scenario", "#Matches", "#Surprise", "#of plain shares", "Kept")
    for game, each in found:
        kept = "yes" if each.model else "no: it foretells no better"
        made.add_row(
            f"{game} {each.scenario}", str(each.matches), f"{each.loss:.3f}", f"{each.plain:.3f}", kept
        )
    show(made)
    say(f"the files are in {target}")


def extras() -> None:
    """Make sure that what experiments need is installed. Raises `UserError`."""
    for name in ("altair", "pyarrow"):
        if find_spec(name) is None:
            raise UserError(f"{name} is not installed; pip install 'phaseline[lab]'")


def _look_at(folder: Path) -> Store:
    """The run in a folder, to be read only; what it was begun with that is not here is told."""
    store = _open(folder, reading=True)
    if store.otherwise:
        complain(f"{folder} was begun with {store.otherwise}: it can be looked at, but not gone on with")
    return store


def _open(folder: Path, *, reading: bool = False) -> Store:
    extras()
    from phaseline.lab.experiment import ExperimentError  # noqa: PLC0415 - an extra
    from phaseline.lab.store import Store, StoreError  # noqa: PLC0415

    with blaming("", StoreError, ExperimentError):
        return Store.open(folder, reading=reading)


def _play(store: Store, where: Place, *, as_json: bool) -> None:
    from phaseline.lab import cluster, running  # noqa: PLC0415 - an extra
    from phaseline.lab.store import StoreError  # noqa: PLC0415

    started = time.perf_counter()
    try:
        with (
            blaming("", StoreError),
            blaming("--on", cluster.NoRay, cluster.WrongVersion),
            blaming(
                str(store.folder), OSError, hint=f"when that is mended: phaseline lab resume {store.folder}"
            ),
            _Bars(quiet=as_json) as bars,
        ):
            found = running.run(store, where, bars)
    except KeyboardInterrupt:
        say(f"stopped; go on with: phaseline lab resume {store.folder}")
        raise typer.Exit(STOPPED) from None
    if as_json:
        show_json(_data(store, found))
    else:
        took = time.perf_counter() - started
        say(f"{store.experiment.title or store.folder}: done in {took:,.0f} s on {where.name}")
        _show(found)
        say(f"the report: phaseline lab report {store.folder}")
    if any(stand.faults for stand in found):
        raise typer.Exit(1)


class _Bars:
    """A progress bar for the series under way, while somebody is looking; faults are told in any case."""

    def __init__(self, *, quiet: bool) -> None:
        self._bar = None if quiet or not sys.stderr.isatty() else progress()
        self._tasks: dict[str, Any] = {}

    def __enter__(self) -> _Bars:
        (self._bar or nullcontext()).__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        (self._bar or nullcontext()).__exit__(*error)

    def __call__(self, stand: Stand, row: MatchRow) -> None:
        key = stand.series.key
        if row.status == "fault":
            complain(
                f"{key}, match {row.number} broke down: {row.fault}"
                + (f" ({row.record})" if row.record else "")
            )
        if self._bar is None:
            return
        if key not in self._tasks:
            self._tasks[key] = self._bar.add_task(key, total=stand.limit)
        self._bar.update(self._tasks[key], completed=stand.done, total=stand.limit)


def _show(found: list[Stand]) -> None:
    made = table("Series", "#Matches", "#of", "#Faults", "Test")
    for stand in found:
        made.add_row(
            stand.series.key, str(stand.done), str(stand.limit), str(stand.faults or ""), _verdict(stand)
        )
    show(made)


def _verdict(stand: Stand) -> str:
    """What the sequential test says."""
    trial = stand.series.trial
    if trial is None:
        return ""
    first = stand.series.names[0]
    if stand.verdict is not None:
        return f"{first} is {stand.verdict}"
    ratio = stand.ratio
    low, high = trial.bounds
    return "open" if ratio is None else f"open: {ratio:+.2f} between {low:+.2f} and {high:+.2f}"


def _data(store: Store, found: list[Stand]) -> dict[str, Any]:
    """How far a run is, for programs."""
    return {
        "title": store.experiment.title,
        "folder": str(store.folder),
        "otherwise": store.otherwise or None,
        "series": [
            {
                "key": stand.series.key,
                "agents": list(stand.series.names),
                "done": stand.done,
                "matches": stand.limit,
                "faults": stand.faults,
                "complete": store.complete(stand.series),
                "verdict": stand.verdict,
                "log_ratio": stand.ratio,
            }
            for stand in found
        ],
    }
