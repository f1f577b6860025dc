"""Results tables: read from data, looked up, and turned into exact distributions.

A table in a data file:

    [crt]
    title = "Combat Results Table"
    dice = "1d6"
    columns = ["1:2", "1:1", "2:1"]
    provenance = "reconstructed"
    case = "11.0"
    rows.1 = ["1/1", "1/2", "0/2"]
    rows.2-5 = ["2/0", "1/1", "1/1"]
    rows.6 = ["3/0", "2/0", "1/0"]

Rows are keyed by the totals of the dice they stand for (see `bands`). A table with one column may leave `columns` out
and give each row as a plain text: `rows.1-6 = "clear"`. Columns are labels; what they mean is for the game to say:
`OddsColumns(table.columns)` finds the column of a ratio, `Bands(table.columns)` that of a number of strength points.

Every row is a field by itself, so a data pack may override one of them, or all together with the columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from phaseline.mechanics.bands import Bands
from phaseline.mechanics.distributions import Distribution, Throw
from phaseline.wording.counts import several
from phaseline.wording.misfit import misfit
from phaseline.wording.whereabouts import dotted

T = TypeVar("T", bound=Hashable)


def unfit(raw: Mapping[str, Any], kind: type[Struct], usual: str, error: msgspec.ValidationError) -> str:
    """What is wrong with the plain values of a table, named by its title, or else as is `usual`."""
    title = raw.get("title")
    path, said = misfit(str(error), kind, raw)
    return ": ".join(filter(None, [title if isinstance(title, str) else usual, dotted(path), said]))


class Losses(NamedTuple):
    """A combat result in steps that both sides lose: what a cell such as `1/2` says."""

    attacker: int
    defender: int

    @classmethod
    def parse(cls, cell: str) -> Losses:
        """Reads a cell. Raises `ValueError`.

        >>> Losses.parse("1/2")
        Losses(attacker=1, defender=2)
        """
        read = re.fullmatch(r"(\d{1,2})/(\d{1,2})", cell)
        if not read:
            raise ValueError(f'a result is written "1/2", not "{cell}"')
        return cls(int(read[1]), int(read[2]))

    def __str__(self) -> str:
        return f"{self.attacker}/{self.defender}"


class Modifier(Struct, frozen=True):
    """What is added to a die roll, why, and the case that says so."""

    amount: int
    why: str
    case: str = ""


class TableError(ValueError):
    """A table that cannot be read; the message names the table, the field and the reason."""


class TableData(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as a data file gives it. `provenance` says where its values come from, `case` where the rulebook has it."""

    dice: str
    rows: dict[str, tuple[str, ...] | str]
    columns: tuple[str, ...] = ("",)
    title: str = "table"
    provenance: str = ""
    case: str = ""


class ResultsTable(Generic[T]):
    """A table of results by dice and column.

    >>> data = {"dice": "1d6", "columns": ["1-1", "2-1"], "rows": {"1-3": ["AR", "AR"], "4-6": ["AR", "DR"]}}
    >>> table = ResultsTable.read(data, parse=str)
    >>> table.result("2-1", 3 + 1)
    'DR'
    >>> table.outcomes("2-1")["DR"]
    Fraction(1, 2)
    """

    __slots__ = ("_cells", "columns", "data", "rows", "throw")

    def __init__(self, data: TableData, parse: Callable[[str], T]) -> None:
        self.data = data
        self.columns = data.columns
        try:
            self.throw = Throw.parse(data.dice)
            self.rows = Bands(data.rows, within=self.throw.span)
        except ValueError as error:
            raise TableError(f"{data.title}: {error}") from error
        low, high = self.throw.span[0], self.throw.span[-1]
        if self.rows.low > low or (self.rows.high < high and not self.rows.open_ended):
            raise TableError(
                f"{data.title}: rows stand for {self.rows.low} to {self.rows.high}, but {self.throw} gives {low} to {high}"
            )
        self._cells = tuple(self._row(label, cells, parse) for label, cells in data.rows.items())

    @classmethod
    def read(cls, raw: Mapping[str, Any], parse: Callable[[str], T]) -> ResultsTable[T]:
        """A table from the plain values of a data file; `parse` reads one cell and raises `ValueError` if it cannot.

        Raises `TableError`.
        """
        try:
            return cls(msgspec.convert(raw, TableData), parse)
        except msgspec.ValidationError as error:
            raise TableError(unfit(raw, TableData, "table", error)) from error

    def _row(self, label: str, cells: tuple[str, ...] | str, parse: Callable[[str], T]) -> tuple[T, ...]:
        cells = (cells,) if isinstance(cells, str) else cells
        where = f"{self.data.title}, row {label}"
        if len(cells) != len(self.columns):
            raise TableError(
                f"{where}: {several(len(cells), 'result')} for {several(len(self.columns), 'column')}"
            )
        results = []
        for column, cell in zip(self.columns, cells, strict=True):
            try:
                results.append(parse(cell))
            except ValueError as error:
                at = f"{where}, column {column}" if column else where
                raise TableError(f"{at}: {error}") from error
        return tuple(results)

    def column(self, column: int | str) -> int:
        """The number of a column, from 0 on the left, for its number or label. Raises `KeyError` for neither."""
        if isinstance(column, str) and column in self.columns:
            return self.columns.index(column)
        if isinstance(column, int) and 0 <= column < len(self.columns):
            return column
        raise KeyError(f"{self.data.title} has no column {column}; it has {', '.join(self.columns)}")

    def result(self, column: int | str, total: int) -> T:
        """The result at a column for a total; totals past the first or last row read that row."""
        return self._cells[self.rows.index(total)][self.column(column)]

    def outcomes(self, column: int | str = 0, modifier: int = 0) -> Distribution[T]:
        """How likely each result of a column is when `modifier` is added to the dice."""
        at = self.column(column)
        return self.throw.totals().map(lambda total: self._cells[self.rows.index(total + modifier)][at])
