"""Commands about maps: map, atlas build."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer

from phaseline.atlas.draw import render
from phaseline.atlas.errors import MapError
from phaseline.atlas.load import load
from phaseline.atlas.model import HexMap
from phaseline.atlas.validate import Severity, validate
from phaseline.chart.drawing import draw
from phaseline.chart.window import Wish
from phaseline.cli import matchfile
from phaseline.cli.arguments import Packs, ScenarioKey
from phaseline.cli.errors import UserError, blaming
from phaseline.cli.matches import CellSize
from phaseline.cli.terminal import complain, plain_ascii, say, say_as_drawn, terminal_size
from phaseline.engine import registry
from phaseline.engine.coverage import package_folder
from phaseline.engine.packs import DataError
from phaseline.engine.sheet import Sheet
from phaseline.hexgrid import Mask
from phaseline.wording.counts import several
from phaseline.wording.nearest import did_you_mean

app = typer.Typer()
atlas = typer.Typer(help="Make maps from real geography (needs the extra `atlas`).")
app.add_typer(atlas, name="atlas", rich_help_panel="Maps")
PANEL = "Maps"
GameOrFile = Annotated[str, typer.Argument(metavar="GAME|FILE", help="A game's key, or a map file (*.toml).")]


@app.command("map", rich_help_panel=PANEL)
def map_(
    source: GameOrFile,
    scenario: ScenarioKey = None,
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="Draw it into this .svg, .png or .json file; default: here as text."
        ),
    ] = None,
    scale: Annotated[float, typer.Option(min=1, help="With -o: pixels a hex, from side to side.")] = 64.0,
    region: Annotated[
        str | None,
        typer.Option(
            help="With -o: only the rectangle around these places, hexes or ranges, without title and legend, "
            "such as 'Le Havre, Lyon SE1'."
        ),
    ] = None,
    size: Annotated[CellSize | None, typer.Option(help="Without -o: size of a hex.")] = None,
    pack: Packs = None,
) -> None:
    """Draw a game's map, without units; with a scenario, the part that it is played on."""
    if source not in registry.games() and (scenario is not None or pack):
        raise UserError(
            f"{source!r} is no game{did_you_mean(source, registry.games(), 'games are')}; only of a game's map a scenario or a pack is drawn"
        )
    hexmap = _map(source, scenario, tuple(pack or ()))
    if not hexmap.on_map:
        raise UserError(f"{source} has no map to be drawn")
    if output is not None and output.is_dir():
        raise UserError(f"--output: {output}: this is a folder; name a file in it, .svg, .png or .json")
    if output is None:
        if region is not None:
            raise UserError("--region: it needs --output, the file to draw into")
        _print_map(hexmap, size)
        return
    part = None if region is None else _region(hexmap, region)
    target = output.resolve()  # what a link points to is drawn into, the link stays
    if target.exists() and not target.is_file():
        raise UserError(f"--output: {output}: this is no file that could be replaced")
    with (
        blaming("--output", MapError),
        blaming(f"--output: {output}", OSError),
        TemporaryDirectory(prefix=f".{output.name}.", dir=target.parent) as beside,
    ):
        # A picture that cannot be finished leaves the one there was.
        drawn = Path(beside, output.name)
        render(hexmap, drawn, scale=scale, region=part)
        drawn.replace(target)
    say(f"{hexmap.title}: drawn into {output}")


def _region(hexmap: HexMap, text: str) -> Mask:
    found = 0
    for item in filter(None, (item.strip() for item in text.split(","))):
        with blaming("--region", MapError):
            found |= hexmap.mask(item) if item[0].isdigit() else 1 << hexmap.hex(item)
    if not found:
        raise UserError("--region: name at least one hex")
    return found


def _print_map(hexmap: HexMap, size: str | None) -> None:
    wish = Wish(width=terminal_size()[0], size=size, ascii_only=plain_ascii())
    drawing = draw(hexmap, Sheet(), wish)
    for line in drawing.lines:
        say_as_drawn(line)
    kinds = ", ".join(
        f"{kind.symbol} {kind.key}" for kind in hexmap.terrain_kinds.values() if kind.drawn_as != "clear"
    )
    say(f"{hexmap.title}: {drawing.shown} of {several(drawing.total, 'hex')}; {kinds}")


