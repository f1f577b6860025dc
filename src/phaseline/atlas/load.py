"""Read a map file."""

import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from phaseline.atlas import drawn
from phaseline.atlas.errors import MapError, MapFileError
from phaseline.atlas.frozen import FrozenDict
from phaseline.atlas.locate import locate
from phaseline.atlas.model import HexMap
from phaseline.atlas.notation import Notation
from phaseline.atlas.numbered import make_numbering
from phaseline.atlas.parts import (
    EVERY_AREA,
    OFF_MAP,
    WATER,
    Chain,
    ControlPoint,
    Course,
    Georeference,
    Label,
    Place,
    Point,
    Provenance,
    SideFeature,
    TerrainKind,
    Value,
)
from phaseline.atlas.schema import (
    FORMAT,
    ChainHead,
    ControlEntry,
    FeatureBlock,
    GeoreferenceBlock,
    GridBlock,
    LabelEntry,
    LayerBlock,
    MapFile,
    PlaceHead,
    ProvenanceEntry,
    TerrainBlock,
)
from phaseline.hexgrid import Grid, Hex, Mask
from phaseline.wording.misfit import misfit
from phaseline.wording.whereabouts import dotted

T = TypeVar("T")


def load(path: Path | str) -> HexMap:
    """Read a map from a file.

    Raises:
        MapFileError: the file is missing or wrong; the message names the line or key and what to do.
    """
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise MapFileError(f"cannot be read: {error.strerror}", file=str(path)) from error
    except UnicodeDecodeError as error:
        raise MapFileError("this is no text in UTF-8; save it as such", file=str(path)) from error
    return loads(text, file=path.name)


def loads(text: str, file: str = "") -> HexMap:
    """Read a map from text; ``file`` is the name to give in errors.

    Raises:
        MapFileError: see `load`.
    """
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MapFileError(f"is not valid TOML: {error}", file=file) from error
    except RecursionError as error:
        raise MapFileError("is nested too deeply", file=file) from error
    return _Reader(text, file).map(raw)


