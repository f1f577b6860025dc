"""Where hexes lie on a page of characters: staggered cells, like bricks, whose six sides can each be drawn.

On a pointy-top map a row of cells is shifted by half a cell, so that the top edge of a cell has a NW and a NE half; on
a flat-top map columns are shifted, and the left and right edges have halves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from phaseline.hexgrid import Grid, Hex, Orientation

Spot = tuple[int, int]


@dataclass(frozen=True)
class Size:
    """Characters from a cell to the next, across and down; the left and the top one are its border."""

    across: int
    down: int


SIZES = {"large": Size(12, 5), "medium": Size(8, 4), "small": Size(6, 3), "tiny": Size(4, 2)}
"""By name, largest first. All are even across, so that half a cell is a whole number of characters."""


class Layout:
    """The cells of some hexes of a grid."""

    def __init__(self, grid: Grid, hexes: Iterable[Hex], size: Size) -> None:
        self.grid = grid
        self.pointy = grid.orientation is Orientation.POINTY
        # A flat-top map halves its cells the other way.
        self.size = size if self.pointy else Size(size.across, size.down + size.down % 2)
        cells = {h: self._cell(h) for h in hexes}
        left = min((x for x, _ in cells.values()), default=0)
        top = min((y for _, y in cells.values()), default=0)
        self.cells = {h: (x - left, y - top) for h, (x, y) in cells.items()}
        self.width = max((x for x, _ in self.cells.values()), default=0) + self.size.across + 1
        self.height = max((y for _, y in self.cells.values()), default=0) + self.size.down + 1

    def _cell(self, h: Hex) -> Spot:
        col, row = self.grid.col_row(h)
        x, y = self.grid.centre(h)
        if self.pointy:
            return round(x * self.size.across), row * self.size.down
        return col * self.size.across, round(y * self.size.down)

    def side(self, h: Hex, direction: int) -> tuple[Spot, Spot]:
        """Both ends of the hexside in this direction."""
        x, y = self.cells[h]
        right, bottom = x + self.size.across, y + self.size.down
        if self.pointy:
            middle = x + self.size.across // 2
            corners = ((middle, y), (right, y), (right, bottom), (middle, bottom), (x, bottom), (x, y))
        else:
            middle = y + self.size.down // 2
            corners = ((x, y), (right, y), (right, middle), (right, bottom), (x, bottom), (x, middle))
        return corners[direction], corners[(direction + 1) % 6]
