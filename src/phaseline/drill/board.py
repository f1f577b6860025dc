"""The map as the rules see it."""

from __future__ import annotations

from collections.abc import Collection

from phaseline.atlas.model import HexMap
from phaseline.engine.packs import DataError
from phaseline.hexgrid import Grid, Hex, Mask
from phaseline.mechanics.lines import EVERYWHERE

MOST_KEPT = 4_000
"""So many disks are kept at most: about 4 MB."""


class Ground:
    """What a map means to the rules: the hexes in play, and what lies where among them. It holds nothing of a match.

    A game's own board adds its sets of hexes and hexsides, worked out once. A map that lacks a feature simply has none.
    """

    def __init__(
        self, map: HexMap, theatre: Mask = EVERYWHERE, terrain: Collection[str] | None = None
    ) -> None:
        """The land of a map, or the part of it that is in play.

        Args:
            map: the map.
            theatre: the hexes in play, where that is not the whole map.
            terrain: the kinds of terrain that the game's tables know; None to check nothing.

        Raises:
            DataError: a hex in play has another terrain.
        """
        self.map = map
        self.grid: Grid = map.grid
        self.playable: Mask = map.land & theatre
        self._disks: dict[tuple[Hex, int], Mask] = {}
        for key in map.terrain if terrain is not None else ():
            if terrain is not None and key not in terrain and self.terrain_of(key):
                raise DataError(
                    f'the tables know no terrain "{key}", which the map {map.name} uses; they know {", ".join(terrain)}'
                )

    def disk(self, hex: Hex, steps: int) -> Mask:
        """The hexes at most so many steps from a hex, remembered."""
        found = self._disks.get((hex, steps))
        if found is None:
            if len(self._disks) >= MOST_KEPT:
                self._disks.clear()
            found = self._disks[hex, steps] = self.grid.disk(hex, steps)
        return found

    def label(self, hex: Hex) -> str:
        """The number of a hex."""
        return self.map.label(hex)

    def terrain_of(self, key: str) -> Mask:
        """The hexes in play of a kind of terrain."""
        return self.map.terrain.get(key, 0) & self.playable

    def area(self, layer: str, *names: str) -> Mask:
        """The hexes in play of these areas of a layer; without names of all its areas."""
        return self.map.hexes_in(layer, *names) & self.playable

    def hex_of(self, name: str) -> Hex | None:
        """The hex of a place that the map may lack."""
        place = self.map.places.get(name)
        return None if place is None else place.hex
