"""The map from its file, its hexes named after places, and the small map of Husky cut out of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from phaseline.atlas.clip import clipped
from phaseline.atlas.model import HexMap
from phaseline.engine.ledger import case
from phaseline.engine.packs import DataPack
from phaseline.games.westfront.files import LIBRARY, Area
from phaseline.hexgrid import Grid, Hex, Mask
from phaseline.hexgrid.numbering import Numbering, PlaceNames

LAYERS = ("country", "part")
"""Layers of the map in which a land is looked up by name."""


@dataclass(frozen=True)
class NamedHexes:
    """Hexes go by the nearest place, as in the rulebook; the numbers of the map file are understood too (1.2b)."""

    names: PlaceNames
    numbers: Numbering

    @property
    def grid(self) -> Grid:
        """The grid whose hexes are named."""
        return self.numbers.grid

    @case("1.2b")
    def label(self, h: Hex) -> str:
        """The name of a hex, such as `Lyon SE1`."""
        return self.names.label(h)

    def parse(self, text: str) -> Hex:
        """The hex of a name or of a number. Raises `LabelError`."""
        if text.strip().isdigit():
            return self.numbers.parse(text)
        return self.names.parse(text)


@case("1.2a", "err.1", "err.2", "err.3", "err.4", "err.5")
@LIBRARY.reads("map.toml")
def read_map(packs: Sequence[DataPack]) -> HexMap:
    """The whole map, or a data pack's."""
    map = LIBRARY.map(packs)
    return map if map.names is None else map.replace(numbering=NamedHexes(map.names, map.numbering))


def as_filed(map: HexMap) -> HexMap:
    """The map with the numbers of its file, as it can be written."""
    numbering = map.numbering
    return map.replace(numbering=numbering.numbers) if isinstance(numbering, NamedHexes) else map


def land_named(map: HexMap, name: str) -> Mask | None:
    """The hexes of a country, or of a part of one such as Sicily; None if the map has none of that name."""
    for layer in LAYERS:
        if layer in map.areas and name in map.areas[layer]:
            return map.areas[layer][name]
    return None


@case("husky.0")
def cut(map: HexMap, area: Area) -> HexMap:
    """The map with nothing but the lands of `area`, and the sea around them, in play. Raises `LookupError`."""
    lands = 0
    for name in area.countries:
        found = land_named(map, name)
        if found is None:
            raise LookupError(f'the map has no country "{name}"')
        lands |= found
    for name in area.hexes:
        lands |= 1 << map.hex(name)
    around = lands
    for _ in range(area.sea):
        around |= map.grid.spread(around)
    return clipped(map, lands | (around & map.water))


def area(map: HexMap, layer: str, name: str) -> Mask:
    """The hexes of an area of a layer, none if the map has no such area."""
    layers = map.areas.get(layer)
    return 0 if layers is None else layers.get(name, 0)


def coast(map: HexMap) -> Mask:
    """Land hexes on the sea: where there is a coast area, or water next to them."""
    if "coast" not in map.areas:
        return map.coastal
    found = 0
    for mask in map.areas["coast"].values():
        found |= mask
    return found & map.land
