"""What the map means to the rules: sets of hexes and hexsides, worked out once."""

from __future__ import annotations

from functools import cached_property

from phaseline.atlas.model import HexMap
from phaseline.drill.board import Ground
from phaseline.drill.marching import SideFare
from phaseline.engine.ledger import case
from phaseline.games.eisenhower.files import Crossing, Tables
from phaseline.games.eisenhower.position import ALLIED, GERMAN
from phaseline.hexgrid import Hex, Hexsides, Mask, hexes, levels

LINE_BAND = 3
"""How near southern Germans must be to the zone line when Vienna is lost, in hexes (7.5)."""


class Board(Ground):
    """The map as the rules see it. A map that lacks a feature simply has none of it."""

    @case("1.1b", "2.2a", "2.2b", "7.8a", "10.3a")
    def __init__(self, map: HexMap, tables: Tables) -> None:
        self.closed = map.hexes_in("closed")
        super().__init__(map, ~self.closed, tables.terrain)
        self.tables = tables
        self.rough = self.terrain_of("rough")
        self.mountain = self.terrain_of("mountain")
        self.clear = self.playable & ~self.rough & ~self.mountain
        self.ports = map.hexes_with("port") & self.playable
        self.cities = (map.hexes_with("city") & self.playable) | self.ports
        self.west_wall = map.hexes_in("fortified", "West Wall")
        self.fortified = (map.hexes_in("fortified") | map.hexes_with("fortress")) & ~self.west_wall
        self.launch_sites = map.hexes_with("launch_site")
        self.coastal = self._coast(map) & self.playable
        self.italy = map.hexes_in("country", "Italy")
        self.france = map.hexes_in("country", "France")
        self.germany = map.hexes_in("country", "Germany")
        self.lowlands = map.hexes_in("country", "Belgium", "Netherlands")
        self.deployment = self.france | map.hexes_in("country", "Belgium")
        self.interior = self.france | self.lowlands
        self.theatre = self.interior | self.germany
        self.east_of_elbe = map.hexes_in("bank", "East of the Elbe") & self.germany
        self.east_of_rhine = map.hexes_in("bank", "East of the Rhine")
        self.west_bank = map.hexes_in("range", "Rhine west bank")
        self.swiss_border = self.grid.spread(map.hexes_in("country", "Switzerland")) & self.playable
        self.south = map.hexes_in("zone", "South")
        self.north = self.playable & ~self.south
        self.west_of_line = map.hexes_in("draw", "West")
        self.sea = map.sides("sea")
        self.land_sides = ~self.sea
        self.rhine = map.sides("rhine")
        self.seine = map.sides("seine")
        self.rivers = map.sides("river", "rhine", "seine")
        self.passes = map.sides("pass")
        self.zone_line = map.sides("zone_line")
        self.near_line = self._near_line()
        self.access = map.hexes_in("range", "Antwerp access")

    def _coast(self, map: HexMap) -> Mask:
        """Coastal hexes: the layer, or where there is none, land next to the sea or with a hexside of sea, not of a lake (R5)."""
        shore = self.grid.spread(map.terrain.get("sea", 0)) | map.sides("sea").hexes
        return map.hexes_in("coast") or shore | map.hexes_with("coastal")

    @case("7.5b")
    def _near_line(self) -> Mask:
        """Southern hexes within three hexes of the zone line, those on it counted as the first (R57)."""
        near = self.zone_line.hexes & self.south
        for _ in range(LINE_BAND - 1):
            near |= self.grid.spread(near) & self.playable
        return near & self.south

    @cached_property
    def antwerp(self) -> Hex | None:
        """Antwerp (7.9)."""
        return self.hex_of("Antwerp")

    @cached_property
    def german_sources(self) -> dict[str, Mask]:
        """German supply sources by zone (7.4)."""
        return {
            zone: self.map.hexes_with("supply", f"German {zone}") & self.playable
            for zone in ("north", "south")
        }

    @cached_property
    def any_german_source(self) -> bool:
        """Whether the map has a German supply source at all."""
        return any(self.german_sources.values())

    @cached_property
    def allied_source(self) -> Mask:
        """Rome, or whatever place the map marks as a lasting Allied source (7.7)."""
        return self.map.hexes_with("supply", "Allied south") & self.playable

    @cached_property
    def mixing(self) -> Mask:
        """The hex, besides beachheads, in which both army groups may stack (6.4)."""
        return 0 if self.antwerp is None else 1 << self.antwerp

    def zone_of(self, hex: Hex) -> Mask:
        """The logistic zone a hex lies in."""
        return self.south if self.south >> hex & 1 else self.north

    @case("8.8a", "8.8b", "8.9a", "8.9b", "8.10a", "3.3.4f")
    def crossings(
        self, seat: int, *, plain_seine: bool = False, scheldt: bool = False, dry: Mask = 0
    ) -> tuple[SideFare, ...]:
        """What a side pays to cross hexsides, and for a way along a pass (8.8).

        `plain_seine`: the Seine is an ordinary river for the Germans. `scheldt`: the estuary may be crossed. `dry`:
        hexes around which rivers do not count for the Allies.
        """
        key = (seat, plain_seine, scheldt, dry)
        found = self._crossings.get(key)
        if found is None:
            if len(self._crossings) > MOST_KEPT:
                self._crossings.clear()
            found = self._crossings[key] = self._price(*key)
        return found

    @cached_property
    def _crossings(self) -> dict[tuple[int, bool, bool, Mask], tuple[SideFare, ...]]:
        return {}

    def _price(self, seat: int, plain_seine: bool, scheldt: bool, dry: Mask) -> tuple[SideFare, ...]:
        costs: Crossing = self.tables.crossing
        seine = costs.river if plain_seine else costs.seine_german
        if seat == ALLIED:
            seine = costs.seine
        classes = [
            (costs.rhine, self.rhine),
            (seine, self.seine),
            (costs.river, self.rivers - self.rhine - self.seine),
        ]
        if seat == ALLIED and dry:
            around = self.around(dry)
            classes = [(price, sides - around) for price, sides in classes]
        prices: dict[int, Hexsides] = {}
        wet = Hexsides.none(self.grid)
        for price, sides in classes:
            prices[price] = prices.get(price, Hexsides.none(self.grid)) | sides
            wet = wet | sides
        prices = {price: sides - self.sea for price, sides in prices.items()}
        if seat == GERMAN and scheldt:
            prices[costs.scheldt] = prices.get(costs.scheldt, Hexsides.none(self.grid)) | self.scheldt
        prices[0] = self.land_sides - wet
        fares = []
        for price, sides in sorted(prices.items()):
            fares.append(SideFare(sides, price))
            if passes := self.passes & sides:
                fares.append(SideFare(passes, price, instead=costs.pass_))
        return tuple(fares)

    def around(self, area: Mask) -> Hexsides:
        """All hexsides of the hexes in `area`."""
        return Hexsides.between(self.grid, area, self.grid.all)

    @cached_property
    @case("8.10a")
    def scheldt(self) -> Hexsides:
        """The estuary: the sea hexsides among the access hexes of Antwerp (8.10)."""
        return self.sea & Hexsides.between(self.grid, self.access, self.access)

    @cached_property
    def atlantic(self) -> Mask:
        """The Atlantic coast of France, Belgium and the Netherlands (7.16)."""
        return self.map.hexes_in("coast", "Atlantic") & self.interior

    @cached_property
    def _along_coast(self) -> list[Mask]:
        """The Atlantic coast hexes by how far along it they lie, from the south-west end of the map's coast."""
        start = self.map.hexes_in("range", "Atlantic invasion coast") & self.atlantic
        if not start:
            return [self.atlantic]
        south = max(hexes(start), key=lambda hex: self.grid.col_row(hex)[1])
        found = levels(self.grid, 1 << south, self.atlantic)
        # A gap in the strip (an estuary) must not hide the coast beyond it.
        rest = self.atlantic
        for mask in found:
            rest &= ~mask
        return [*found, rest]

    @case("7.16")
    def coast_beyond(self, shore: Mask) -> Mask:
        """The Atlantic coast further along than the last of the `shore` hexes."""
        strips = self._along_coast
        last = max((n for n, mask in enumerate(strips) if mask & shore), default=len(strips))
        beyond = 0
        for mask in strips[last + 1 :]:
            beyond |= mask
        return beyond

    def opposite_banks(self, hex: Hex) -> Mask:
        """The hexes across the Rhine from a hex."""
        return self.rhine.cross(1 << hex)

    def distance_field(self, source: Hex, closer_than: int) -> Mask:
        """The hexes nearer to `source` than so many hexes."""
        return self.grid.disk(source, closer_than - 1) if closer_than > 0 else 0


MOST_KEPT = 64
"""So many tables of crossing costs are kept at most."""
