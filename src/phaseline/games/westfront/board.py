"""The map as the rules see it: which hexes and hexsides are what, as masks (1.0)."""

from __future__ import annotations

from typing import NamedTuple

from phaseline.atlas.model import HexMap
from phaseline.drill.board import Ground
from phaseline.games.westfront.waters import Waters
from phaseline.hexgrid import Hex, Hexsides, Mask, hexes, mask_of, union, unite

OUT_OF_PLAY = ("Norway", "Sweden", "Switzerland", "Eire")
"""Lands nobody may enter (1.1b)."""
CLOSED_TO_AXIS = ("Britain", "Morocco", "Algeria", "Tunisia", "Libya")
"""Lands no Axis unit may enter (1.1c)."""
GREATER_ITALY = ("Italy", "Sicily", "Sardinia", "Corsica", "Yugoslavia")
"""Where Italian units may be, with the hexes next to it (2.66, R28)."""
STACKING = {"clear": 4, "forest": 4, "hill": 4, "marsh": 3, "mountain": 2}
"""Units of a side in a hex at the end of movement (6.21)."""


class Board(Ground):
    """Static facts of the map. Built once for a map; holds nothing of a match.

    `land` is every hex a unit could ever stand in; `passable` are hexsides that land movement and tracing may cross,
    `straits` the ones crossed only by the rule of 1.39; `dry` are passable hexsides that are neither river nor strait,
    over which a zone of control reaches (8.2).
    """

    def __init__(self, map: HexMap) -> None:
        super().__init__(map, ~map.hexes_in("country", *OUT_OF_PLAY), STACKING)
        self.land: Mask = self.playable
        self.country: dict[str, Mask] = dict(map.areas.get("country", {}))
        self.fortresses: Mask = map.hexes_with("fortress")
        closed = map.hexes_in("country", *CLOSED_TO_AXIS)
        spain, portugal = self.country.get("Spain", 0), self.country.get("Portugal", 0)
        self.neutral: tuple[Mask, Mask, Mask, Mask] = (spain | portugal, portugal, spain, 0)
        """The neutral countries, by who is at war: nobody, Spain (1), Portugal (2) or both (16.4a)."""
        self.in_play = tuple(self.land & ~closed for closed in self.neutral)
        """The land that may be entered, likewise."""
        self.closed_to_axis: Mask = closed & ~self.fortresses
        """Africa and Britain; the Axis may attack Malta and Gibraltar all the same (R11)."""
        self.greater_italy: Mask = map.hexes_in("country", *GREATER_ITALY)
        self.terrain = {key: self.terrain_of(key) for key in STACKING}
        self.limits = {hex: limit for key, limit in STACKING.items() for hex in hexes(self.terrain[key])}
        self.stacking = unite((limit, self.terrain[key]) for key, limit in STACKING.items())
        """Hexes by how many units of a side may stack there (6.21)."""
        self.stop: Mask = self.terrain["marsh"] | self.terrain["mountain"]

        self.rivers = map.sides("river")
        self.straits = map.sides("strait")
        self.ferries = map.sides("rail_ferry")
        self.bridges = map.sides("rail_bridge")
        within = Hexsides.between(self.grid, self.land, self.land)
        self.passable = within - map.sides("alpine") - map.sides("sea") - map.sides("lake") - self.straits
        self.traced = self.passable | self.straits
        self.dry = self.passable - self.rivers
        self.wide = self._wide_sides()

        self.waters = Waters(map, self.land)
        self.port_hexes: Mask = mask_of(self.waters.port_seas)
        self.major_ports: Mask = map.hexes_with("port", "major") & self.land
        self.major_cities: Mask = map.hexes_with("city", "major")
        self.minor_cities: Mask = map.hexes_with("city", "minor")
        self.cities: Mask = self.major_cities | self.minor_cities
        self.rome, self.london, self.berlin = (
            map.hex(name) if name in map.places else -1 for name in ("Rome", "London", "Berlin")
        )
        self.city_value = _values(map, "production")
        self.resource_value = _values(map, "resource_value")
        self.victory_cities = _values(map, "victory")
        self.cities_worth, self.resources_worth = _worth(self.city_value), _worth(self.resource_value)
        """The same hexes by what they are worth."""

        closed_straits = self.straits - self.ferries - self.bridges
        self.tracks = (map.chain_links("rail") & (self.traced | self.ferries | self.bridges)) - closed_straits
        """Hexsides that a railway crosses, over ferries and bridges too, over no other strait (9.23)."""
        self.plain_tracks = self.tracks - self.ferries
        self.rail: Mask = map.chain_hexes("rail") & self.land
        self.traffic: Mask = self.rail | self.port_hexes
        """Hexes whose control matters to traffic by rail and from port to port."""
        self.rail_entries = _entries(map, self.land)
        self.seas: dict[str, Mask] = dict(map.areas.get("sea", {}))
        self.coasts: dict[str, Mask] = dict(map.areas.get("coast", {}))
        self.shoals: Mask = map.hexes_in("shoal")

    def hex(self, name: str) -> Hex:
        """The hex of a place or address such as `Lyon SE1`."""
        return self.map.hex(name)

    def terrain_at(self, hex: Hex) -> str:
        """The terrain of a land hex."""
        return self.map.terrain_at(hex)

    def stacking_limit(self, hex: Hex) -> int:
        """Units a side may have there (6.21)."""
        return self.limits[hex]

    def side_limit(self, a: Hex, b: Hex, *, mud: bool) -> int:
        """Units that may cross this hexside into or out of a battle in one phase: two if clear, else one (6.33, 12.23)."""
        return 2 if not mud and self.wide.has(a, b) else 1

    def _wide_sides(self) -> Hexsides:
        """Clear hexsides: no river, and clear on at least one side unless the map says otherwise (1.3, R2)."""
        clear = self.terrain["clear"]
        rough = union(mask for key, mask in self.terrain.items() if key != "clear")
        open_sides = Hexsides.every(self.grid) - Hexsides.between(self.grid, rough, rough)
        marked = self.map.sides("forest") | self.map.sides("mountain")
        return (self.dry & open_sides) - marked if clear else Hexsides.none(self.grid)


