"""The map of a case: drawn, listed, only told by its adjacencies, or a scenario's with some changes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct

from phaseline.atlas.frozen import FrozenDict
from phaseline.atlas.model import HexMap
from phaseline.atlas.parts import WATER, Chain, Course, Place, SideFeature, TerrainKind
from phaseline.engine.casefile.embedding import Axial, NoPlace, embed
from phaseline.engine.casefile.errors import CaseFileError
from phaseline.engine.casefile.tree import Node
from phaseline.engine.casefile.typed import convert
from phaseline.hexgrid import Grid, Hex, Mask
from phaseline.hexgrid.numbering import LabelError, PlaceNames, RowColumn
from phaseline.wording.counts import several

GROUND = "clear"
_NUMBER = re.compile(r"\d{4}")
_SYMBOLS = "abcdeghijklnpqstuvwxyz0123456789"


class GridSize(Struct, forbid_unknown_fields=True, kw_only=True):
    """The `grid` of a map that is not drawn."""

    orientation: Literal["pointy", "flat"] = "pointy"
    rows: int = 0
    columns: int = 0


class MapText(Struct, forbid_unknown_fields=True, kw_only=True):
    """The keys of `map`. The parts that name hexes are read from the tree afterwards, once there are hexes."""

    base: Literal["scenario", "nothing"] | None = None
    drawing: str = ""
    legend: dict[str, str] | None = None
    drawn_sides: str = "river"
    grid: GridSize | None = None
    adjacent: list[list[str]] | None = None
    elsewhere: str = ""
    hexes: Any = None
    hexsides: Any = None
    lines: Any = None
    areas: Any = None


@dataclass(frozen=True)
class CaseNumbering(RowColumn):
    """Numbers, but hexes that have a name go by it: what a map made for one case prints.

    Attributes:
        named: name -> hex.
    """

    named: FrozenDict[str, Hex] = field(default_factory=FrozenDict)

    def label(self, h: Hex) -> str:
        """The name of the hex, or its number."""
        return self._labels.get(h) or super().label(h)

    def parse(self, text: str) -> Hex:
        """The hex that a name, a name with an offset (`Lyon SE1`) or a number means. Raises `LabelError`."""
        problem: LabelError | None = None
        if self._names is not None:
            for spelling in (text, f"{text}1"):
                try:
                    return self._names.parse(spelling)
                except LabelError as error:
                    problem = problem or error
        if problem is None or text.strip().isdigit():
            return super().parse(text)
        raise problem

    @cached_property
    def _names(self) -> PlaceNames | None:
        return PlaceNames(self.grid, self.named) if self.named else None

    @cached_property
    def _labels(self) -> dict[Hex, str]:
        return {h: name for name, h in reversed(self.named.items())}


LONGEST = 200
"""Rows and columns that a case's own map may have."""


def build(node: Node, base: HexMap | None, *, fixed: bool = False) -> HexMap:
    """The map that a case's `map` describes; `base` is what it may change. Raises `CaseFileError`.

    If the base is `fixed`, as the map of a scenario is that the case names, it can be changed only hex by hex.
    """
    if node.is_scalar:
        node = Node({"base": node}, node.file, node.line)
    text = convert(node, MapText, ("map",))
    with _field(node, "map"):
        start = _start(node, text, base, fixed=fixed)
    return _Patch(node, start, own=start is not base).done()


def _start(node: Node, text: MapText, base: HexMap | None, *, fixed: bool) -> HexMap:
    listed = text.base == "nothing" or text.adjacent is not None or text.grid is not None
    if fixed and (listed or text.drawing):
        raise node.error(
            "a scenario sets up its units on its own map: leave out `scenario` for a map of the case's own, or change "
            "hexes of the scenario's",
            "map",
        )
    if text.drawing:
        for key in ("grid", "adjacent", "elsewhere"):
            if key in node.mapping:
                raise node.at(key).error("a drawing says this already; leave it out", f"map.{key}")
        with _field(node, "map", "drawing"):
            return HexMap.from_drawing(text.drawing, text.legend, drawn_sides=text.drawn_sides, name="case")
    if not listed and base is not None:
        return base
    if text.base == "scenario":
        raise node.error("there is no scenario whose map this could change; name one in `scenario`", "map")
    with _field(node, "map", "adjacent" if text.adjacent is not None else "hexes"):
        return _blank(node, text)


