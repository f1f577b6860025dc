"""Numbers of things, as people say them."""

import pytest

from phaseline.wording.counts import FEW, named, plural, several, verb


@pytest.mark.parametrize(
    ("noun", "many"),
    [
        ("unit", "units"),
        ("hex", "hexes"),
        ("match", "matches"),
        ("loss", "losses"),
        ("entry", "entries"),
        ("try", "tries"),
        ("day", "days"),
        ("enemy Point", "enemy Points"),
    ],
)
def test_several_are_called_so(noun: str, many: str) -> None:
    assert plural(noun) == many


@pytest.mark.parametrize("count", [-2, 0, 2, 10])
def test_all_but_one_are_several(count: int) -> None:
    assert several(count, "hex") == f"{count} hexes"
    assert verb(count) == "are"


@pytest.mark.parametrize("count", [-1, 1])
def test_one_is_one(count: int) -> None:
    assert several(count, "hex") == f"{count} hex"
    assert verb(count) == "is"


def test_few_are_named_and_more_are_counted() -> None:
    names = [f"{number}th Foot" for number in range(4, 5 + FEW)]
    assert named(names[:FEW], "unit") == ", ".join(names[:FEW])
    assert named(names, "unit") == f"{FEW + 1} units"
