"""Odds, columns and shifts as the rulebooks' own examples give them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaseline.mechanics.odds import Odds, OddsColumns, Shift, reaches, whole_odds
from phaseline.mechanics.strength import Strength

TEN_AND_A_HALF = Fraction(21, 2)

strengths = st.integers(1, 200) | st.fractions(Fraction(1, 4), 60, max_denominator=4)


@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [
        (50, 15, "3:1"),
        (5, 11, "1:3"),
        (12, 4, "3:1"),
        (11, 4, "2:1"),
        (4, 12, "1:3"),
        (4, 11, "1:3"),
        (30, 10, "3:1"),
        (30, TEN_AND_A_HALF, "2:1"),
        (28, 2, "14:1"),
        (16, 5, "3:1"),
        (10, 11, "1:2"),
        (9, 10, "1:2"),
        (10, 10, "1:1"),
        (20, 3, "6:1"),
    ],
)
def test_worked_examples_of_odds(attack: Strength, defence: Strength, odds: str) -> None:
    assert str(whole_odds(attack, defence)) == odds


@given(strengths, strengths)
def test_the_defender_is_never_done_out_of_a_fraction(attack: Strength, defence: Strength) -> None:
    odds = whole_odds(attack, defence)
    assert reaches(attack, defence, odds)
    better = Odds(odds.attack + 1, 1) if odds.defence == 1 else Odds(1, odds.defence - 1)
    assert not reaches(attack, defence, better)


def test_an_overrun_at_thirteen_to_one_is_met_exactly() -> None:
    assert reaches(28, 2, Odds(13, 1))
    assert reaches(26, 2, Odds(13, 1))
    assert not reaches(Fraction(51, 2), 2, Odds(13, 1))


@pytest.mark.parametrize(("attack", "defence"), [(0, 0), (-1, 3), (3, -1)])
def test_there_are_no_odds_without_strength(attack: int, defence: int) -> None:
    with pytest.raises(ValueError, match="no odds"):
        whole_odds(attack, defence)


@pytest.mark.parametrize("text", ["", "3", "3:0", "0-1", "3/1", "three to one"])
def test_odds_that_cannot_be_read(text: str) -> None:
    with pytest.raises(ValueError, match="write them as 3:1 or 3-1"):
        Odds.parse(text)


class TestClampedBeforeShifts:
    """A table from 1:3 to 7:1 on which odds are limited first, and shifts may then pass the ends."""

    columns = OddsColumns(["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"], clamp_first=True)

    def test_three_to_one_without_shifts(self) -> None:
        report = self.columns.report(50, 15)
        assert (report.label, report.beyond, report.net) == ("3:1", 0, 0)

    def test_a_rough_hex_with_a_city_and_a_fortification_is_four_shifts(self) -> None:
        report = self.columns.report(
            50,
            8,
            [Shift(-1, "rough", "10.2a"), Shift(-1, "city", "10.2a"), Shift(-2, "fortification", "10.2b")],
        )
        assert report.net == -4
        assert (report.odds, report.before) == ("6:1", "6:1")
        assert report.label == "2:1"

    def test_twenty_to_one_with_two_left_is_five_to_one(self) -> None:
        assert self.columns.report(20, 1, [Shift(-2, "mountain")]).label == "5:1"

    def test_no_defence_at_all_is_the_best_column(self) -> None:
        assert self.columns.report(3, 0).label == "7:1"

    def test_a_hopeless_attack_is_the_worst_column(self) -> None:
        report = self.columns.report(1, 50)
        assert (report.odds, report.before, report.label, report.beyond) == ("1:50", "1:3", "1:3", 0)

    def test_shifts_past_an_end_are_counted(self) -> None:
        right = self.columns.report(20, 1, [Shift(1, "concentric attack"), Shift(1, "bombers")])
        assert (right.label, right.beyond) == ("7:1", 2)
        left = self.columns.report(5, 11, [Shift(-2, "invasion")])
        assert (left.label, left.beyond) == ("1:3", -2)

    def test_the_report_says_when_odds_are_limited(self) -> None:
        report = self.columns.report(20, 1, [Shift(-2, "mountain", "10.2b")])
        assert report.lines() == [
            "20 against 1: 20:1, counts as 7:1",
            "2 left: mountain (10.2b)",
            "column 5:1",
        ]

    def test_the_report_names_every_shift(self) -> None:
        shifts = [Shift(-2, "across the Rhine", "10.5"), Shift(3, "made up")]
        assert self.columns.report(TEN_AND_A_HALF, Fraction(3, 2), shifts).lines() == [
            "10 1/2 against 1 1/2: 7:1",
            "2 left: across the Rhine (10.5)",
            "3 right: made up",
            "column 7:1, 1 past the right end",
        ]


class TestClampedAfterShifts:
    """A table from 1-4 to 6-1; what lies past its ends has a meaning of its own."""

    columns = OddsColumns(["1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"])

    def test_six_and_a_bit_is_the_last_column(self) -> None:
        assert (self.columns.report(27, 4).label, self.columns.report(27, 4).beyond) == ("6-1", 0)

    def test_seven_to_one_lies_past_the_right_end(self) -> None:
        assert self.columns.report(28, 4).beyond == 1

    def test_worse_than_one_to_four_lies_past_the_left_end(self) -> None:
        assert self.columns.report(4, 16).beyond == 0
        assert self.columns.report(4, 17).beyond == -1
        assert self.columns.report(4, 21).beyond == -2

    def test_the_report_says_how_far(self) -> None:
        assert self.columns.report(29, 4).lines() == ["29 against 4: 7-1", "column 6-1, 1 past the right end"]

    def test_shifts_count_from_the_true_odds(self) -> None:
        assert self.columns.report(20, 1, [Shift(-2, "mountain")]).beyond == 12
        assert self.columns.report(20, 1, [Shift(-15, "walls of Jericho")]).label == "5-1"

    def test_a_side_without_strength_lies_one_past_the_end(self) -> None:
        assert self.columns.report(3, 0).beyond == 1
        assert self.columns.report(0, 3).beyond == -1


def test_gaps_between_columns_favour_the_defender() -> None:
    columns = OddsColumns(["1-1", "3-2", "2-1", "5-1", "9-1"])
    assert [columns.report(attack, 2).label for attack in (2, 3, 4, 9, 10, 17, 18)] == [
        "1-1",
        "3-2",
        "2-1",
        "2-1",
        "5-1",
        "5-1",
        "9-1",
    ]


@pytest.mark.parametrize(
    ("attack", "line"),
    [
        (3, "3 against 2: 3-2"),
        (4, "4 against 2: 2-1"),
        (17, "17 against 2: 8-1, counts as 5-1"),
        (1, "1 against 2: 1-2"),
    ],
)
def test_the_report_gives_the_odds_a_reader_expects(attack: int, line: str) -> None:
    columns = OddsColumns(["1-1", "3-2", "2-1", "5-1", "9-1"])
    assert columns.report(attack, 2).lines()[0] == line


@given(strengths, strengths)
def test_the_column_is_the_best_one_reached(attack: Strength, defence: Strength) -> None:
    columns = OddsColumns(["1:3", "1:2", "2:3", "1:1", "3:2", "2:1", "4:1", "7:1"])
    reached = [
        label
        for label, odds in zip(columns.labels, columns.odds, strict=True)
        if reaches(attack, defence, odds)
    ]
    assert columns.report(attack, defence).label == (reached[-1] if reached else "1:3")


@given(strengths, strengths, st.integers(-12, 12), st.booleans())
def test_more_attack_or_a_better_shift_never_hurts(
    attack: Strength, defence: Strength, shift: int, clamp_first: bool
) -> None:
    columns = OddsColumns(["1:3", "1:2", "1:1", "2:1", "3:1"], clamp_first=clamp_first)
    here = columns.report(attack, defence, [Shift(shift, "some")]).landed
    assert columns.report(attack + 1, defence, [Shift(shift, "some")]).landed >= here
    assert columns.report(attack, defence, [Shift(shift, "some"), Shift(1, "one more")]).landed == here + 1


@pytest.mark.parametrize(
    ("labels", "complaint"),
    [
        ([], "at least one column"),
        (["2:1", "1:1"], "1:1 follows 2:1"),
        (["1:1", "2:2"], "2:2 follows 1:1"),
        (["2:3", "1:1"], "n:1 or 1:n, but one is 2:3"),
        (["1:1", "lots"], "'lots' is not odds"),
    ],
)
def test_columns_that_cannot_be(labels: list[str], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        OddsColumns(labels)
