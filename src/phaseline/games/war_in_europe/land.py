"""The board in any weather: what freezes, and where."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from phaseline.atlas.model import HexMap
from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.board import Board
from phaseline.hexgrid import Hexsides, Mask
from phaseline.mechanics.lines import EVERYWHERE


class Land(Board):
    """The board with its weather areas. `playable` are the hexes of its land, and lakes that freeze."""

    @case("5.26", "5.27", "15.0", "15.1a", "15.1g")
    def __init__(
        self, map: HexMap, theatre: Mask = EVERYWHERE, terrain: Collection[str] | None = None
    ) -> None:
        """A map, or the theatre of a scenario on it; `terrain`: the kinds that the tables know, None to check nothing."""
        super().__init__(map, theatre, terrain)
        self.dry_land: Mask = self.playable
        """The land in play."""
        severe = map.hexes_in("weather", "severe")
        self.icy: Mask = self.lake & severe & theatre
        """Lakes that freeze in the snow of the severe weather area (15.1)."""
        self.playable |= self.icy
        self.severe = severe & self.playable
        self.arid = map.hexes_in("weather", "arid") & self.playable
        self.arctic = map.hexes_in("weather", "arctic") & self.playable
        self.arctic_swamp = self.terrain_of("swamp") & self.arctic

    @cached_property
    @case("15.1f")
    def frozen_sides(self) -> Hexsides:
        """Rivers and shores of lakes that are as clear ground in the snow of the severe weather area."""
        around = Hexsides.between(self.grid, self.severe, self.severe)
        return around & (self.rivers | self.map.sides("lake"))

    @cached_property
    def _land_sides(self) -> dict[bool, Hexsides]:
        return {}

    @case("5.26")
    def land_sides(self, *, frozen: bool) -> Hexsides:
        """The hexsides that units may cross on the ground; with what is frozen where it is."""
        found = self._land_sides.get(frozen)
        if found is None:
            found = self._land_sides[frozen] = self._crossed_on_land(frozen=frozen)
        return found

    @case("15.1f")
    def ground(self, *, frozen: bool) -> Mask:
        """The hexes in which units can stand: the land, and lakes that are frozen."""
        return self.playable if frozen else self.dry_land

    def _crossed_on_land(self, *, frozen: bool) -> Hexsides:
        ground = self.ground(frozen=frozen)
        sides = Hexsides.between(self.grid, ground, ground)
        return sides - (self.barred - self.frozen_sides if frozen else self.barred)
