"""Where many matches are played, and how far along they are: what the commands that play them share."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Annotated, TypeVar

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from phaseline.ai.driver import AgentError, NoEnd
from phaseline.cli.errors import UserError
from phaseline.cli.terminal import err
from phaseline.engine.installed import CannotLoad
from phaseline.lab.journal import JournalError
from phaseline.lab.runner import Place, WorkerLost, processes

T = TypeVar("T")
ENDING = (AgentError, NoEnd, WorkerLost, CannotLoad, JournalError)
"""What ends a series of matches; its message is one for the user."""
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, help="Processes at a time; default: one for each processor."),
]
On = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="PLACE",
        help="processes: of this machine, the default; ray: a cluster; ray:ADDRESS: that one.",
    ),
]
Playouts = Annotated[
    int | None,
    typer.Option(min=0, help="An agent's budget for one order, in playouts; default: no end of them."),
]


def place(on: str | None, jobs: int | None) -> Place:
    """Where to play. Raises `UserError`."""
    kind, _, address = (on or "processes").partition(":")
    if kind == "processes" and not address:
        return processes(jobs)
    if kind != "ray":
        raise UserError(f'--on: "{on}" is no place to play; take processes, ray or ray:ADDRESS')
    from phaseline.lab import cluster  # noqa: PLC0415 - most runs do without

    try:
        return cluster.RayCluster(address or None, jobs)
    except cluster.NoRay as error:
        raise UserError(f"--on: {error}") from error


def with_progress(items: Iterable[T], total: int, title: str, *, quiet: bool = False) -> Iterator[T]:
    """The items, with a progress bar on standard error while somebody is looking."""
    if quiet or not sys.stderr.isatty():
        yield from items
        return
    with progress() as bar:
        task = bar.add_task(title, total=total)
        for item in items:
            yield item
            bar.advance(task)


def progress() -> Progress:
    """A progress bar on standard error."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err(),
        transient=True,
    )
