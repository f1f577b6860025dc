"""What the map means to the rules: sets of hexes and hexsides, and ways over sea, worked out once."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from phaseline.atlas.model import HexMap
from phaseline.drill.board import Ground
from phaseline.engine.ledger import case
from phaseline.hexgrid import Hex, Hexsides, Mask, flood, hexes, levels

CITY_CLASSES = ("victory", "capital", "major")
"""The classes of places on the map that are city hexes (1); every other is a town."""
NEUTRAL = ("Switzerland", "Italy", "Spain")
"""The countries that are neutral (26.1)."""


class Board(Ground):
    """The map as the rules see it. A map that lacks a feature simply has none of it.

    Masks of land hold hexes in play only; `sea`, `lake` and `beyond` hold the rest.
    """

    @case("1.0", "1(1)", "1(2)", "1(3)", "1(4)", "1(5)", "1(6)", "1(7)", "1(8)", "1(9)", "1(10)", "1(11)")
    @case("1(12)", "1(13)", "4.21a", "6.6a", "26.1")
    def __init__(
        self,
        map: HexMap,
        edge: Mask = 0,
        *,
        boxes: Mask = 0,
        london: Mask | None = None,
        beyond_rhine: Mask | None = None,
        terrain: Collection[str] | None = None,
    ) -> None:
        """A map; of a part of it also the hexes that stand for the east edge there.

        `boxes` are hexes beside it that count as England, `london` where London lies, if not on it, `beyond_rhine` what the
        whole map shows to be east of the Rhine: a part may lack the river. `terrain` are the kinds that the tables know; None
        to check nothing. Raises `DataError` for ground of another kind.
        """
        self.beyond: Mask = map.hexes_in("closed") | map.hexes_in("country", *NEUTRAL)
        """Neutral countries, and what is as closed as they are."""
        super().__init__(map, ~self.beyond, terrain)
        self._edge = edge
        self._beyond_rhine = beyond_rhine
        self.boxes = boxes
        self.england: Mask = self.area("country", "England") | boxes
        self.corsica: Mask = self.area("country", "Corsica")
        self.overseas: Mask = self.england | self.corsica
        self.continent: Mask = self.playable & ~self.overseas
        self.sea: Mask = map.terrain.get("sea", 0)
        """Sea hexes, where Allied transports and guns of ships go."""
        self.lake: Mask = map.terrain.get("lake", 0)
        """Closed water: no unit and no ship enters it."""
        self.mountain = self.terrain_of("mountain")
        self.forest = self.terrain_of("forest")
        self.cities: Mask = map.hexes_with("city", *CITY_CLASSES) & self.playable
        self.towns: Mask = map.hexes_with("city", "town") & self.playable & ~self.cities
        self.settled: Mask = self.cities | self.towns
        self.major_ports: Mask = map.hexes_with("port", "major") & self.playable
        self.minor_ports: Mask = map.hexes_with("port", "minor") & self.playable
        self.ports: Mask = self.major_ports | self.minor_ports
        self.beaches = self.area("beach")
        self.fortified: Mask = self.area("fortified") | map.chain_hexes("fortified") & self.playable
        self.navigable: Mask = map.chain_hexes("waterway") & self.playable
        """Hexes that a navigable river fills."""
        self.rivers: Hexsides = map.sides("river")
        self.dry: Hexsides = ~self.rivers
        """The hexsides without a river."""
        self.rails: Hexsides = map.chain_links("rail")
        """The hexsides over which a printed railway runs."""
        self.rail_hexes: Mask = map.chain_hexes("rail") & self.playable
        self.london: Mask = (
            (map.hexes_in("region", "London") or self._place("London")) if london is None else london
        )
        self.shore: Mask = self.grid.spread(self.sea) & self.playable
        """Land next to a sea hex."""

    def _place(self, name: str) -> Mask:
        """The hex of a place; none where the map lacks it."""
        hex = self.hex_of(name)
        return 0 if hex is None else 1 << hex

    # --- rivers and railways ------------------------------------------------------------------------------

    @cached_property
    @case("1(14)", "8.2c")
    def rhine(self) -> Mask:
        """The hexes of the Rhine."""
        found = 0
        for chain in self.map.chains_of("waterway"):
            if chain.name == "Rhine":
                for hex in chain.hexes:
                    found |= 1 << hex
        return found & self.playable

    @cached_property
    @case("22.3")
    def supply_rails(self) -> Hexsides:
        """The hexsides over which trains bring supply: printed railways, and cities with the rail hexes around them (R95)."""
        net = self.rail_hexes | self.cities
        return self.rails | Hexsides.between(self.grid, self.cities, net)

    @cached_property
    @case("22.3")
    def supply_rail_hexes(self) -> Mask:
        """Rail hexes, every city among them."""
        return self.rail_hexes | (self.cities & self.continent)

    # --- the east -----------------------------------------------------------------------------------------

    @cached_property
    @case("15.3a", "16.13")
    def east_edge(self) -> Mask:
        """The land hexes of the east edge north of Switzerland: German entry and the end of German supply."""
        if self._edge:
            return self._edge & self.continent
        last = 0
        for row in range(self.grid.rows):
            last |= 1 << self.grid.hex(self.grid.cols - 1, row)
        return last & self.continent

    @cached_property
    @case("2.3a", "4.23")
    def east_of_rhine(self) -> Mask:
        """The Continent beyond the Rhine: what joins the east edge without a Rhine hex between (R8)."""
        if self._beyond_rhine is not None:
            return self._beyond_rhine & self.continent
        return flood(self.grid, self.east_edge & ~self.rhine, self.continent & ~self.rhine)

    @cached_property
    @case("9.22b")
    def west_of_rhine(self) -> Mask:
        """The Continent that is neither a Rhine hex nor beyond it."""
        return self.continent & ~self.rhine & ~self.east_of_rhine

    # --- the sea ------------------------------------------------------------------------------------------

    @cached_property
    def waters(self) -> tuple[Mask, ...]:
        """The seas of the map that no ship leaves: sea hexes that hang together, the largest first."""
        found: list[Mask] = []
        left = self.sea
        while left:
            piece = flood(self.grid, left & -left, left)
            found.append(piece)
            left &= ~piece
        return tuple(sorted(found, key=lambda piece: -piece.bit_count()))

    def water_of(self, hex: Hex) -> Mask:
        """The sea that a sea hex, a hex on its shore or an inland port belongs to; none for other hexes."""
        around = 1 << hex | self.grid.adjacent_mask(hex) | self._mouths.get(hex, 0)
        for water in self.waters:
            if water & around:
                return water
        return 0

    @cached_property
    @case("13.13")
    def inland_ports(self) -> Mask:
        """The ports that ships reach by a navigable waterway only."""
        return self.ports & ~self.shore

    @cached_property
    def _mouths(self) -> dict[Hex, Mask]:
        """Inland port -> the sea hexes at the mouth of its waterway."""
        return {port: self.grid.spread(self.channel_of(port)) & self.sea for port in hexes(self.inland_ports)}

    @case("13.13")
    def channel_of(self, port: Hex) -> Mask:
        """The waterway between a port and the sea, the port's own hex with it; none for a port on the shore.

        Ships use an inland port while no German unit stands next to these hexes.
        """
        if not self.inland_ports >> port & 1:
            return 0
        for chain in self.map.chains_of("waterway"):
            if port in chain.hexes:
                way = chain.hexes[: chain.hexes.index(port) + 1]
                return sum(1 << hex for hex in way) & self.playable
        return 0

    @case("12.2b", "13.5a")
    def sea_steps(self, port: Hex) -> list[Mask]:
        """Where ships come from a port: item `n` holds the sea hexes entered n-th; item 0 is the port.

        Hexes of its waterway count as sea hexes, other land is never entered (R68). An arrival port on the shore lies
        at `n` hexes if a sea hex next to it is the n-th.
        """
        found = self._steps.get(port)
        if found is None:
            channel = self.channel_of(port)
            found = self._steps[port] = levels(self.grid, 1 << port, self.sea | channel)
        return found

    @cached_property
    def _steps(self) -> dict[Hex, list[Mask]]:
        return {}

    @case("12.2a")
    def sea_way(self, port: Hex, goal: Mask) -> int | None:
        """Sea hexes from a port to the nearest hex of `goal`, which is entered and counted; None if there is no way."""
        for count, mask in enumerate(self.sea_steps(port)):
            if mask & goal:
                return count
        return None

    @case("13.5a")
    def port_way(self, start: Hex, end: Hex) -> int | None:
        """Sea and waterway hexes between two ports, neither counted; None if no ship goes from one to the other."""
        channel = self.channel_of(end)
        found = self._between.get((start, end))
        if found is None:
            open_ = self.sea | self.channel_of(start) | channel | 1 << end
            found = -1
            for count, mask in enumerate(levels(self.grid, 1 << start, open_)):
                if mask >> end & 1:
                    found = count - 1
            self._between[start, end] = found
        return None if found < 0 else found

    @cached_property
    def _between(self) -> dict[tuple[Hex, Hex], int]:
        return {}

    @cached_property
    @case("12.3a")
    def off_beaches(self) -> dict[Hex, Mask]:
        """Beach hex -> the sea hexes from which it may be invaded."""
        return {beach: self.grid.adjacent_mask(beach) & self.sea for beach in hexes(self.beaches)}

    # --- distances ----------------------------------------------------------------------------------------
