r"""Tiny maps drawn in text, for teaching games, case files and tests.

A row is a line of characters two apart; rows that begin one space further right lie half a hex further east.
Hexsides may be drawn too: ``|`` between two hexes of a row, and on a line of its own above a hex ``/`` for its
north-west side, ``\`` for its north-east side, ``+`` for both::

    ~ . . A
     . .|f .
      / +
    . B ^ ^

A capital letter that the legend does not explain is a clear hex with a place of that name. Hexes off the map are
``_``. The grid is pointy-top and numbered RRCC from 0101.
"""

from collections.abc import Iterator, Mapping
from textwrap import dedent
from typing import Any, Final

from phaseline.atlas.drawn import DrawingError
from phaseline.atlas.errors import MapError, UnknownNameError
from phaseline.atlas.frozen import FrozenDict
from phaseline.atlas.notation import Notation
from phaseline.atlas.parts import (
    OFF_MAP,
    WATER,
    Chain,
    Course,
    Place,
    Side,
    SideFeature,
    TerrainKind,
    Value,
)
from phaseline.hexgrid import Grid, Hex, Mask
from phaseline.hexgrid.numbering import RowColumn

LEGEND: Final[Mapping[str, str]] = {
    ".": "clear",
    "f": "forest",
    "h": "hill",
    "r": "rough",
    "^": "mountain",
    "m": "marsh",
    "~": "sea",
    "o": "lake",
}
SIDE_MARKS: Final[Mapping[str, tuple[str, ...]]] = {"/": ("NW",), "\\": ("NE",), "+": ("NW", "NE")}
GROUND: Final = "clear"
"""The terrain under a letter, unless its place names another."""


