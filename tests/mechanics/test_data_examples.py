"""The data files shown in the documentation are read as they stand."""

from __future__ import annotations

import tomllib
from textwrap import dedent
from types import ModuleType
from typing import Any

from phaseline.mechanics import tables, weather


def shown(module: ModuleType) -> list[dict[str, Any]]:
    """The indented blocks of a module's documentation, as data."""
    assert module.__doc__ is not None
    blocks = (block for block in module.__doc__.split("\n\n") if block.startswith("    ["))
    return [tomllib.loads(dedent(block)) for block in blocks]


def test_the_results_table() -> None:
    (data,) = shown(tables)
    table = tables.ResultsTable.read(data["crt"], parse=str)
    assert table.result("1:1", 6) == "2/0"


def test_the_calendars() -> None:
    by_month, by_turn = (weather.SeasonalTable.read(data["weather"]) for data in shown(weather))
    assert by_month.fixed(7) == "dry"
    assert by_month.fixed(11) is None
    assert by_turn.result(14, roll=5) == "mud"
