"""An attack weighed term by term, and the table that settles it: what rules, questions and forecasts all read.

A `Sum` names every term with its case, so that whoever asks how the odds came about is told by the very terms that were
rolled for. An `OddsTable` joins the columns of a printed table, its results, and what the game makes of an attack that
comes out past one of the ends.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from msgspec import Struct

from phaseline.mechanics.distributions import Distribution
from phaseline.mechanics.odds import OddsColumns, OddsReport, Shift
from phaseline.mechanics.strength import Contribution, Strength, total
from phaseline.mechanics.tables import Modifier, ResultsTable

R = TypeVar("R", bound=Hashable)


class Sum(Struct, frozen=True):
    """All that decides an attack but the dice: what each unit adds on either side, column shifts, die modifiers."""

    attack: tuple[Contribution, ...]
    defence: tuple[Contribution, ...]
    shifts: tuple[Shift, ...] = ()
    modifiers: tuple[Modifier, ...] = ()

    @property
    def strengths(self) -> tuple[Strength, Strength]:
        """The totals of attacker and defender."""
        return total(self.attack), total(self.defence)

    @property
    def modifier(self) -> int:
        """What is added to the dice."""
        return sum([modifier.amount for modifier in self.modifiers])


class OddsTable(Generic[R]):
    """A results table whose columns are odds.

    Columns are counted from 0 on the left and on past both ends, as in `OddsReport.landed`. `past` says what a result
    becomes so many columns past an end, negative to the left; without it the end column serves.

    >>> printed = ResultsTable.read(
    ...     {"dice": "1d6", "columns": ["1:1", "2:1"], "rows": {"1-4": ["A", "D"], "5-6": ["D", "D"]}}, str
    ... )
    >>> table = OddsTable(printed, past=lambda result, beyond: result + "+" * beyond)
    >>> table.result(0, 4), table.result(1, 4), table.result(3, 4)
    ('A', 'D', 'D++')
    >>> print(table.outcomes(0, modifier=1)["D"])
    1/2
    """

    __slots__ = ("_past", "odds", "results")

    def __init__(
        self,
        results: ResultsTable[R],
        *,
        clamp_first: bool = False,
        past: Callable[[R, int], R] | None = None,
    ) -> None:
        self.results = results
        self.odds = OddsColumns(results.columns, clamp_first=clamp_first)
        self._past = past

    @property
    def columns(self) -> tuple[str, ...]:
        """The labels of the columns, from left to right."""
        return self.results.columns

    def report(self, weighed: Sum) -> OddsReport:
        """The column of an attack and how it came about. Raises `ValueError` when neither side has any strength."""
        return self.odds.report(*weighed.strengths, weighed.shifts)

    def result(self, landed: int, total: int) -> R:
        """The result for a total of the dice in a column."""
        column, beyond = self._split(landed)
        return self.counted(self.results.result(column, total), beyond)

    def outcomes(self, landed: int, modifier: int = 0) -> Distribution[R]:
        """How likely each result of a column is when `modifier` is added to the dice."""
        column, beyond = self._split(landed)
        found = self.results.outcomes(column, modifier)
        return found.map(lambda result: self.counted(result, beyond)) if beyond else found

    def counted(self, result: R, beyond: int) -> R:
        """What a result of an end column comes to so many columns past it."""
        return self._past(result, beyond) if beyond and self._past is not None else result

    def _split(self, landed: int) -> tuple[int, int]:
        column = min(max(landed, 0), len(self.columns) - 1)
        return column, landed - column