class Sketch:
    """A drawing taken apart: the grid, the hexes of each character, the drawn hexsides."""

    def __init__(self, text: str) -> None:
        self.rows: list[tuple[int, int, str]] = []
        self.marks: list[tuple[int, int, str]] = []
        for number, line in enumerate(dedent(text.expandtabs()).splitlines()):
            content = line.rstrip()
            if not content:
                continue
            if set(content) <= {" ", *SIDE_MARKS}:
                self.marks.append((number, len(self.rows), content))
            else:
                indent = len(content) - len(content.lstrip())
                self.rows.append((number, indent, content))
        if not self.rows:
            raise MapError("the drawing has no hexes")
        self.grid = self._grid()
        self.found: dict[str, Mask] = {}
        self.sides: list[Side] = []
        for row, (number, indent, content) in enumerate(self.rows):
            self._read_row(row, number, indent, content)
        for number, below, content in self.marks:
            self._read_marks(number, below, content)

    def _grid(self) -> Grid:
        shoved = [row % 2 for row, (_, indent, _) in enumerate(self.rows) if indent]
        parity = shoved[0] if shoved else 1
        for row, (number, indent, _) in enumerate(self.rows):
            if indent != (row % 2 == parity):
                raise DrawingError(
                    number, "rows begin in turn at the left margin and one space further right"
                )
        width = max((len(content) - indent + 1) // 2 for _, indent, content in self.rows)
        return Grid.pointy(rows=len(self.rows), cols=width, shoved="odd" if parity else "even")

    def _read_row(self, row: int, number: int, indent: int, content: str) -> None:
        for place, mark in enumerate(content[indent:]):
            here = self.grid.hex(place // 2, row)
            if place % 2 == 0:
                if mark == " ":
                    raise DrawingError(
                        number, f"nothing is drawn {place} places in; write {OFF_MAP!r} for no hex"
                    )
                self.found[mark] = self.found.get(mark, 0) | 1 << here
            elif mark == "|":
                self.sides.append((here, self.grid.directions.index("E")))
            elif mark != " ":
                raise DrawingError(number, f"{mark!r} stands between two hexes; only a space or | may")

    def _read_marks(self, number: int, below: int, content: str) -> None:
        for at, mark in enumerate(content):
            if mark == " ":
                continue
            column, odd = (0, 1) if below == len(self.rows) else divmod(at - self.rows[below][1], 2)
            if odd or not 0 <= column < self.grid.cols:
                raise DrawingError(number, f"{mark!r} must stand straight above a hex of the next row")
            here = self.grid.hex(column, below)
            self.sides.extend((here, self.grid.directions.index(name)) for name in SIDE_MARKS[mark])


def sketched(
    text: str,
    legend: Mapping[str, str] | None,
    *,
    drawn_sides: str,
    places: Mapping[str, Mapping[str, Any]],
    hexsides: Mapping[str, str],
    chains: Mapping[str, Mapping[str, str]],
    areas: Mapping[str, Mapping[str, str]],
) -> dict[str, Any]:
    """The fields of the map that a drawing and its lists describe (see `HexMap.from_drawing`)."""
    sketch = Sketch(text)
    kinds_by_symbol = dict(LEGEND if legend is None else legend)
    grid = sketch.grid
    numbering = RowColumn(grid)
    symbols = {k: v for k, v in sketch.found.items() if k in kinds_by_symbol or k == OFF_MAP}
    letters = {k: v for k, v in sketch.found.items() if k not in symbols}
    terrain = dict.fromkeys((*kinds_by_symbol.values(), *([GROUND] if letters else [])), 0)
    for symbol, mask in symbols.items():
        if symbol != OFF_MAP:
            terrain[kinds_by_symbol[symbol]] |= mask
    plain = Notation(grid, numbering.label, numbering.parse)
    named: dict[str, Place] = {}
    hex_of: dict[str, Hex] = {}
    for key, here, entry in _entries(letters, places, plain):
        ground = entry.pop("terrain", GROUND if key in letters else None)
        if ground is not None:
            terrain = {k: m & ~(1 << here) for k, m in terrain.items()}
            terrain[str(ground)] = terrain.get(str(ground), 0) | 1 << here
        name = str(entry.pop("name", key))
        named[name] = Place(name, here, FrozenDict(entry))
        hex_of |= {key: here, name: here}
    terrain = {key: mask for key, mask in terrain.items() if mask}

    def parse(label: str) -> Hex:
        return hex_of[label] if label in hex_of else numbering.parse(label)

    notation = Notation(grid, numbering.label, parse)
    return {
        "grid": grid,
        "numbering": numbering,
        "terrain": FrozenDict(terrain),
        "terrain_kinds": FrozenDict(_kinds(terrain, kinds_by_symbol)),
        "features": FrozenDict({f.key: f for f in _features(sketch.sides, drawn_sides, hexsides, notation)}),
        "places": FrozenDict(named),
        "chains": tuple(
            Chain(kind, name, notation.path(path))
            for kind, table in chains.items()
            for name, path in table.items()
        ),
        "areas": FrozenDict(
            {
                layer: FrozenDict({name: notation.mask(written) for name, written in table.items()})
                for layer, table in areas.items()
            }
        ),
    }


def _entries(
    letters: Mapping[str, Mask], places: Mapping[str, Mapping[str, Any]], notation: Notation
) -> Iterator[tuple[str, Hex, dict[str, Value]]]:
    for letter, mask in letters.items():
        if not letter.isupper():
            raise MapError(
                f"{letter!r} is not in the legend; only capital letters may name a place without it"
            )
        if mask & (mask - 1):
            raise MapError(
                f"{letter!r} is drawn {mask.bit_count()} times; a letter that names a place stands once"
            )
        entry = {k: v for k, v in places.get(letter, {}).items() if k != "hex"}
        yield letter, mask.bit_length() - 1, entry
    for name, attributes in places.items():
        if name in letters:
            continue
        if "hex" not in attributes:
            raise UnknownNameError("letter in the drawing", name, letters)
        entry = {k: v for k, v in attributes.items() if k != "hex"}
        yield name, notation.hex(attributes["hex"]), entry


def _features(
    drawn: list[Side], drawn_key: str, listed: Mapping[str, str], notation: Notation
) -> Iterator[SideFeature]:
    courses: dict[str, list[Course]] = {drawn_key: [Course("", tuple(drawn))]} if drawn else {}
    for key, text in listed.items():
        courses.setdefault(key, []).append(Course("", notation.sides(text)))
    for key, found in courses.items():
        yield SideFeature(key, key, tuple(found))


def _kinds(terrain: Mapping[str, Mask], kinds_by_symbol: Mapping[str, str]) -> dict[str, TerrainKind]:
    symbols = {key: symbol for symbol, key in {**LEGEND, **kinds_by_symbol}.items()}
    free = iter("abcdegijklnpqstuvwxyz")
    return {key: TerrainKind(key, symbols.get(key) or next(free), key, key in WATER) for key in terrain}
