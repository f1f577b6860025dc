"""The command that writes matches for other tools: export."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from phaseline.cli import matchfile
from phaseline.cli.arguments import Packs
from phaseline.cli.errors import UserError, blaming
from phaseline.cli.terminal import say
from phaseline.wording.counts import several

if TYPE_CHECKING:
    from phaseline.lab.export import Walkthrough

app = typer.Typer()
PANEL = "Analysis"
Form = Literal["parquet", "jsonl"]


@app.command(rich_help_panel=PANEL)
def export(
    matches: Annotated[
        list[Path], typer.Argument(metavar="FILES", help="Records or match files, or folders of them.")
    ],
    *,
    to: Annotated[Form, typer.Option(help="Tables for analysis and learning, or a line of JSON a match.")],
    into: Annotated[
        Path | None,
        typer.Option(
            help="The folder of the tables, or the file of the lines; default: export, or export.jsonl."
        ),
    ] = None,
    pack: Packs = None,
) -> None:
    """Write matches for other tools: orders, dice and positions as rows. They hold what both sides did: no secrets left."""
    from phaseline.lab import export as work  # noqa: PLC0415 - numpy takes a while

    files = dict(_files(matches))
    if not files:
        raise UserError("there is no record (*.record) or match file (*.match) in what you named")

    def walk() -> Iterator[Walkthrough]:
        for name, path in files.items():
            found = matchfile.read(str(path), packs=pack or (), missing=matchfile.KEPT)
            yield work.Walkthrough(name, found.match)

    try:
        if to == "jsonl":
            target = into or Path("export.jsonl")
            if target == Path("-"):
                raise UserError("--into: name a file for the lines; they are not written here")
            with blaming(str(target), OSError):
                count = work.to_jsonl(walk(), target)
        else:
            target = into or Path("export")
            with blaming(str(target), OSError):
                count = work.to_parquet(walk(), target)
    except ImportError as error:
        raise UserError(
            f"Parquet needs {error.name}: pip install 'phaseline[lab]', or write --to jsonl"
        ) from error
    say(f"{several(count, 'match')} written to {target}")


def _files(named: list[Path]) -> Iterator[tuple[str, Path]]:
    """Each file named, and those in each folder, by the name that its rows have; each name once.

    In a folder within a folder, that is told too: experiments number the matches of each series from 0.
    """
    known: dict[str, Path] = {}
    for path in named:
        inside = sorted([*path.rglob("*.record"), *path.rglob("*.match")]) if path.is_dir() else [path]
        for file in inside:
            within = file.relative_to(path) if path.is_dir() else Path(file.name)
            name = within.with_suffix("").as_posix()
            if name in known:
                raise UserError(
                    f"{file} and {known[name]} have the same name, by which their rows would be known; rename one"
                )
            known[name] = file
            yield name, file