class Entry(NamedTuple):
    """A Rail Entry hex: the edge of the map it lies on, and the month in which the Axis loses it, if ever (9.11, 16.7)."""

    hex: Hex
    edge: str
    lost: int | None


def _entries(map: HexMap, land: Mask) -> tuple[Entry, ...]:
    """The Rail Entry hexes, north to south: areas of that layer, and places marked so, each with its edge."""
    found = {}
    for name, mask in map.areas.get("rail_entry", {}).items():
        edge, lost = (map.fact("rail_entry", name, key) for key in ("edge", "lost"))
        found.update({hex: Entry(hex, str(edge or "east"), _month(lost)) for hex in hexes(mask & land)})
    for place in map.places_with("rail_entry"):
        edge = place["rail_entry"] if isinstance(place["rail_entry"], str) else "east"
        found[place.hex] = Entry(place.hex, edge, _month(place.get("lost")))
    return tuple(found[hex] for hex in sorted(found))


def _month(text: object) -> int | None:
    """A month such as "1944-10" in months since January 1943."""
    if not isinstance(text, str):
        return None
    year, month = text.split("-")
    return (int(year) - 1943) * 12 + int(month) - 1


def _worth(values: dict[Hex, int]) -> dict[int, Mask]:
    return unite((value, 1 << hex) for hex, value in values.items())


def _values(map: HexMap, attribute: str) -> dict[Hex, int]:
    values: dict[Hex, int] = {}
    for place in map.places_with(attribute):
        value = place[attribute]
        if isinstance(value, int):
            values[place.hex] = values.get(place.hex, 0) + value
    return values
