"""Large maps printed as several sheets, each numbered from its own corner: C1928 is hex 1928 of section C."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from phaseline.hexgrid.grid import Grid
from phaseline.hexgrid.numbering.base import LabelError
from phaseline.hexgrid.numbering.digits import Scheme
from phaseline.hexgrid.orientation import Hex, OffMapError


@dataclass(frozen=True)
class Section:
    """One sheet: a rectangle of hexes numbered from 1 in its upper left corner.

    Attributes:
        prefix: the letter or letters before its hex numbers.
        column: grid column (from 0) of its first column; negative if that lies off the grid.
        row: grid row (from 0) of its first row.
        columns: how many columns it prints, those hidden under a neighbour included.
        rows: how many rows it prints.
    """

    prefix: str
    column: int
    row: int
    columns: int
    rows: int

    def holds(self, column: int, row: int) -> bool:
        """Whether a hex of the grid is printed on this sheet."""
        return 0 <= column - self.column < self.columns and 0 <= row - self.row < self.rows


@dataclass(frozen=True)
class Sections:
    """Hex numbers with a section letter. Sections may overlap.

    Where they do, a hex goes by the number on the sheet that lies on top, the last one listed; the numbers hidden
    beneath are understood too. Numbers without a letter are read as those of `default`, if one is named.

    Two sheets whose last and first column lie on each other:

    >>> grid = Grid.flat(cols=5, rows=4)
    >>> numbers = Sections(grid, (Section("A", 0, 0, 3, 4), Section("B", 2, 0, 3, 4)))
    >>> numbers.label(numbers.parse("A0302")), numbers.parse("b 0102") == numbers.parse("A0302")
    ('B0102', True)

    Raises:
        ValueError: two sections have the same prefix, or `default` is none of them.
    """

    grid: Grid
    sections: tuple[Section, ...]
    scheme: Scheme = "CCRR"
    digits: int = 2
    default: str | None = None

    def __post_init__(self) -> None:
        if len(self._by_prefix) < len(self.sections):
            raise ValueError("two map sections have the same prefix")
        if self.default is not None and self.default.upper() not in self._by_prefix:
            raise ValueError(f"the default section {self.default} is none of {', '.join(self._by_prefix)}")
        for section in self.sections:
            if len(str(max(section.columns, section.rows))) > self.digits:
                raise ValueError(f"section {section.prefix} is too large for numbers of {self.digits} digits")

    def label(self, h: Hex) -> str:
        """The number of a hex on the topmost sheet that shows it."""
        column, row = self.grid.col_row(h)
        for section in reversed(self.sections):
            if section.holds(column, row):
                return self._write(section, column - section.column + 1, row - section.row + 1)
        raise LabelError(f"the hex in column {column}, row {row} of the grid lies on no map section")

    def parse(self, text: str) -> Hex:
        """The hex with this number, on whichever sheet."""
        match = re.fullmatch(
            rf"([A-Z]*)(\d{{{self.digits}}})(\d{{{self.digits}}})", re.sub(r"[\s_-]", "", text).upper()
        )
        if match is None:
            example = f"{self.sections[0].prefix}{1:0{self.digits}}{1:0{self.digits}}"
            raise LabelError(
                f'"{text}" is no hex number: it takes a section letter and {2 * self.digits} digits, as in {example}'
            )
        prefix = match[1] or (self.default or "").upper()
        one, two = int(match[2]), int(match[3])
        column, row = (one, two) if self.scheme == "CCRR" else (two, one)
        section = self._by_prefix.get(prefix)
        if section is None:
            problem = f"there is no map section {prefix}" if prefix else f'"{text}" lacks its section letter'
            raise LabelError(f"{problem}: the sections are {', '.join(self._by_prefix)}")
        if not (1 <= column <= section.columns and 1 <= row <= section.rows):
            raise LabelError(
                f"there is no hex {text}: section {section.prefix} has columns {1:0{self.digits}} to "
                f"{section.columns:0{self.digits}} and rows {1:0{self.digits}} to {section.rows:0{self.digits}}",
                (self._write(section, _clamp(column, section.columns), _clamp(row, section.rows)),),
            )
        try:
            return self.grid.hex(section.column + column - 1, section.row + row - 1)
        except OffMapError:
            raise LabelError(
                f"hex {text} lies on the part of section {section.prefix} that is off the map"
            ) from None

    @cached_property
    def _by_prefix(self) -> dict[str, Section]:
        return {section.prefix.upper(): section for section in self.sections}

    def _write(self, section: Section, column: int, row: int) -> str:
        one, two = (column, row) if self.scheme == "CCRR" else (row, column)
        return f"{section.prefix}{one:0{self.digits}}{two:0{self.digits}}"


def _clamp(number: int, most: int) -> int:
    return max(1, min(number, most))