def _blank(node: Node, text: MapText) -> HexMap:
    """A map with nothing but the listed hexes, their names, and the terrain of everything else."""
    grid_size = text.grid or GridSize()
    named, numbers = _positions(node, text)
    cols, rows = grid_size.columns, grid_size.rows
    flat = grid_size.orientation == "flat"
    spots = {name: _col_row(spot, flat=flat) for name, spot in named.items()}
    left = min((col for col, _ in spots.values()), default=1) - 1
    top = min((row for _, row in spots.values()), default=1) - 1
    # An even shift leaves every shoved line shoved.
    left, top = (left - left % 2, top) if flat else (left, top - top % 2)
    cols = cols or max(
        [col - left + 2 for col, _ in spots.values()] + [int(number[2:]) + 1 for number in numbers] + [1]
    )
    rows = rows or max(
        [row - top + 2 for _, row in spots.values()] + [int(number[:2]) + 1 for number in numbers] + [1]
    )
    if cols > LONGEST or rows > LONGEST:
        raise ValueError(
            f"a map of {several(rows, 'row')} and {several(cols, 'column')} is too large for a case: at most {LONGEST} each"
        )
    grid = Grid.flat(cols=cols, rows=rows) if flat else Grid.pointy(rows=rows, cols=cols)
    places = {name: Place(name, grid.hex(col - left, row - top)) for name, (col, row) in spots.items()}
    taken: Mask = 0
    for place in places.values():
        taken |= 1 << place.hex
    terrain = {GROUND: taken}
    if text.elsewhere:
        terrain[text.elsewhere] = terrain.get(text.elsewhere, 0) | grid.all & ~taken
    return HexMap(
        name="case",
        title="case",
        grid=grid,
        numbering=RowColumn(grid),
        terrain=FrozenDict({key: mask for key, mask in terrain.items() if mask}),
        terrain_kinds=FrozenDict(_kinds(terrain)),
        places=FrozenDict(places),
    )


def _positions(node: Node, text: MapText) -> tuple[dict[str, Axial], list[str]]:
    """Axial coordinates of the named hexes, and the hexes that are listed by number."""
    hexes = node.mapping["hexes"].mapping if "hexes" in node.mapping else {}
    fixed: dict[str, Axial] = {}
    numbers = [name for name in hexes if _NUMBER.fullmatch(name)]
    for name, entry in hexes.items():
        at = entry.mapping.get("at")
        if at is not None and isinstance(at.value, list):
            q, r = convert(at, tuple[int, int], ("map", "hexes", name, "at"))
            fixed[name] = (q, r)
        elif at is not None:
            numbers.append(at.text)
    pairs = [pair for path in text.adjacent or () for pair in itertools.pairwise(path)]
    names = list(dict.fromkeys([name for path in text.adjacent or () for name in path]))
    names += [
        name
        for name in hexes
        if name not in names and name not in numbers and "at" not in hexes[name].mapping
    ]
    if text.adjacent is None:
        if len(names) > 1:
            raise NoPlace(f'"{names[0]}" needs a place: `at: [q, r]`, or list what is `adjacent`')
        return embed([*names, *fixed], _touching(fixed), fixed), numbers
    names += [name for name in fixed if name not in names]
    return embed(names, pairs, fixed), numbers


def _touching(fixed: dict[str, Axial]) -> list[tuple[str, str]]:
    around = {(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)}
    return [(a, b) for a, (q, r) in fixed.items() for b, (s, t) in fixed.items() if (s - q, t - r) in around]


