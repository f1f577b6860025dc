"""The map as the rules see it: which hexes and hexsides are what, as masks (1.0)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from phaseline.atlas.model import HexMap
from phaseline.hexgrid import Hex, Hexsides, Mask, mask_of

OUT_OF_PLAY = ("Norway", "Sweden", "Switzerland", "Eire")
"""Lands nobody may enter (1.1b)."""
CLOSED_TO_AXIS = ("Britain", "Morocco", "Algeria", "Tunisia", "Libya")
"""Lands no Axis unit may enter (1.1c)."""
GREATER_ITALY = ("Italy", "Sicily", "Sardinia", "Corsica", "Yugoslavia")
"""Where Italian units may be, with the hexes next to it (2.66, R28)."""
STACKING = {"clear": 4, "forest": 4, "hill": 4, "marsh": 3, "mountain": 2}
"""Units of a side in a hex at the end of movement (6.21)."""


class Board:
    """Static facts of the map. Built once for a map; holds nothing of a match.

    `land` is every hex a unit could ever stand in; `passable` are hexsides that land movement and tracing may cross,
    `straits` the ones crossed only by the rule of 1.39; `dry` are passable hexsides that are neither river nor strait,
    over which a zone of control reaches (8.2).
    """

    def __init__(self, map: HexMap) -> None:
        self.map = map
        self.grid = map.grid
        countries: Mapping[str, Mask] = map.areas.get("country", {})
        self.country: dict[str, Mask] = dict(countries)
        closed = _union(countries.get(name, 0) for name in OUT_OF_PLAY)
        self.land: Mask = map.land & ~closed
        self.closed_to_axis: Mask = _union(countries.get(name, 0) for name in CLOSED_TO_AXIS)
        self.greater_italy: Mask = _union(countries.get(name, 0) for name in GREATER_ITALY)
        self.terrain = {key: map.terrain.get(key, 0) & self.land for key in STACKING}
        self.stacking = {
            limit: _union(self.terrain[k] for k in STACKING if STACKING[k] == limit) for limit in (2, 3, 4)
        }
        self.stop: Mask = self.terrain["marsh"] | self.terrain["mountain"]

        self.rivers = map.sides("river")
        self.straits = map.sides("strait")
        self.ferries = map.sides("ferry")
        within = Hexsides.between(self.grid, self.land, self.land)
        self.passable = within - map.sides("alpine") - map.sides("sea") - map.sides("lake") - self.straits
        self.traced = self.passable | self.straits
        self.dry = self.passable - self.rivers
        self.wide = self._wide_sides()

        self.ports: dict[Hex, tuple[str, ...]] = {}
        self.major_ports: Mask = 0
        for place in map.places_with("port"):
            seas = place["seas"]
            self.ports[place.hex] = tuple(seas) if isinstance(seas, tuple) else (str(seas),)
            self.major_ports |= (place["port"] == "major") << place.hex
        self.port_hexes: Mask = mask_of(self.ports)
        self.fortresses: Mask = map.hexes_with("fortress")
        self.major_cities: Mask = map.hexes_with("city", "major")
        self.minor_cities: Mask = map.hexes_with("city", "minor")
        self.cities: Mask = self.major_cities | self.minor_cities
        self.rome: Hex = map.hex("Rome") if "Rome" in map.places else -1
        self.city_value = _values(map, "production")
        self.resource_value = _values(map, "resource_value")
        self.victory_cities = _values(map, "victory")

        self.rail_links = map.chain_links("rail")
        self.rail: Mask = map.chain_hexes("rail") & self.land
        self.rail_entries: tuple[Hex, ...] = tuple(place.hex for place in map.places_with("rail_entry"))
        self.seas: dict[str, Mask] = dict(map.areas.get("sea", {}))
        self.coasts: dict[str, Mask] = dict(map.areas.get("coast", {}))
        self.shoals: Mask = _union(map.areas.get("shoal", {}).values())

    def hex(self, name: str) -> Hex:
        """The hex of a place or address such as `Lyon SE1`."""
        return self.map.hex(name)

    def terrain_at(self, hex: Hex) -> str:
        """The terrain of a land hex."""
        return self.map.terrain_at(hex)

    def stacking_limit(self, hex: Hex) -> int:
        """Units a side may have there (6.21)."""
        return STACKING[self.map.terrain_at(hex)]

    def side_limit(self, a: Hex, b: Hex, *, mud: bool) -> int:
        """Units that may cross this hexside into or out of a battle in one phase: two if clear, else one (6.33, 12.23)."""
        return 2 if not mud and self.wide.has(a, b) else 1

    def _wide_sides(self) -> Hexsides:
        """Clear hexsides: no river, and clear on at least one side unless the map says otherwise (1.3, R2)."""
        clear = self.terrain["clear"]
        rough = _union(mask for key, mask in self.terrain.items() if key != "clear")
        open_sides = Hexsides.every(self.grid) - Hexsides.between(self.grid, rough, rough)
        marked = self.map.sides("forest") | self.map.sides("mountain")
        return (self.dry & open_sides) - marked if clear else Hexsides.none(self.grid)


def _union(masks: Iterable[Mask]) -> Mask:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _values(map: HexMap, attribute: str) -> dict[Hex, int]:
    values: dict[Hex, int] = {}
    for place in map.places_with(attribute):
        value = place[attribute]
        if isinstance(value, int):
            values[place.hex] = values.get(place.hex, 0) + value
    return values
