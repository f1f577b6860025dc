"""The command that runs case files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from phaseline.cli import packfolders
from phaseline.cli.arguments import AsJson, Packs
from phaseline.cli.errors import UserError
from phaseline.cli.terminal import complain, say, show_json
from phaseline.engine.casefile import CaseResult, run_files
from phaseline.wording.counts import several

app = typer.Typer()
STYLES = {"passed": "green", "failed": "bold red", "error": "bold magenta"}


@app.command(rich_help_panel="Games and rules")
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Case files, or folders of them.")],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only what does not pass.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Also the refusals that passing cases got.")
    ] = False,
    pack: Packs = None,
    as_json: AsJson = False,
) -> None:
    """Run case files: rules examples with what should happen. Exit code 1 when something else happens."""
    results = run_files(_found(files), packs=packfolders.load(pack or []))
    if not results:
        raise UserError(f"{', '.join(map(str, files))}: no case there; a case file has a list of `examples`")
    if as_json:
        show_json([_data(result) for result in results])
    else:
        for result in results:
            if not (quiet and result.passed):
                _show(result, verbose=verbose)
        passed = sum(result.passed for result in results)
        say(f"{several(len(results), 'case')}, {passed} passed, {len(results) - passed} not")
    lying_in = sorted({str(home) for home in map(_pack_of, results) if home is not None})
    if lying_in and not pack:
        complain(f"these cases lie in a data pack; to run them with it: --pack {' --pack '.join(lying_in)}")
    if not all(result.passed for result in results):
        raise typer.Exit(1)


def _pack_of(result: CaseResult) -> Path | None:
    """The data pack in whose folder a case that cannot be run lies."""
    home = Path(result.file).parent
    return home if result.error is not None and (home / "pack.toml").is_file() else None


def _found(files: list[Path]) -> list[Path]:
    found: list[Path] = []
    for path in files:
        if path.is_dir():
            found += sorted(file for file in path.rglob("*.y*ml") if file.is_file())
        elif path.is_file():
            found.append(path)
        else:
            raise UserError(f"{path}: there is no such file or folder")
    if not found:
        raise UserError(f"{', '.join(map(str, files))}: no case files (*.yaml) there")
    return found


def _show(result: CaseResult, *, verbose: bool) -> None:
    first, _, rest = result.text(verbose=verbose).partition("\n")
    line = Text(first)
    line.stylize(STYLES[result.status], 0, len(result.status))
    say(line)
    if rest:
        say(rest)


def _data(result: CaseResult) -> dict[str, object]:
    differences = [
        {"field": m.field, "expected": m.expected, "is": m.actual, "line": m.line} for m in result.mismatches
    ]
    return {
        "id": result.id,
        "game": result.game,
        "status": result.status,
        "file": result.file,
        "line": result.line,
        "cases": list(result.cases),
        "differences": differences,
        "refusals": result.refusals,
        "remarks": result.remarks,
        "error": str(result.error or result.trace or "") or None,
    }
