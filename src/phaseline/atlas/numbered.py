"""How a map file says in which way its hexes are numbered."""

import re
from typing import Any, Literal, Protocol, runtime_checkable

import msgspec

from phaseline.atlas.errors import MapError
from phaseline.hexgrid import Grid, Hex


@runtime_checkable
class Numbering(Protocol):
    """Turns hexes into printed labels and back."""

    def label(self, h: Hex, /) -> str:
        """The printed label of a hex."""

    def parse(self, text: str, /) -> Hex:
        """The hex a label means; a `ValueError` says what is wrong with it."""


class RowColumn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of a fixed number of digits: rows first ("RRCC") or columns first ("CCRR").

    ``first_row`` and ``first_column`` are the printed numbers of the top row and the left column; steps of -1 count
    the other way.
    """

    grid: Grid
    scheme: Literal["RRCC", "CCRR"] = "RRCC"
    first_row: int = 1
    first_column: int = 1
    row_step: int = 1
    column_step: int = 1
    digits: int = 2

    def label(self, h: Hex) -> str:
        """The printed label of a hex."""
        col, row = self.grid.col_row(h)
        r, c = self.first_row + row * self.row_step, self.first_column + col * self.column_step
        a, b = (r, c) if self.scheme == "RRCC" else (c, r)
        return f"{a:0{self.digits}}{b:0{self.digits}}"

    def parse(self, text: str) -> Hex:
        """The hex a label means."""
        if not re.fullmatch(rf"\d{{{2 * self.digits}}}", text):
            raise MapError(f"{text!r} is no hex number: this map has {2 * self.digits} digits, {self.scheme}")
        a, b = int(text[: self.digits]), int(text[self.digits :])
        r, c = (a, b) if self.scheme == "RRCC" else (b, a)
        row, col = (r - self.first_row) // self.row_step, (c - self.first_column) // self.column_step
        if not (0 <= row < self.grid.rows and 0 <= col < self.grid.cols):
            raise MapError(f"hex {text} is off the map")
        return self.grid.hex(col, row)


class _Block(msgspec.Struct, forbid_unknown_fields=True):
    scheme: Literal["RRCC", "CCRR"] = "RRCC"
    first_row: int = 1
    first_column: int = 1
    row_step: int = 1
    column_step: int = 1
    digits: int = 2


def read_numbering(table: dict[str, Any], grid: Grid) -> Numbering:
    """The numbering a ``[numbering]`` block describes."""
    block = msgspec.convert(table, _Block)
    return RowColumn(grid, **msgspec.structs.asdict(block))


def write_numbering(numbering: Numbering) -> dict[str, str | int]:
    """The ``[numbering]`` block of a numbering."""
    if not isinstance(numbering, RowColumn):
        raise MapError(f"a map file cannot describe the numbering {type(numbering).__name__}")
    table = msgspec.structs.asdict(numbering)
    del table["grid"]
    return table
