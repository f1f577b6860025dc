"""Forecasts of attacks on an odds table."""

from __future__ import annotations

import itertools
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from phaseline.engine.aids import Line
from phaseline.mechanics import prospects
from phaseline.mechanics.distributions import Distribution
from phaseline.mechanics.odds import OddsColumns, Shift
from phaseline.mechanics.strength import HALF, Factor, Rounding, contribution
from phaseline.mechanics.tables import ResultsTable
from phaseline.mechanics.weighing import OddsTable

TABLE = OddsTable(
    ResultsTable.read(
        {
            "dice": "1d6",
            "columns": ["1:1", "2:1"],
            "rows": {"1-3": ["A1", "D1"], "4-5": ["D1", "D1"], "6": ["D1", "D2"]},
        },
        parse=str,
    ),
    past=lambda result, beyond: f"{result}{beyond:+}",
)


def test_every_shift_is_a_line_with_its_case() -> None:
    report = OddsColumns(TABLE.columns).report(31, 10, [Shift(-1, "town", "9.5"), Shift(1, "air", "9.8")])
    lines = [(line.text, line.case, line.value) for line in prospects.odds_lines(report, "9.4")]
    assert lines == [
        ("attack", "9.4", "31"),
        ("defence", "9.4", "10"),
        ("odds", "9.4", "3:1"),
        ("town", "9.5", "1 left"),
        ("air", "9.8", "1 right"),
        ("column", "9.4", "2:1, the last: the odds are 1 past it"),
    ]


def test_where_no_die_is_rolled_past_the_end_there_is_one_result_and_no_column() -> None:
    report = OddsColumns(TABLE.columns).report(51, 10)
    assert prospects.odds_lines(report, "9.4", "9.9")[-1] == Line(
        "no die is rolled: better than the last column", "9.9", "2:1"
    )
    sure = OddsTable(TABLE.results, past=lambda result, beyond: "gone" if beyond > 0 else result)
    found = prospects.on_the_table(sure, report.landed, str.upper, "9.4", sure=True)
    [only] = found.pop("rows")
    assert (only.label, only.chance, only.percent, found) == ("GONE", "1", 100.0, {})
    served = prospects.on_the_table(sure, 1, str.upper, "9.4", sure=True)
    assert (served["columns"], served["column"], len(served["legend"])) == (TABLE.columns, 1, 3)


def test_nor_need_a_die_be_rolled_past_the_left_end() -> None:
    report = OddsColumns(TABLE.columns).report(3, 10)
    assert report.beyond < 0
    assert prospects.odds_lines(report, "9.4", sure="9.9")[-1].text == "column"
    assert prospects.odds_lines(report, "9.4", doomed="9.8")[-1] == Line(
        "no die is rolled: worse than the first column", "9.8", "1:1"
    )


def test_the_rows_are_those_of_the_table_with_what_counts() -> None:
    rows = prospects.table_rows(TABLE, 3, str.lower)
    assert [(row.label, row.chance, row.percent, row.text, row.cells) for row in rows] == [
        ("1-3", "1/2", 50.0, "d1+2", ("A1", "D1")),
        ("4-5", "1/3", 33.3, "d1+2", ("D1", "D1")),
        ("6", "1/6", 16.7, "d2+2", ("D1", "D2")),
    ]
    assert sum(Fraction(row.chance) for row in rows) == 1


@given(
    modifiers=st.lists(st.integers(-4, 4), max_size=3),
    dice=st.sampled_from(["1d6", "2d6"]),
    column=st.sampled_from(["1:1", "2:1"]),
)
def test_rows_with_modifiers_are_those_that_every_throw_by_itself_is_read_at(
    modifiers: list[int], dice: str, column: str
) -> None:
    rows = {"1-3": ["A1", "D1"], "4-5": ["D1", "D1"], "6": ["D1", "D2"], "7-12": ["D2", "D3"]}
    table = ResultsTable.read({"dice": dice, "columns": ["1:1", "2:1"], "rows": rows}, parse=str)
    count = int(dice[0])
    throws = [sum(faces) for faces in itertools.product(range(1, 7), repeat=count)]
    totals = [throw + sum(modifiers) for throw in throws]
    read = [(table.rows.label(total), table.result(column, total)) for total in totals]
    found = prospects.table_rows(OddsTable(table), table.column(column), str, sum(modifiers))
    assert {row.label: row.chance for row in found} == {
        label: str(Fraction(sum(row == label for row, _ in read), len(read)))
        for label in {row for row, _ in read}
    }
    assert {row.label: row.text for row in found} == dict(read)


def test_a_six_stays_a_six() -> None:
    rows = prospects.table_rows(TABLE, 1, str, 3)
    assert [(row.label, row.chance) for row in rows] == [("4-5", "1/3"), ("6", "2/3")]


def test_what_units_count_is_told_with_every_factor_and_its_case() -> None:
    halved = Factor(HALF, "over a river", "10.4")
    lines = prospects.contribution_lines(
        [
            contribution("84", 5, does="lands", case="5.3"),
            contribution("12 Pz", 7, [halved, Factor(2, "with support")], Rounding.UP),
        ],
        "10.1",
    )
    assert [(line.text, line.case, line.value) for line in lines] == [
        ("84 lands", "5.3", "5"),
        ("12 Pz", "10.1", "7"),
        ("12 Pz: over a river", "10.4", "7 x 1/2"),
        ("12 Pz: with support", "10.1", "x 2"),
    ]


def test_a_spread_joins_what_has_one_name_likeliest_first() -> None:
    found = prospects.spread("result", TABLE.outcomes(0), lambda result: result[0])
    assert [(row.label, row.chance) for row in found.rows] == [("A", "1/2"), ("D", "1/2")]
    uneven = prospects.spread(
        "die", Distribution.even(range(1, 7)), lambda die: "six" if die == 6 else "less"
    )
    assert [(row.label, row.percent) for row in uneven.rows] == [("less", 83.3), ("six", 16.7)]


def test_losses_are_counted_fewest_first() -> None:
    found = prospects.losses("defenders lose", TABLE.outcomes(1), lambda result: int(result[1]), side=1)
    assert [(row.label, row.chance) for row in found.rows] == [("1 step", "5/6"), ("2 steps", "1/6")]
    assert found.side == 1
