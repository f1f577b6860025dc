"""What a misspelt word may have been meant to be."""

import pytest

from phaseline.wording.nearest import did_you_mean

GROUND = ["clear", "forest", "Mountain"]


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("forst", "; did you mean forest?"),
        ("FOREST", "; did you mean forest?"),
        ("mountian", "; did you mean Mountain?"),
        ("bog", "; known are clear, forest, Mountain"),
        ("", "; known are clear, forest, Mountain"),
    ],
)
def test_a_near_word_is_offered_as_it_is_spelt_else_all_there_are(word: str, said: str) -> None:
    assert did_you_mean(word, GROUND) == said


def test_of_several_near_ones_three_at_most_are_offered_the_nearest_first() -> None:
    known = ["units", "unit", "unite", "untie", "control"]
    assert did_you_mean("unit", known) == "; did you mean unit or units or unite?"


def test_a_short_word_may_differ_in_more_of_its_letters() -> None:
    assert did_you_mean("at", ["a", "to"]) == "; did you mean a or to?"
    assert did_you_mean("cols", ["rows"]) == "; known are rows"
    assert did_you_mean("col", ["row"]) == "; known are row"


def test_what_is_known_is_told_in_the_words_of_the_caller() -> None:
    assert did_you_mean("brisk", ["slow", "quick"], "possible are") == "; possible are slow, quick"


def test_where_nothing_is_known_nothing_is_said() -> None:
    assert did_you_mean("forest", []) == ""


def test_of_many_known_ones_twenty_are_told() -> None:
    known = [f"place {number:02}" for number in range(30)]
    said = did_you_mean("x", known)
    assert said.endswith("place 18, place 19 ...")
    assert said.count("place") == 20
    assert not did_you_mean("x", known[:20]).endswith("...")


def test_keys_that_are_no_texts_are_told_as_they_are_written() -> None:
    assert did_you_mean("x", [1, 2]) == "; known are 1, 2"  # type: ignore[list-item]
