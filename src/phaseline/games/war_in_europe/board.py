"""What the map means to the rules: sets of hexes and hexsides, worked out once."""

from __future__ import annotations

from functools import cached_property

from phaseline.atlas.model import HexMap
from phaseline.drill.board import Ground
from phaseline.engine.ledger import case
from phaseline.hexgrid import Hexsides, Mask
from phaseline.mechanics.lines import EVERYWHERE

BARRED = ("sea", "lake", "blocked")
"""The features of hexsides that no unit crosses on the ground (5.26)."""


class Board(Ground):
    """The map as the rules see it. A map that lacks a feature simply has none of it.

    `playable` are the hexes that units may ever stand in: the land of the theatre, and lakes that freeze.
    """

    @case("5.26", "5.27", "tbl.5.8.prohibited", "tbl.5.8.city", "15.0", "15.1a", "15.1d", "15.1g")
    def __init__(self, map: HexMap, theatre: Mask = EVERYWHERE) -> None:
        """A map, or the part of it that a scenario is played on."""
        super().__init__(map, theatre & ~map.hexes_in("closed"))
        self.sea: Mask = map.terrain.get("sea", 0)
        """All-sea hexes."""
        self.lake: Mask = map.terrain.get("lake", 0)
        """All-lake hexes."""
        severe = map.hexes_in("weather", "severe")
        self.icy: Mask = self.lake & severe & theatre
        """Lakes that freeze in the snow of the severe weather area (15.1)."""
        self.dry_land: Mask = self.playable
        """The land in play."""
        self.playable |= self.icy
        self.severe = severe & self.playable
        self.arid = map.hexes_in("weather", "arid") & self.playable
        self.arctic = map.hexes_in("weather", "arctic") & self.playable
        self.italy = map.hexes_in("region", "Mainland Italy") & self.playable
        """Mainland Italy on section D, where snow is as mud (15.1)."""
        self.arctic_swamp = self.terrain_of("swamp") & self.arctic
        self.rivers: Hexsides = map.sides("river")
        self.rails: Hexsides = map.chain_links("rail")
        """The hexsides over which a railway runs."""
        self.rail_hexes: Mask = map.chain_hexes("rail") & self.dry_land
        self.cities: Mask = map.hexes_with("city") & self.playable
        self.major_ports: Mask = map.hexes_with("port", "major") & self.playable
        self.minor_ports: Mask = map.hexes_with("port", "minor") & self.playable

    @property
    def ports(self) -> Mask:
        """Ports of both kinds."""
        return self.major_ports | self.minor_ports

    @cached_property
    @case("5.26", "tbl.5.8.blocked")
    def barred(self) -> Hexsides:
        """The hexsides that nobody crosses on the ground, and no zone of control: sea, lake and blocked ones."""
        found = self.map.sides(BARRED[0])
        for feature in BARRED[1:]:
            found = found | self.map.sides(feature)
        return found

    @cached_property
    @case("15.1f")
    def frozen_sides(self) -> Hexsides:
        """Rivers and shores of lakes that are as clear ground in the snow of the severe weather area."""
        grid = self.grid
        return Hexsides.between(grid, self.severe, self.severe) & (self.rivers | self.map.sides("lake"))

    def land_sides(self, *, frozen: bool) -> Hexsides:
        """The hexsides that units may cross on the ground; with what is frozen where it is."""
        ground = self.playable if frozen else self.dry_land
        sides = Hexsides.between(self.grid, ground, ground)
        return sides - (self.barred - self.frozen_sides if frozen else self.barred)
