"""What the map means to the rules: sets of hexes and hexsides, worked out once."""

from __future__ import annotations

from functools import cached_property

from phaseline.atlas.model import HexMap
from phaseline.drill.board import Ground
from phaseline.engine.ledger import case
from phaseline.hexgrid import Hexsides, Mask
from phaseline.mechanics.lines import EVERYWHERE

CITY_CLASSES = ("capital", "major")
"""The classes of places that are cities; every other is a name on the map."""


class Board(Ground):
    """The map as the rules see it. A map that lacks a feature simply has none of it.

    Masks of land hold hexes in play only; masks of water hold the water of the whole map.
    """

    @case("tbl.5.8.blocked", "tbl.5.8.prohibited", "tbl.5.8.city")
    def __init__(self, map: HexMap, theatre: Mask = EVERYWHERE) -> None:
        """A map, or the theatre of a scenario on it."""
        super().__init__(map, theatre)
        self.sea: Mask = map.terrain.get("sea", 0)
        self.lake: Mask = map.terrain.get("lake", 0)
        self.rivers: Hexsides = map.sides("river")
        self.barred: Hexsides = map.sides("sea") | map.sides("lake") | map.sides("blocked")
        """Hexsides between two land hexes that no unit, attack or zone crosses: sea, lakes, the crest of the Alps."""
        self.rails: Hexsides = map.chain_links("rail")
        """Rail hexsides: those over which a railway runs."""
        self.rail_hexes: Mask = map.chain_hexes("rail") & self.playable
        self.cities: Mask = map.hexes_with("city", *CITY_CLASSES) & self.playable
        self.major_ports: Mask = map.hexes_with("port", "major") & self.playable
        self.minor_ports: Mask = map.hexes_with("port", "minor") & self.playable & ~self.major_ports
        self.ports: Mask = self.major_ports | self.minor_ports

    @cached_property
    @case("15.1d")
    def mud_in_snow(self) -> Mask:
        """The mainland of Italy on section D, where snow is mud."""
        return self.area("region", "Mainland of Italy")
