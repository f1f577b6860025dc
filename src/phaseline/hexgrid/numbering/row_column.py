"""Hex numbers made of a row and a column of the whole map: RRCC and CCRR."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from phaseline.hexgrid.grid import Grid
from phaseline.hexgrid.numbering.base import LabelError
from phaseline.hexgrid.numbering.figures import Figures, Scheme, bare, nearest
from phaseline.hexgrid.orientation import Hex


@dataclass(frozen=True)
class RowColumn:
    """Numbers of a fixed count of digits, such as 3120: row 31, column 20 (RRCC) or the other way round (CCRR).

    `first_row` and `first_column` are what is printed at the top and at the left; a step of -1 counts up the map or
    to the west. `digits` is how many digits row and column have each.

    >>> grid = Grid.pointy(rows=26, cols=23)
    >>> numbers = RowColumn(grid, "RRCC", first_row=36, row_step=-1, first_column=0)
    >>> numbers.label(grid.hex(20, 5)), grid.col_row(numbers.parse("2700"))
    ('3120', (0, 9))

    Raises:
        ValueError: a step is 0, or some row or column would get a number that does not fit the digits.
    """

    grid: Grid
    scheme: Scheme = "RRCC"
    first_row: int = 1
    first_column: int = 1
    row_step: int = 1
    column_step: int = 1
    digits: int = 2

    def __post_init__(self) -> None:
        if not self.row_step or not self.column_step:
            raise ValueError("the steps from row to row and from column to column must not be 0")
        for name, numbers in (("row", self._rows), ("column", self._columns)):
            if not self._figures.fit(numbers):
                raise ValueError(
                    f"{name} numbers would run from {numbers[0]} to {numbers[-1]}: they must not be negative nor "
                    f"have more than {self.digits} digits"
                )

    def label(self, h: Hex) -> str:
        """The printed number of a hex."""
        col, row = self.grid.col_row(h)
        return self._figures.write(self._rows[row], self._columns[col])

    def parse(self, text: str) -> Hex:
        """The hex with this number."""
        found = self._figures.read(bare(text))
        if found is None:
            example = self._figures.write(self._rows[0], self._columns[0])
            raise LabelError(f'"{text}" is no hex number: it takes {2 * self.digits} digits, as in {example}')
        row, column = found
        if row not in self._rows or column not in self._columns:
            raise LabelError(
                f"there is no hex {text}: rows run {self._figures.span(self._rows)}, "
                f"columns {self._figures.span(self._columns)}",
                near=(self._figures.write(nearest(row, self._rows), nearest(column, self._columns)),),
            )
        return self.grid.hex(self._columns.index(column), self._rows.index(row))

    @cached_property
    def _figures(self) -> Figures:
        return Figures(self.scheme, self.digits)

    @cached_property
    def _rows(self) -> range:
        """The printed row numbers, from the top."""
        return range(self.first_row, self.first_row + self.grid.rows * self.row_step, self.row_step)

    @cached_property
    def _columns(self) -> range:
        """The printed column numbers, from the left."""
        return range(
            self.first_column, self.first_column + self.grid.cols * self.column_step, self.column_step
        )
