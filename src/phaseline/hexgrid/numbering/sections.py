"""Large maps printed as several sheets, each numbered from its own corner: C1928 is hex 1928 of section C."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from phaseline.hexgrid.grid import Grid
from phaseline.hexgrid.numbering.base import LabelError
from phaseline.hexgrid.numbering.figures import Figures, Scheme, bare, nearest
from phaseline.hexgrid.orientation import Hex, OffMapError


@dataclass(frozen=True)
class Section:
    """One sheet: a rectangle of hexes numbered from 1 in its upper left corner.

    Attributes:
        prefix: the letter or letters before its hex numbers.
        column: grid column (from 0) of its first column; negative if that lies off the grid.
        row: grid row (from 0) of its first row; negative if that lies off the grid.
        columns: how many columns it prints, those hidden under a neighbour included.
        rows: how many rows it prints.

    Raises:
        ValueError: the prefix is not made of letters, or the sheet has no hex.
    """

    prefix: str
    column: int
    row: int
    columns: int
    rows: int

    def __post_init__(self) -> None:
        if not self.prefix.isalpha():
            raise ValueError(f'the prefix of a map section is one or more letters, not "{self.prefix}"')
        if self.columns < 1 or self.rows < 1:
            raise ValueError(f"section {self.prefix} has no hex: give it at least one column and one row")

    @property
    def column_numbers(self) -> range:
        """The column numbers it prints."""
        return range(1, self.columns + 1)

    @property
    def row_numbers(self) -> range:
        """The row numbers it prints."""
        return range(1, self.rows + 1)


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
        ValueError: there is no section, two have the same prefix, one is too large for its digits, or `default`
            is none of them.
    """

    grid: Grid
    sections: tuple[Section, ...]
    scheme: Scheme = "CCRR"
    digits: int = 2
    default: str | None = None

    def __post_init__(self) -> None:
        if not self.sections:
            raise ValueError("numbering by map sections takes at least one section")
        if len(self._by_prefix) < len(self.sections):
            raise ValueError("two map sections have the same prefix")
        if self.default is not None and self.default.upper() not in self._by_prefix:
            raise ValueError(f"the default section {self.default} is none of {', '.join(self._by_prefix)}")
        for section in self.sections:
            if not (self._figures.fit(section.row_numbers) and self._figures.fit(section.column_numbers)):
                raise ValueError(f"section {section.prefix} is too large for numbers of {self.digits} digits")

    def label(self, h: Hex) -> str:
        """The number of a hex on the topmost sheet that shows it."""
        col, row = self.grid.col_row(h)
        for section in reversed(self.sections):
            column_number, row_number = col - section.column + 1, row - section.row + 1
            if column_number in section.column_numbers and row_number in section.row_numbers:
                return section.prefix + self._figures.write(row_number, column_number)
        raise LabelError(f"the hex in column {col}, row {row} of the grid lies on no map section")

    def parse(self, text: str) -> Hex:
        """The hex with this number, on whichever sheet."""
        number = bare(text).upper()
        prefix = number.rstrip("0123456789")
        found = self._figures.read(number.removeprefix(prefix))
        if found is None:
            example = self.sections[0].prefix + self._figures.write(1, 1)
            raise LabelError(
                f'"{text}" is no hex number: it takes a section letter and {2 * self.digits} digits, as in {example}'
            )
        section = self._by_prefix.get(prefix or (self.default or "").upper())
        if section is None:
            problem = f"there is no map section {prefix}" if prefix else f'"{text}" lacks its section letter'
            raise LabelError(f"{problem}: the sections are {', '.join(self._by_prefix)}")
        return self._on_sheet(text, section, *found)

    def _on_sheet(self, text: str, section: Section, row: int, column: int) -> Hex:
        rows, columns = section.row_numbers, section.column_numbers
        if row not in rows or column not in columns:
            raise LabelError(
                f"there is no hex {text}: section {section.prefix} has rows {self._figures.span(rows)}, "
                f"columns {self._figures.span(columns)}",
                near=(section.prefix + self._figures.write(nearest(row, rows), nearest(column, columns)),),
            )
        try:
            return self.grid.hex(section.column + column - 1, section.row + row - 1)
        except OffMapError:
            raise LabelError(f"hex {text} is printed on section {section.prefix} but off the map") from None

    @cached_property
    def _by_prefix(self) -> dict[str, Section]:
        return {section.prefix.upper(): section for section in self.sections}

    @cached_property
    def _figures(self) -> Figures:
        return Figures(self.scheme, self.digits)
