"""The map as the painter sees it: a margin of terrain around it, so that nothing ends at the outermost hexes."""

from collections.abc import Iterator
from functools import cached_property
from math import sqrt
from typing import Final

from phaseline.atlas.model import HexMap
from phaseline.atlas.parts import Point
from phaseline.atlas.paths import Corner, corner, corner_point
from phaseline.hexgrid import Grid, Hex, Mask, Orientation, hexes

MARGIN: Final = 2
"""Lines and columns added on each side; even, so that the same lines stay shoved."""


class Canvas:
    """A map and its enlarged grid. Points are on the plane of the original grid.

    Hexes of the margin repeat the nearest hex of the map.
    """

    def __init__(self, hex_map: HexMap) -> None:
        self.map = hex_map
        self.grid = hex_map.grid
        self.wide = Grid(
            self.grid.orientation,
            self.grid.lines + 2 * MARGIN,
            self.grid.length + 2 * MARGIN,
            self.grid.shoved,
        )
        across = MARGIN * sqrt(3) / 2
        pointy = self.grid.orientation is Orientation.POINTY
        self.offset: Point = (MARGIN, across) if pointy else (across, MARGIN)

    @cached_property
    def _nearest(self) -> list[tuple[Hex, Hex]]:
        """Every hex of the enlarged grid with the hex of the map it stands for."""
        found: list[tuple[Hex, Hex]] = []
        for h in self.wide:
            col, row = self.wide.col_row(h)
            col = min(max(col - MARGIN, 0), self.grid.cols - 1)
            row = min(max(row - MARGIN, 0), self.grid.rows - 1)
            found.append((h, self.grid.hex(col, row)))
        return found

    def widen(self, mask: Mask) -> Mask:
        """A set of hexes of the map, with the margin, on the enlarged grid."""
        found = 0
        for wide, h in self._nearest:
            if mask >> h & 1:
                found |= 1 << wide
        return found

    def point(self, at: Corner) -> Point:
        """A corner of the enlarged grid on the plane of the map."""
        x, y = corner_point(self.wide, at)
        return x - self.offset[0], y - self.offset[1]

    def loops(self, wide_mask: Mask) -> list[list[Point]]:
        """The outlines of a set of hexes of the enlarged grid, interior to the right; first point not repeated."""
        return [[self.point(c) for c in loop] for loop in outlines(self.wide, wide_mask)]

    @cached_property
    def land(self) -> Mask:
        """Land on the enlarged grid."""
        return self.widen(self.map.land)

    def terrain(self, *styles: str) -> Mask:
        """Hexes of the enlarged grid whose terrain is drawn in one of these styles."""
        kinds = self.map.terrain_kinds
        found = 0
        for key, mask in self.map.terrain.items():
            if kinds[key].drawn_as in styles:
                found |= self.widen(mask)
        return found


def outlines(grid: Grid, mask: Mask) -> list[list[Corner]]:
    """The closed outlines of a set of hexes, clockwise around it (counterclockwise around its holes)."""
    following = dict(_rim(grid, mask))
    loops: list[list[Corner]] = []
    while following:
        start, there = next(iter(following.items()))
        del following[start]
        loop = [start]
        while there != start:
            loop.append(there)
            there = following.pop(there)
        loops.append(loop)
    return loops


def _rim(grid: Grid, mask: Mask) -> Iterator[tuple[Corner, Corner]]:
    for d in range(6):
        inner = grid.shift(mask, (d + 3) % 6) & mask
        for h in hexes(mask & ~inner):
            a, b = grid.edge(h, d)
            yield corner(grid, a), corner(grid, b)
