"""What the map means to the rules: sets of hexes and hexsides, and ways over sea, worked out once."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from phaseline.atlas.model import HexMap
from phaseline.drill.board import Ground
from phaseline.engine.ledger import case
from phaseline.hexgrid import Hex, Hexsides, Mask, Sections, flood, levels, mask_of
from phaseline.mechanics.lines import EVERYWHERE

HIGH_SEAS, BLACK_SEA = "High Seas", "Black Sea"
SEA_AREAS = (
    HIGH_SEAS,
    "Baltic",
    "West Mediterranean",
    "Central Mediterranean",
    "Adriatic",
    "Aegean",
    "East Mediterranean",
    BLACK_SEA,
)
"""The sea areas of 7.0. On sections B, C and D is nothing of the last two."""
FRONTS = ("east", "south", "west")
"""The air fronts in the order in which they are resolved (13.0)."""
CITY_CLASSES = ("capital", "major")
"""The classes of places that are cities; every other is a name on the map."""


class Board(Ground):
    """The map as the rules see it. A map that lacks a feature simply has none of it.

    Masks of land hold hexes in play only; masks of water hold the water of the whole map.
    """

    @case("5.8", "tbl.5.8.clear", "tbl.5.8.broken", "tbl.5.8.woods", "tbl.5.8.swamp", "tbl.5.8.rough")
    @case("tbl.5.8.mountain", "tbl.5.8.sand", "tbl.5.8.river", "tbl.5.8.blocked", "tbl.5.8.prohibited")
    def __init__(
        self,
        map: HexMap,
        theatre: Mask = EVERYWHERE,
        terrain: Collection[str] | None = None,
        *,
        minor_passes: bool = False,
    ) -> None:
        """A map, or the theatre of a scenario on it.

        Args:
            map: the map.
            theatre: the hexes in play.
            terrain: the kinds of terrain that the tables know; None to check nothing.
            minor_passes: the smaller Alpine passes are open too.
        """
        super().__init__(map, theatre, terrain)
        self.theatre: Mask = theatre & self.grid.all
        self.sea: Mask = map.terrain.get("sea", 0)
        self.lake: Mask = map.terrain.get("lake", 0)
        """Closed water: no unit and no ship enters it."""
        self.broken = self.terrain_of("broken")
        self.woods = self.terrain_of("woods")
        self.swamp = self.terrain_of("swamp")
        self.rough = self.terrain_of("rough")
        self.mountain = self.terrain_of("mountain")
        self.rivers: Hexsides = map.sides("river")
        crest = map.sides("blocked")
        self.barred: Hexsides = map.sides("sea", "lake") | (
            crest - map.sides("minor_pass") if minor_passes else crest
        )
        """Hexsides between two land hexes that no unit, attack or zone crosses: sea, lakes, the crest of the Alps."""
        self.open: Hexsides = ~self.barred
        self.rails: Hexsides = map.chain_links("rail") & Hexsides.between(
            self.grid, self.playable, self.playable
        )
        """Rail hexsides: those over which a railway runs."""
        self.rail_hexes: Mask = map.chain_hexes("rail") & self.playable
        self.capitals: Mask = map.hexes_with("city", "capital") & self.playable
        self.cities: Mask = map.hexes_with("city", *CITY_CLASSES) & self.playable
        self.major_ports: Mask = map.hexes_with("port", "major") & self.playable
        self.minor_ports: Mask = map.hexes_with("port", "minor") & self.playable & ~self.major_ports
        self.ports: Mask = self.major_ports | self.minor_ports

    # --- countries, weather, air ----------------------------------------------------------------------------

    def country(self, *names: str) -> Mask:
        """The land of some countries that is in play."""
        return self.area("country", *names)

    @cached_property
    @case("15.1d")
    def mud_in_snow(self) -> Mask:
        """The mainland of Italy on section D, where snow is mud."""
        return self.area("region", "Mainland of Italy")

    @case("13.0")
    def front(self, hex: Hex) -> str:
        """The air front of a hex of land or sea."""
        return next((name for name in FRONTS if self.front_hexes(name) >> hex & 1), FRONTS[0])

    def front_hexes(self, name: str) -> Mask:
        """All hexes of an air front, land and sea."""
        return self.map.hexes_in("air_front", name)

    @cached_property
    @case("13.0")
    def air_fronts(self) -> tuple[Mask, Mask, Mask]:
        """The hexes of each air front, land and sea, in their order: whatever is in no other front is in the east."""
        south, west = self.front_hexes("south"), self.front_hexes("west")
        return self.grid.all & ~(south | west), south, west

    def front_number(self, hex: Hex) -> int:
        """The air front of a hex, as its number."""
        found = self._front_of.get(hex)
        if found is None:
            found = next(n for n, area in enumerate(self.air_fronts) if area >> hex & 1)
            self._front_of[hex] = found
        return found

    @cached_property
    def _front_of(self) -> dict[Hex, int]:
        """The air front by hex, of the hexes that have been asked for."""
        return {}

    # --- fortified lines ------------------------------------------------------------------------------------

    @case("tbl.5.8.fort")
    def line(self, name: str) -> Mask:
        """The hexes of a fortified line."""
        return self.area("line", name)

    def rear(self, name: str) -> Mask:
        """The hexes behind a line: who attacks from one of them attacks it from the rear. None for lines without a front."""
        return self.area("rear", name)

    # --- the sea --------------------------------------------------------------------------------------------

    @cached_property
    @case("7.0c")
    def waters(self) -> dict[str, Mask]:
        """Sea area -> its sea hexes."""
        return {name: self.map.hexes_in("sea", name) for name in SEA_AREAS}

    @cached_property
    @case("7.0c")
    def coasts(self) -> dict[str, Mask]:
        """Sea area -> the coastal hexes in play that belong to it; a hex may belong to two."""
        return {name: self.area("coast", name) for name in SEA_AREAS}

    @cached_property
    def coastal(self) -> Mask:
        """The coastal hexes in play."""
        found = 0
        for mask in self.coasts.values():
            found |= mask
        return found

    @cached_property
    @case("7.33a")
    def beaches(self) -> Mask:
        """The coastal hexes that may be assaulted from the sea: all but mountains."""
        return self.coastal & ~self.mountain

    @cached_property
    @case("7.0d")
    def channels(self) -> dict[Hex, Mask]:
        """Inland port -> the hexes of land between it and its first sea hex, which ships pass through."""
        return {
            home: self.map.hexes_in("channel", name) & self.playable
            for name in self.map.areas.get("channel", {})
            if (home := self.hex_of(name)) is not None and self.playable >> home & 1
        }

    @cached_property
    @case("7.0d")
    def lanes(self) -> Hexsides:
        """The hexsides that ships cross: of sea hexes, sea hexsides and inlets between two coasts, and of channels."""
        found = Hexsides.between(self.grid, self.sea, self.sea | self.coastal)
        shores = Hexsides.between(self.grid, self.coastal, self.coastal)
        found = found | (self.map.sides("sea", "inlet") & shores)
        for port, channel in self.channels.items():
            way = channel | 1 << port
            found = found | Hexsides.between(self.grid, way, way)
        return found

    def areas_of(self, hex: Hex) -> tuple[str, ...]:
        """The sea areas that a sea hex, a coastal hex or an inland port belongs to."""
        here = 1 << hex
        mouth = self.grid.spread(self.channels.get(hex, 0))
        return tuple(
            name
            for name in SEA_AREAS
            if (self.waters[name] | self.coasts[name]) & here or self.waters[name] & mouth
        )

    @case("7.0d", "7.22")
    def sea_steps(self, start: Hex, closed: Mask = 0, limit: int | None = None) -> list[Mask]:
        """Where ships come from a port or coast: item `n` holds the hexes `n` steps away, item 0 is the start.

        They pass sea hexes, coastal hexes and channels, never one of `closed`, and at most `limit` hexes. None leaves a port
        whose channel has a hex of `closed`.
        """
        if self.channels.get(start, 0) & closed:
            return [1 << start]
        return levels(self.grid, 1 << start, self.sailed & ~closed, over=self.lanes, limit=limit)

    def sea_way(self, start: Hex, end: Hex, closed: Mask = 0) -> int | None:
        """Hexes from one port or coast to another, the last one counted; None if no ship comes there."""
        if self.channels.get(end, 0) & closed:
            return None
        for count, mask in enumerate(self.sea_steps(start, closed)):
            if mask >> end & 1:
                return count
        return None

    @cached_property
    def channel_hexes(self) -> Mask:
        """Inland ports and the hexes between them and the sea."""
        found = 0
        for port, channel in self.channels.items():
            found |= channel | 1 << port
        return found

    @property
    def shores(self) -> Mask:
        """The land by which ships pass: coastal hexes, and channels with their ports."""
        return self.coastal | self.channel_hexes

    @cached_property
    @case("7.0d")
    def sailed(self) -> Mask:
        """The hexes in which ships can be: the sea, coasts and channels."""
        return self.sea | self.shores

    # --- edges ----------------------------------------------------------------------------------------------

    @cached_property
    @case("7.16c")
    def horn(self) -> Mask:
        """The sea hexes of the northern and western edges of section B, by which ships leave the map and return."""
        if not isinstance(self.map.numbering, Sections):
            return 0
        edge = [self.grid.hex(column, 0) for column in range(self.grid.cols)]
        return (mask_of(edge) | self.map.mask("B0101-B0133")) & self.sea

    # --- railways -------------------------------------------------------------------------------------------

    def rail_net(self, start: Mask, within: Mask = EVERYWHERE) -> Mask:
        """The rail hexes joined to `start` by rail hexsides within some hexes."""
        net = self.rail_hexes & within
        return flood(self.grid, start & net, net, over=self.rails)