def _col_row(spot: Axial, *, flat: bool) -> tuple[int, int]:
    q, r = spot
    return (q, r + q // 2) if flat else (q + r // 2, r)


def _kinds(terrain: Iterable[str], known: dict[str, TerrainKind] | None = None) -> dict[str, TerrainKind]:
    kinds = dict(known or {})
    taken = {kind.symbol for kind in kinds.values()}
    free = (symbol for symbol in _SYMBOLS if symbol not in taken)
    for key in terrain:
        if key not in kinds:
            kinds[key] = TerrainKind(key, next(free), key, key in WATER)
    return kinds


class _Patch:
    """What `hexes`, `hexsides`, `lines` and `areas` say, laid on a map."""

    def __init__(self, node: Node, start: HexMap, *, own: bool) -> None:
        self._node, self._own = node, own
        self._map = start
        self._terrain = dict(start.terrain)
        self._places = dict(start.places)

    def done(self) -> HexMap:
        for name, entry in self._entries("hexes"):
            with _field(entry, "map", "hexes", name):
                self._hex(name, entry)
        numbering = self._map.numbering
        if self._own and isinstance(numbering, RowColumn):
            named = FrozenDict({place.name: place.hex for place in self._places.values()})
            numbering = CaseNumbering(self._map.grid, named=named)
        self._map = self._map.replace(
            numbering=numbering,
            terrain=FrozenDict({key: mask for key, mask in self._terrain.items() if mask}),
            terrain_kinds=FrozenDict(_kinds(self._terrain, dict(self._map.terrain_kinds))),
            places=FrozenDict(self._places),
        )
        return self._map.replace(
            features=FrozenDict(self._features()), chains=self._chains(), areas=FrozenDict(self._areas())
        )

    def _entries(self, key: str) -> Iterator[tuple[str, Node]]:
        table = self._node.mapping.get(key)
        if table is None or table.is_null:
            return
        if not isinstance(table.value, dict):
            raise table.error("a mapping is needed, with a name before each entry", f"map.{key}")
        yield from table.value.items()

    def _hex(self, name: str, entry: Node) -> None:
        if isinstance(entry.value, list):
            raise ValueError("a terrain, or a mapping of facts, is needed")
        facts = (
            {"terrain": entry.text} if entry.is_scalar and not entry.is_null else dict(entry.resolved() or {})
        )
        at = facts.pop("at", None)
        known = self._places.get(name)
        if known is not None:
            here = known.hex
        elif at is not None and not isinstance(at, list):
            here = self._map.hex(entry.mapping["at"].text)
        else:
            here = self._map.hex(name)
        if not self._map.on_map >> here & 1 and "terrain" not in facts:
            facts["terrain"] = GROUND
        if "terrain" in facts:
            bit = 1 << here
            self._terrain = {key: mask & ~bit for key, mask in self._terrain.items()}
            key = str(facts.pop("terrain"))
            self._terrain[key] = self._terrain.get(key, 0) | bit
        if facts or at is not None or known is not None:
            old = known.attributes if known is not None else {}
            new = {
                key: tuple(map(str, value)) if isinstance(value, list) else value
                for key, value in facts.items()
            }
            merged = {key: value for key, value in {**old, **new}.items() if value is not None}
            self._places[name] = Place(name, here, FrozenDict(merged))

    def _find(self, text: str) -> Hex:
        return self._map.hex(text)

    def _features(self) -> dict[str, SideFeature]:
        features = dict(self._map.features)
        for key, entry in self._entries("hexsides"):
            with _field(entry, "map", "hexsides", key):
                courses = [Course("", (self._side(pair),)) for pair in _pairs(entry)]
                old = features.get(key, SideFeature(key, key, ()))
                features[key] = SideFeature(key, old.drawn_as, (*old.courses, *courses), old.weight)
        return features

    def _side(self, pair: tuple[str, str]) -> tuple[Hex, int]:
        here, names = self._find(pair[0]), self._map.grid.directions
        if pair[1] in names and pair[1] not in self._places:
            return here, names.index(pair[1])
        direction = self._map.grid.direction(here, self._find(pair[1]))
        if direction is None:
            raise ValueError(f"{pair[0]} and {pair[1]} are not adjacent")
        return here, direction

    def _chains(self) -> tuple[Chain, ...]:
        chains = list(self._map.chains)
        for kind, entry in self._entries("lines"):
            runs = [("", run) for run in _runs(entry)] if not entry.mapping else list(entry.mapping.items())
            for name, run in runs:
                with _field(run, "map", "lines", kind, *([name] if name else [])):
                    hexes = tuple(self._find(word) for word in _words(run))
                    for a, b in itertools.pairwise(hexes):
                        if self._map.grid.direction(a, b) is None:
                            label = self._map.numbering.label
                            raise ValueError(f"{label(a)} and {label(b)} are not adjacent")
                    chains.append(Chain(kind, name, hexes))
        return tuple(chains)

    def _areas(self) -> dict[str, FrozenDict[str, Mask]]:
        areas = {layer: dict(table) for layer, table in self._map.areas.items()}
        for layer, table in self._entries("areas"):
            for name, entry in table.mapping.items():
                with _field(entry, "map", "areas", layer, name):
                    mask = 0
                    for word in _words(entry):
                        mask |= self._map.on_map if word == "everything" else 1 << self._find(word)
                    areas.setdefault(layer, {})[name] = mask
        return {layer: FrozenDict(table) for layer, table in areas.items()}


def _words(node: Node) -> list[str]:
    """Names of hexes: a list, or one text with spaces between them."""
    return node.text.split() if node.is_scalar else [item.text for item in node.items]


def _runs(node: Node) -> list[Node]:
    """One run of hexes or several."""
    if isinstance(node.value, list) and node.value and isinstance(node.value[0].value, list):
        return node.value
    return [node]


def _pairs(node: Node) -> Iterator[tuple[str, str]]:
    """Hexsides: `[[A, B], [B, C]]`, `[A/B, B/C]`, or `A/B B/C`; the second may be a direction."""
    items: list[Any] = (
        list(node.text.split())
        if node.is_scalar
        else [item.text if item.is_scalar else [part.text for part in item.items] for item in node.items]
    )
    if len(items) == 2 and all(isinstance(item, str) and "/" not in item for item in items):
        items = [items]
    for item in items:
        parts = item.split("/") if isinstance(item, str) else item
        if len(parts) != 2:
            raise ValueError(f"{item} is no hexside: write [A, B] or A/B, or A/NE with a direction")
        yield parts[0].strip(), parts[1].strip()


@contextmanager
def _field(node: Node, *path: str) -> Iterator[None]:
    """Errors inside are errors of this field."""
    try:
        yield
    except CaseFileError:
        raise
    except (ValueError, LookupError) as error:
        raise node.at(*path[1:2]).error(str(error), ".".join(path)) from error
