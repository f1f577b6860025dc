"""Attacks weighed term by term, on tables whose columns are odds."""

from __future__ import annotations

from phaseline.mechanics.odds import Shift
from phaseline.mechanics.strength import HALF, Factor, Rounding, contribution
from phaseline.mechanics.tables import Modifier, ResultsTable
from phaseline.mechanics.weighing import OddsTable, Sum

PRINTED = ResultsTable.read(
    {
        "dice": "1d6",
        "columns": ["1:2", "1:1", "2:1"],
        "rows": {"1-3": ["A2", "A1", "D1"], "4-6": ["A1", "D1", "D2"]},
    },
    parse=str,
)
STARVED = Factor(HALF, "out of supply", "7.12")


def test_the_terms_give_the_column() -> None:
    """Two fives, one of them halved half up, make 8 against 3: 2:1, a river makes it 1:1."""
    weighed = Sum(
        attack=(contribution("A", 5), contribution("B", 5, [STARVED], Rounding.UP)),
        defence=(contribution("X", 3),),
        shifts=(Shift(-1, "river", "10.4"),),
    )
    report = OddsTable(PRINTED).report(weighed)
    assert (report.attack, report.defence, report.odds, report.label) == (8, 3, "2:1", "1:1")
    assert report.shifts == weighed.shifts


def test_past_an_end_the_end_column_serves_unless_the_game_says_otherwise() -> None:
    plain = OddsTable(PRINTED)
    assert [plain.result(landed, 6) for landed in (-2, 0, 2, 4)] == ["A1", "A1", "D2", "D2"]
    told = OddsTable(PRINTED, past=lambda result, beyond: f"{result} {beyond:+}")
    assert [told.result(landed, 6) for landed in (-2, 0, 2, 4)] == ["A1 -2", "A1", "D2", "D2 +2"]
    assert set(told.outcomes(4)) == {"D1 +2", "D2 +2"}


def test_modifiers_are_added_to_the_dice() -> None:
    weighed = Sum((), (), modifiers=(Modifier(2, "air", "12.4"), Modifier(-1, "mud", "5.1")))
    assert weighed.modifier == 1
    assert str(OddsTable(PRINTED).outcomes(1, weighed.modifier)["D1"]) == "2/3"
