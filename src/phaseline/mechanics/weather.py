"""Weather by season: fixed in some months or turns, rolled for in others.

A seasonal table in a data file, here one that is fixed for most of the year and a throw of the dice at its turns:

    [weather]
    fixed.1 = "mud"
    fixed.3-10 = "dry"
    fixed.12 = "mud"
    [weather.rolled]
    dice = "2d6"
    rows = { even = "dry", odd = "mud" }

and one where each turn adds its own modifier to a die:

    [weather]
    modifiers.1-12 = 0
    modifiers.13-20 = 2
    [weather.rolled]
    dice = "1d6"
    rows = { 1-6 = "clear", 7-10 = "mud", 11-14 = "snow", "15+" = "blizzard" }

The same table serves for storms, or for anything else that goes by the calendar.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from phaseline.mechanics.bands import numbers
from phaseline.mechanics.distributions import Distribution
from phaseline.mechanics.tables import ResultsTable, TableData, TableError, unfit

T = TypeVar("T")


class SeasonalData(Struct, frozen=True, forbid_unknown_fields=True):
    """A seasonal table as a data file gives it; `fixed` and `modifiers` are keyed by months or turns ("3-10", "1, 12")."""

    rolled: TableData | None = None
    fixed: dict[str, str] = {}
    modifiers: dict[str, int] = {}
    title: str = "weather"
    provenance: str = ""
    case: str = ""


class SeasonalTable:
    """What a month or a turn brings.

    >>> table = SeasonalTable.read(
    ...     {
    ...         "fixed": {"3-10": "dry", "12, 1": "mud"},
    ...         "rolled": {"dice": "2d6", "rows": {"even": "dry", "odd": "mud"}},
    ...     }
    ... )
    >>> table.fixed(11), table.fixed(12), table.result(11, roll=3)
    (None, 'mud', 'mud')
    >>> table.outcomes(2)["mud"]
    Fraction(1, 2)
    """

    __slots__ = ("_fixed", "_modifiers", "data", "rolled")

    def __init__(self, data: SeasonalData) -> None:
        self.data = data
        self.rolled = ResultsTable(data.rolled, parse=str) if data.rolled else None
        self._fixed = _by_period(data.title, data.fixed)
        self._modifiers = _by_period(data.title, data.modifiers)

    @classmethod
    def read(cls, raw: Mapping[str, Any]) -> SeasonalTable:
        """A table from the plain values of a data file. Raises `TableError`."""
        try:
            return cls(msgspec.convert(raw, SeasonalData))
        except msgspec.ValidationError as error:
            raise TableError(unfit(raw, SeasonalData, "weather", error)) from error

    def fixed(self, period: int) -> str | None:
        """What this month or turn brings without dice; None when dice decide."""
        return self._fixed.get(period)

    def result(self, period: int, roll: int) -> str:
        """What a roll brings in a month or turn, with the modifier of that time.

        Raises `TableError` when nothing is rolled for then.
        """
        if period in self._fixed:
            raise TableError(f"{self.data.title}: {period} brings {self._fixed[period]}, nothing is rolled")
        return self._table(period).result(0, roll + self._modifiers.get(period, 0))

    def outcomes(self, period: int) -> Distribution[str]:
        """How likely each weather is in a month or turn."""
        fixed = self._fixed.get(period)
        if fixed is not None:
            return Distribution.certain(fixed)
        return self._table(period).outcomes(0, self._modifiers.get(period, 0))

    def _table(self, period: int) -> ResultsTable[str]:
        if not self.rolled:
            raise TableError(
                f"{self.data.title}: nothing is fixed for {period} and there is no table to roll on"
            )
        return self.rolled


def _by_period(title: str, entries: Mapping[str, T]) -> dict[int, T]:
    periods: dict[int, T] = {}
    for label, entry in entries.items():
        try:
            named = numbers(label)
        except ValueError as error:
            raise TableError(f"{title}: {error}") from error
        for period in named:
            if period in periods:
                raise TableError(f"{title}: {label!r} names {period} a second time")
            periods[period] = entry
    return periods
