"""Several ways of writing the same hexes at once, for maps that print both numbers and names."""

from __future__ import annotations

from phaseline.hexgrid.grid import Grid
from phaseline.hexgrid.numbering.base import LabelError, Numbering
from phaseline.hexgrid.orientation import Hex


class Combined:
    """Writes hexes by the first of several numberings, reads them by any, the earlier first.

    >>> from phaseline.hexgrid.numbering import PlaceNames, RowColumn
    >>> grid = Grid.pointy(rows=4, cols=4)
    >>> numbers = Combined(RowColumn(grid), PlaceNames(grid, {"Caen": grid.hex(1, 1)}))
    >>> numbers.label(numbers.parse("Caen E1"))
    '0203'

    Raises:
        ValueError: the numberings belong to different grids.
    """

    def __init__(self, first: Numbering, *others: Numbering) -> None:
        if any(other.grid is not first.grid for other in others):
            raise ValueError("numberings of different grids cannot be combined")
        self.numberings = (first, *others)

    @property
    def grid(self) -> Grid:
        """The grid whose hexes are numbered."""
        return self.numberings[0].grid

    def label(self, h: Hex) -> str:
        """The label of a hex by the first numbering."""
        return self.numberings[0].label(h)

    def parse(self, text: str) -> Hex:
        """The hex a label means by any of the numberings."""
        problems: list[LabelError] = []
        for numbering in self.numberings:
            try:
                return numbering.parse(text)
            except LabelError as error:
                problems.append(error)
        raise LabelError(
            "; ".join(error.problem for error in problems),
            tuple(near for error in problems for near in error.near),
        )