class _Reader:
    """Turns the tables of one file into a map; keeps the key it is at, for errors."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file
        self.key: tuple[str, ...] = ()
        self.grid: Grid
        self.notation: Notation

    @contextmanager
    def at(self, *key: str) -> Iterator[None]:
        before, self.key = self.key, key
        try:
            yield
        except drawn.DrawingError as error:
            line = locate(self.text, key)
            raise self._error(error.problem, None if line is None else line + 1 + error.row) from error
        except MapFileError:
            raise
        except ValueError as error:
            raise self._error(str(error)) from error
        self.key = before

    def _error(self, problem: str, line: int | None = None) -> MapFileError:
        line = line or locate(self.text, self.key)
        return MapFileError(problem, file=self.file, key=".".join(self.key), line=line)

    def convert(self, raw: object, kind: type[T]) -> T:
        """Check a table against its shape; an error names the field in it."""
        try:
            return msgspec.convert(raw, kind)
        except msgspec.ValidationError as error:
            path, problem = misfit(str(error), kind, raw)
            self.key = (*self.key, *(part for part in dotted(path).split(".") if part))
            raise self._error(problem) from error

    # --- blocks ----------------------------------------------------------------------------------------

    def map(self, raw: dict[str, Any]) -> HexMap:
        written = raw.get("format", FORMAT)
        if isinstance(written, int) and written != FORMAT:  # before all else, which may be new to us
            self.key = ("format",)
            raise self._error(f"this program reads format {FORMAT}, the file says {written}")
        parts = self.convert(raw, MapFile)
        with self.at("grid"):
            self.grid = _grid(parts.grid)
        with self.at("numbering"):
            numbering = make_numbering(parts.numbering, self.grid)
            self.notation = Notation(self.grid, numbering.label, numbering.parse)
        terrain, kinds = self.terrain(parts.terrain)
        layers = {name: self.layer(name, table) for name, table in parts.areas.items()}
        return HexMap(
            name=parts.name,
            title=parts.title,
            subtitle=parts.subtitle,
            grid=self.grid,
            numbering=numbering,
            numbers_printed=parts.numbering.printed,
            terrain=terrain,
            terrain_kinds=kinds,
            features=FrozenDict({key: self.feature(key, table) for key, table in parts.hexsides.items()}),
            places=FrozenDict({name: self.place(name, table) for name, table in parts.places.items()}),
            chains=tuple(chain for kind, table in parts.chains.items() for chain in self.chains(kind, table)),
            areas=FrozenDict({name: areas for name, (areas, _) in layers.items()}),
            facts=FrozenDict({name: facts for name, (_, facts) in layers.items() if facts}),
            labels=tuple(
                label for style, table in parts.labels.items() for label in self.labels(style, table)
            ),
            shapes=FrozenDict({name: self.shape(name, rings) for name, rings in parts.shapes.items()}),
            provenance=tuple(
                note for of, entry in parts.provenance.items() for note in self.provenance(of, entry)
            ),
            georeference=self.georeference(parts.georeference),
        )

    def terrain(self, block: TerrainBlock) -> tuple[FrozenDict[str, Mask], FrozenDict[str, TerrainKind]]:
        kinds: dict[str, TerrainKind] = {}
        for symbol, entry in block.legend.items():
            with self.at("terrain", "legend", symbol):
                drawn.check_symbol(symbol)
                key = entry if isinstance(entry, str) else entry.key
                look = (not isinstance(entry, str) and entry.drawn_as) or key
                water = None if isinstance(entry, str) else entry.water
                if key in kinds:
                    raise MapError(f"{key!r} already has the character {kinds[key].symbol!r}")
                kinds[key] = TerrainKind(key, symbol, look, look in WATER if water is None else water)
        with self.at("terrain", "drawn"):
            found = drawn.read(block.drawn, self.grid, self.notation.hex)
            _check_legend(found, [*block.legend, OFF_MAP], self.notation.label)
        terrain = {key: found.get(kind.symbol, 0) for key, kind in kinds.items()}
        return FrozenDict(terrain), FrozenDict(kinds)

    def feature(self, key: str, table: object) -> SideFeature:
        with self.at("hexsides", key):
            block = self.convert(table, FeatureBlock)
        courses: list[Course] = []
        for name, texts in (("", block.sides), *block.courses.items()):
            where = ("sides",) if not name else ("courses", name)
            with self.at("hexsides", key, *where):
                courses.extend(Course(name, self.notation.sides(text)) for text in _texts(texts))
        return SideFeature(key, block.drawn_as or key, tuple(courses), block.weight)

    def place(self, name: str, entry: object) -> Place:
        with self.at("places", name):
            known, free = _split(_table(entry), "hex", "shift")
            head = self.convert(known, PlaceHead)
            return Place(name, self.notation.hex(head.hex), self.attributes(free), head.shift)

    def chains(self, kind: str, entries: object) -> Iterator[Chain]:
        with self.at("chains", kind):
            named = _table(entries)
        for name, entry in named.items():
            with self.at("chains", kind, name):
                table = entry if isinstance(entry, dict) else {"hexes": entry}
                known, free = _split(table, "hexes")
                attributes = self.attributes(free)
                for text in _texts(self.convert(known, ChainHead).hexes):
                    yield Chain(kind, name, self.notation.path(text), attributes)

    def layer(
        self, name: str, table: object
    ) -> tuple[FrozenDict[str, Mask], FrozenDict[str, FrozenDict[str, Value]]]:
        with self.at("areas", name):
            block = self.convert(table, LayerBlock)
        areas: dict[str, Mask] = {}
        if block.drawn:
            with self.at("areas", name, "drawn"):
                found = drawn.read(block.drawn, self.grid, self.notation.hex)
                _check_legend(found, [*block.legend, OFF_MAP], self.notation.label)
        else:
            found = {}
        for symbol, area in block.legend.items():
            with self.at("areas", name, "legend", symbol):
                drawn.check_symbol(symbol)
                areas[area] = areas.get(area, 0) | found.get(symbol, 0)
        for area, texts in block.hexes.items():
            areas.setdefault(area, 0)
            with self.at("areas", name, "hexes", area):
                for text in _texts(texts):
                    areas[area] |= self.notation.mask(text)
        facts: dict[str, FrozenDict[str, Value]] = {}
        for area, entry in block.facts.items():
            with self.at("areas", name, "facts", area):
                if area not in areas and area != EVERY_AREA:
                    raise MapError(f"the layer has no area {area!r}; known are {', '.join(areas) or 'none'}")
                facts[area] = self.attributes(entry)
        return FrozenDict(areas), FrozenDict(facts)

    def labels(self, style: str, texts: object) -> Iterator[Label]:
        with self.at("labels", style):
            table = _table(texts)
        for text, entries in table.items():
            with self.at("labels", style, text):
                for raw in entries if isinstance(entries, list) else [entries]:
                    entry = self.convert(raw, LabelEntry)
                    at = self.notation.hex(entry.at)
                    to = self.notation.hex(entry.to) if entry.to else None
                    yield Label(style, text, at, to, entry.shift, entry.angle, entry.size)

    def provenance(self, of: str, entries: object) -> Iterator[Provenance]:
        with self.at("provenance", of):
            for raw in entries if isinstance(entries, list) else [entries]:
                entry = self.convert(raw, ProvenanceEntry)
                path = self.notation.path(entry.hexes)
                yield Provenance(of, entry.source, entry.reason, entry.case, path, tuple(entry.names))

    def shape(self, name: str, rings: list[str]) -> tuple[tuple[Point, ...], ...]:
        with self.at("shapes", name):
            return tuple(_ring(ring) for ring in rings)

    def georeference(self, block: GeoreferenceBlock | None) -> Georeference | None:
        if block is None:
            return None
        controls: list[ControlPoint] = []
        for name, entry in block.controls.items():
            with self.at("georeference", "controls", name):
                controls.append(ControlPoint(name, self._anchor(entry), entry.lat, entry.lon))
        return Georeference(
            block.projection, block.km_per_hex, block.rotation, block.origin, block.origin_km, tuple(controls)
        )

    def _anchor(self, entry: ControlEntry) -> Hex | Point:
        return self.notation.hex(entry.at) if isinstance(entry.at, str) else entry.at

    def attributes(self, table: dict[str, Any]) -> FrozenDict[str, Value]:
        """Free attributes: scalars, or lists of texts."""
        found: dict[str, Value] = {}
        for key, value in table.items():
            if isinstance(value, list) and all(isinstance(v, str) for v in value):
                found[key] = tuple(value)
            elif isinstance(value, bool | int | float | str):
                found[key] = value
            else:
                self.key = (*self.key, key)
                raise MapError("an attribute is a number, a text, true or false, or a list of texts")
        return FrozenDict(found)


def _grid(block: GridBlock) -> Grid:
    if block.orientation == "pointy":
        return Grid.pointy(rows=block.rows, cols=block.columns, shoved=block.shoved)
    return Grid.flat(cols=block.columns, rows=block.rows, shoved=block.shoved)


def _texts(texts: str | list[str]) -> list[str]:
    if isinstance(texts, str):
        return [texts] if texts else []
    return texts


def _table(entry: object) -> dict[str, Any]:
    if not isinstance(entry, dict):
        raise MapError(f"expected a table such as {{ key = value }}, got {entry!r}")
    return entry


def _split(table: dict[str, Any], *known: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The entries with a known key, and the others."""
    return (
        {key: value for key, value in table.items() if key in known},
        {key: value for key, value in table.items() if key not in known},
    )


def _ring(text: str) -> tuple[Point, ...]:
    ring = tuple(_point(pair) for pair in text.split())
    if len(ring) < 3:
        raise MapError(f"{text!r} is no ring: write three points or more")
    return ring


def _point(pair: str) -> Point:
    x, _, y = pair.partition(",")
    try:
        return int(x) / 100, int(y) / 100
    except ValueError:
        raise MapError(f"{pair!r} is no point: write x,y in hundredths of a hex, such as 150,87") from None


def _check_legend(found: dict[str, Mask], legend: list[str], label: Callable[[Hex], str]) -> None:
    for symbol, mask in found.items():
        if symbol not in legend:
            first = (mask & -mask).bit_length() - 1
            raise MapError(
                f"{symbol!r} (first at {label(first)}) is not in the legend: add it, or use one of {' '.join(legend)}"
            )