def _map(source: str, scenario: str | None, packs: tuple[Path, ...]) -> HexMap:
    if source.endswith(".toml"):
        return _load(Path(source))
    if scenario is None and not packs and (whole := _whole_map(source)) is not None:
        return _load(whole)
    if source in registry.games():
        return matchfile.open_scenario(matchfile.open_game(source), scenario, packs=packs).map
    return _load(_map_file(_map_folder(source)))


def _whole_map(source: str) -> Path | None:
    """The map file of a game, if it has one of its own: its scenarios may play on parts of it."""
    if source not in registry.games():
        return None
    try:
        path = package_folder(registry.games()[source].package) / "data" / "map.toml"
    except DataError:
        return None
    return path if path.is_file() else None


def _load(path: Path) -> HexMap:
    with blaming("", MapError), blaming(f"{path}", OSError):
        return load(path)


def _map_folder(source: str) -> Path:
    """The folder of a map's sources; its map file lies beside it."""
    if Path(source, "source.toml").is_file():
        return Path(source)
    package = (
        matchfile.open_game(source).package if source in registry.games() else f"phaseline.games.{source}"
    )
    try:
        return package_folder(package) / "data" / "map"
    except (DataError, ModuleNotFoundError, ValueError):
        near = did_you_mean(source, registry.games(), "games are")
        if Path(source).is_dir():
            near = f"; {source} holds no source.toml, docs/how-to/build-a-map.md says what a map is made of"
        elif Path(source).with_name("source.toml").is_file():
            near = f"; name the folder: {Path(source).parent}"
        raise UserError(
            f"there is no game and no map folder {source!r} (a map file ends with .toml){near}"
        ) from None


def _map_file(folder: Path) -> Path:
    """The map file of a folder of sources, beside it."""
    home = folder if folder.name not in ("", "..") else folder.resolve()
    return home.with_name(f"{home.name}.toml")


@atlas.command("build")
def build(
    source: Annotated[
        str, typer.Argument(metavar="GAME|FOLDER", help="A game's key, or a folder of map sources.")
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The map file; default: FOLDER.toml beside the folder."),
    ] = None,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Write nothing; exit code 1 if the map file is not what would be built."
        ),
    ] = False,
) -> None:
    """Build a map from its sources: real coasts, rivers and heights on the numbered hexes."""
    folder = _map_folder(source)
    if not (folder / "source.toml").is_file():
        if source in registry.games():
            raise UserError(
                f"{source}: its maps are written by hand; there are no sources to build them from"
            )
        raise UserError(
            f"{folder}: it holds no source.toml; docs/how-to/build-a-map.md says what a map is made of"
        )
    target = output or _map_file(folder)
    if target.is_dir():
        raise UserError(f"--output: {target}: this is a folder; name a file in it, .toml")
    fresh = not target.exists()
    with _extra(), blaming("", MapError), blaming(f"{target}: cannot be written", OSError):
        builder: Any = importlib.import_module("phaseline.atlas.build")
        difference = (builder.check if check else builder.rebuild)(folder, target)
        lost = [] if check else builder.left_out(folder, target)
    if not difference:
        say(f"{target} is what its sources make")
    elif check:
        say(str(difference))
        complain(f"{target} is not what its sources make; to build it: phaseline atlas build {source}")
        raise typer.Exit(1)
    else:
        say(
            f"{target} is built"
            + ("" if fresh else f"; {several(len(difference.lines), 'line')} of difference to what was there")
        )
    if lost:
        say(f"off the map, and left out: {', '.join(lost)}")


@atlas.command("validate")
def validate_(source: GameOrFile) -> None:
    """Look a map over: what contradicts itself (exit code 1), what was perhaps forgotten."""
    hexmap = _map(source, None, ())
    findings = validate(hexmap)
    for finding in findings:
        say(str(finding))
    errors = sum(finding.severity is Severity.ERROR for finding in findings)
    say(f"{hexmap.title}: {several(errors, 'error')}, {several(len(findings) - errors, 'warning')}")
    if errors:
        raise typer.Exit(1)


@contextmanager
def _extra() -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        if (error.name or "").startswith("phaseline"):
            raise
        missing = error.name or str(error)
        raise UserError(
            f"this needs {missing}, which is not installed: pip install 'phaseline[atlas]'"
        ) from error
