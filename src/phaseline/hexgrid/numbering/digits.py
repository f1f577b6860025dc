"""Hex numbers made of a row and a column: RRCC and CCRR."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from phaseline.hexgrid.grid import Grid
from phaseline.hexgrid.numbering.base import LabelError
from phaseline.hexgrid.orientation import Hex

Scheme: TypeAlias = Literal["RRCC", "CCRR"]
"""Which comes first in a hex number, the row or the column."""


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
        ValueError: some row or column would get a number that does not fit the digits.
    """

    grid: Grid
    scheme: Scheme = "RRCC"
    first_row: int = 1
    first_column: int = 1
    row_step: int = 1
    column_step: int = 1
    digits: int = 2

    def __post_init__(self) -> None:
        for name, numbers in (("row", self._row_numbers), ("column", self._column_numbers)):
            low, high = sorted((numbers[0], numbers[-1]))
            if low < 0 or len(str(high)) > self.digits:
                raise ValueError(
                    f"{name} numbers would run {low} to {high}: they must not be negative nor have more than "
                    f"{self.digits} digits"
                )

    def label(self, h: Hex) -> str:
        """The printed number of a hex."""
        col, row = self.grid.col_row(h)
        return self._write(self._row_numbers[row], self._column_numbers[col])

    def parse(self, text: str) -> Hex:
        """The hex with this number; blanks, and a hyphen between row and column, do no harm."""
        digits = re.sub(r"[\s_-]", "", text)
        if not (digits.isascii() and digits.isdigit() and len(digits) == 2 * self.digits):
            example = self.label(self.grid.hex(0, 0))
            raise LabelError(f'"{text}" is no hex number: it takes {2 * self.digits} digits, as in {example}')
        one, two = int(digits[: self.digits]), int(digits[self.digits :])
        row, column = (one, two) if self.scheme == "RRCC" else (two, one)
        rows, columns = self._row_numbers, self._column_numbers
        if row not in rows or column not in columns:
            near = self._write(_nearest(row, rows), _nearest(column, columns))
            raise LabelError(
                f"there is no hex {text}: rows run {self._span(rows)}, columns {self._span(columns)}", (near,)
            )
        return self.grid.hex(columns.index(column), rows.index(row))

    @property
    def _row_numbers(self) -> range:
        return _numbers(self.first_row, self.row_step, self.grid.rows)

    @property
    def _column_numbers(self) -> range:
        return _numbers(self.first_column, self.column_step, self.grid.cols)

    def _write(self, row: int, column: int) -> str:
        one, two = (row, column) if self.scheme == "RRCC" else (column, row)
        return f"{one:0{self.digits}}{two:0{self.digits}}"

    def _span(self, numbers: range) -> str:
        low, high = sorted((numbers[0], numbers[-1]))
        return f"{low:0{self.digits}} to {high:0{self.digits}}"


def _numbers(first: int, step: int, many: int) -> range:
    return range(first, first + many * step, step)


def _nearest(number: int, numbers: range) -> int:
    return min(numbers, key=lambda printed: abs(printed - number))
