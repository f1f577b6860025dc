"""How tables print the numbers a row stands for."""

from __future__ import annotations

import pytest

from phaseline.mechanics.bands import Bands, numbers


def test_rows_of_a_die() -> None:
    rows = Bands(["1", "2-4", "5, 6"])
    assert [rows.label(die) for die in range(1, 7)] == ["1", "2-4", "2-4", "2-4", "5, 6", "5, 6"]


def test_numbers_past_an_end_belong_to_the_end() -> None:
    rows = Bands(["1-3", "4-6"])
    assert (rows.label(-2), rows.label(9)) == ("1-3", "4-6")


def test_named_numbers_come_before_even_and_odd() -> None:
    storms = Bands(["even", "3, 11", "7", "odd"], within=range(2, 13))
    assert [storms.label(total) for total in (2, 3, 5, 7, 11)] == ["even", "3, 11", "odd", "7", "3, 11"]


def test_only_a_plus_leaves_the_end_open() -> None:
    assert Bands(["1-6", "7+"]).open_ended
    assert not Bands(["1-6", "7"]).open_ended


@pytest.mark.parametrize(
    ("labels", "complaint"),
    [
        ([], "at least one"),
        (["1-3", "3-6"], "'3-6' stands for 3"),
        (["1", "4-6"], "no band stands for 2"),
        (["1+", "2-6"], "only the highest band may be open"),
        (["1-3", "four"], "'four' names no numbers"),
        (["2-1"], "'2-1' stands for no number"),
        (["even", "even", "odd"], "'even' stands for no number that is left"),
    ],
)
def test_labels_that_cannot_be(labels: list[str], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Bands(labels, within=range(2, 13) if "even" in labels else range(0))


def test_a_label_may_name_several_runs() -> None:
    assert numbers("1, 3-5,9") == (1, 3, 4, 5, 9)
