"""How a map file says in which way its hexes are numbered."""

from typing import Any, Final, Literal

import msgspec

from phaseline.atlas.errors import MapError
from phaseline.hexgrid import Grid
from phaseline.hexgrid.numbering import Numbering, RowColumn, Section, Sections

ROW_COLUMN_KEYS: Final = ("scheme", "first_row", "first_column", "row_step", "column_step", "digits")


class SectionEntry(msgspec.Struct, forbid_unknown_fields=True):
    """One sheet of a map printed in several."""

    prefix: str
    column: int
    row: int
    columns: int
    rows: int


class NumberingBlock(msgspec.Struct, forbid_unknown_fields=True):
    """``[numbering]``: rows and columns, or sections with a letter each.

    ``printed = false`` keeps the numbers off the printed map; the file uses them all the same.
    """

    scheme: Literal["RRCC", "CCRR"] = "RRCC"
    first_row: int = 1
    first_column: int = 1
    row_step: int = 1
    column_step: int = 1
    digits: int = 2
    printed: bool = True
    sections: list[SectionEntry] = []
    default: str | None = None


def make_numbering(block: NumberingBlock, grid: Grid) -> Numbering:
    """The numbering a block describes."""
    if not block.sections:
        return RowColumn(
            grid,
            block.scheme,
            first_row=block.first_row,
            first_column=block.first_column,
            row_step=block.row_step,
            column_step=block.column_step,
            digits=block.digits,
        )
    sections = tuple(Section(**msgspec.structs.asdict(entry)) for entry in block.sections)
    return Sections(grid, sections, block.scheme, block.digits, block.default)


def describe_numbering(numbering: Numbering, *, printed: bool) -> dict[str, Any]:
    """The entries of a ``[numbering]`` block.

    Raises:
        MapError: the format knows no such numbering.
    """
    hidden = {} if printed else {"printed": False}
    if isinstance(numbering, RowColumn):
        return _fields(numbering, *ROW_COLUMN_KEYS) | hidden
    if isinstance(numbering, Sections):
        table = _fields(numbering, "scheme", "digits")
        if numbering.default is not None:
            table["default"] = numbering.default
        sections = [_fields(section, *SectionEntry.__struct_fields__) for section in numbering.sections]
        return table | hidden | {"sections": sections}
    raise MapError(f"a map file cannot describe hexes numbered by {type(numbering).__name__}")


def _fields(numbering: object, *keys: str) -> dict[str, Any]:
    return {key: getattr(numbering, key) for key in keys}
