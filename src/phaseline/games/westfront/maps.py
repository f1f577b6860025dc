"""The map from its file, its hexes named after places, and the small map of Husky cut out of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from phaseline.atlas.frozen import FrozenDict
from phaseline.atlas.model import HexMap
from phaseline.atlas.parts import Chain, Course, SideFeature
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


def clipped(map: HexMap, kept: Mask) -> HexMap:
    """The map without the hexes that are not in `kept`: they belong to no terrain, so they are off the map."""
    return map.replace(
        terrain=FrozenDict({key: mask & kept for key, mask in map.terrain.items() if mask & kept}),
        places=FrozenDict({name: place for name, place in map.places.items() if kept >> place.hex & 1}),
        features=FrozenDict({key: _clipped_feature(feature, kept) for key, feature in map.features.items()}),
        chains=tuple(part for chain in map.chains for part in _parts(chain, kept)),
        areas=FrozenDict(
            {
                layer: FrozenDict({name: mask & kept for name, mask in areas.items() if mask & kept})
                for layer, areas in map.areas.items()
            }
        ),
        labels=tuple(label for label in map.labels if kept >> label.at & 1),
    )


def _clipped_feature(feature: SideFeature, kept: Mask) -> SideFeature:
    courses = []
    for course in feature.courses:
        sides = tuple(side for side in course.sides if kept >> side[0] & 1)
        if sides:
            courses.append(Course(course.name, sides))
    return SideFeature(feature.key, feature.drawn_as, tuple(courses), feature.weight)


def _parts(chain: Chain, kept: Mask) -> list[Chain]:
    """The stretches of a chain within `kept`, of two hexes or more."""
    runs: list[list[Hex]] = [[]]
    for hex in chain.hexes:
        if kept >> hex & 1:
            runs[-1].append(hex)
        elif runs[-1]:
            runs.append([])
    return [Chain(chain.kind, chain.name, tuple(run), chain.attributes) for run in runs if len(run) > 1]


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
