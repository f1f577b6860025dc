"""Results tables: read from data, looked up, overridden, and refused with a reason."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from phaseline.mechanics.odds import OddsColumns, Shift
from phaseline.mechanics.tables import ResultsTable, TableError


class Losses(NamedTuple):
    """Steps lost, attacker then defender."""

    attacker: int
    defender: int

    @classmethod
    def parse(cls, cell: str) -> Losses:
        attacker, slash, defender = cell.partition("/")
        if not slash:
            raise ValueError(f"{cell!r} is not two losses such as 1/2")
        return cls(int(attacker), int(defender))


CRT = tomllib.loads("""
    title = "Combat Results Table"
    dice = "1d6"
    columns = ["1:2", "1:1", "2:1", "3:1"]
    provenance = "reconstructed"
    case = "11.0"
    [rows]
    1 = ["1/1", "1/2", "0/2", "0/3"]
    2 = ["1/1", "1/1", "1/2", "0/2"]
    3-4 = ["2/0", "1/1", "1/1", "1/2"]
    5 = ["2/0", "2/1", "2/1", "1/1"]
    6 = ["3/0", "2/0", "2/1", "2/1"]
""")

WEATHER = tomllib.loads("""
    title = "Weather"
    dice = "1d6"
    rows = { 1-6 = "clear", 7-10 = "mud", 11-14 = "snow", "15+" = "blizzard" }
""")


def crt(**changes: object) -> ResultsTable[Losses]:
    return ResultsTable.read({**CRT, **changes}, parse=Losses.parse)


def test_a_roll_is_read_at_its_row_and_column() -> None:
    table = crt()
    assert table.rows.label(4) == "3-4"
    assert table.result("3:1", 4) == Losses(attacker=1, defender=2)


def test_odds_lead_to_a_column_and_a_die_to_a_row() -> None:
    table = crt()
    report = OddsColumns(table.columns, clamp_first=True).report(50, 15, [Shift(-1, "city", "10.2a")])
    assert table.result(report.column, 6) == table.result("2:1", 6) == Losses(2, 1)


def test_a_roll_of_six_stays_six() -> None:
    support = 1
    assert [crt().rows.label(roll + support) for roll in (6, 3)] == ["6", "3-4"]
    assert crt().result("1:1", 6 + support) == crt().result("1:1", 6)


def test_modifiers_reach_rows_no_die_alone_can() -> None:
    weather = ResultsTable.read(WEATHER, parse=str)
    assert weather.result(0, 6 + 9) == "blizzard"
    assert weather.result(0, 1) == "clear"


def test_chances_of_each_result_of_a_column() -> None:
    outcomes = crt().outcomes("1:1")
    assert outcomes[Losses(1, 1)] == Fraction(1, 2)
    assert outcomes.expected(lambda losses: losses.defender) == Fraction(6, 6)


@pytest.mark.parametrize(
    ("modifier", "faces"),
    [
        (0, [6, 0, 0, 0]),
        (3, [3, 3, 0, 0]),
        (5, [1, 4, 1, 0]),
        (8, [0, 2, 4, 0]),
        (9, [0, 1, 4, 1]),
    ],
)
def test_chances_of_the_weather_by_modifier(modifier: int, faces: list[int]) -> None:
    chances = ResultsTable.read(WEATHER, parse=str).outcomes(modifier=modifier)
    assert [6 * chances[weather] for weather in ("clear", "mud", "snow", "blizzard")] == faces


def test_the_chances_are_those_of_every_throw() -> None:
    table = ResultsTable.read(
        {"dice": "2d6", "rows": {"2-5": "low", "6-8": "middle", "9-12": "high"}}, parse=str
    )
    rolls = [table.result(0, one + other) for one in range(1, 7) for other in range(1, 7)]
    assert table.outcomes()["middle"] == Fraction(rolls.count("middle"), 36)


def test_the_last_row_may_be_open() -> None:
    rolls = ResultsTable.read({"dice": "2d6", "rows": {"2-9": "low", "10+": "high"}}, parse=str)
    assert rolls.result(0, 12) == "high"


def test_a_data_pack_overrides_field_by_field() -> None:
    printed = crt(rows={"1-6": ["0/0", "0/0", "0/0", "9/9"]}, provenance="printed game")
    assert printed.result("3:1", 1) == Losses(9, 9)
    assert printed.data.provenance == "printed game"
    assert printed.data.title == "Combat Results Table"


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"dice": "six"}, "Combat Results Table: 'six' is no throw of dice"),
        ({"columns": ["1:1"]}, "row 1: 4 results for 1 column"),
        ({"rows": {"1-6": ["1/1", "1/1", "1-1", "1/1"]}}, "row 1-6, column 2:1: '1-1' is not two losses"),
        ({"rows": {"1-5": ["1/1"] * 4}}, "rows stand for 1 to 5, but 1d6 gives 1 to 6"),
        ({"rows": {"2-6": ["1/1"] * 4}}, "rows stand for 2 to 6, but 1d6 gives 1 to 6"),
        ({"rows": {"1-3": ["1/1"] * 4, "3-6": ["1/1"] * 4}}, "'3-6' stands for 3"),
        ({"rows": {"1-6": ["1/1", 2]}}, r"rows.1-6\[2\]: 2 stands here; a text is needed"),
        ({"colums": []}, 'there is no "colums" here; did you mean columns'),
    ],
)
def test_a_table_that_cannot_be_read_says_where(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(TableError, match=complaint):
        crt(**changes)


@pytest.mark.parametrize(
    "ask", [lambda t: t.result("9:1", 1), lambda t: t.outcomes(7), lambda t: t.column(-1)]
)
def test_columns_that_are_not_there(ask: Callable[[ResultsTable[Losses]], object]) -> None:
    with pytest.raises(KeyError, match="it has 1:2, 1:1, 2:1, 3:1"):
        ask(crt())
