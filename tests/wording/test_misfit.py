"""What does not fit a type is told with its place, what stands there, and what may."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from phaseline.wording.misfit import choices, fault, misfit


class March(Struct, tag_field="do", tag="march", forbid_unknown_fields=True):
    """One kind of two."""

    pace: Literal["slow", "quick"]
    ends: tuple[int, int] = (0, 0)


class Rest(Struct, tag_field="do", tag="rest", forbid_unknown_fields=True):
    """The other kind."""

    turns: int = 1


class Plan(Struct, forbid_unknown_fields=True):
    """What holds them."""

    steps: dict[str, March]
    then: March | Rest | None = None


class Ledger(Struct):
    """Mappings with keys of all kinds."""

    weather: dict[Literal["dry", "mud"], int] = {}
    names: dict[Annotated[str, Meta(pattern="^[a-z_]+$")], int] = {}
    turns: dict[Annotated[int, Meta(ge=1)], list[int]] = {}
    books: dict[str, dict[int, int]] = {}


@pytest.mark.parametrize(
    ("written", "place", "said"),
    [
        ({"turns": {1: [], "two": []}}, ("turns",), '"two" is a key here; a whole number is needed'),
        ({"turns": {1: [], None: []}}, ("turns",), "nothing is a key here; a whole number is needed"),
        (
            {"turns": {1: [], 0: []}},
            ("turns",),
            "0 is a key here; a whole number of at least 1 is needed",
        ),
        ({"names": {"a": 1, 3: 1}}, ("names",), "3 is a key here; a text is needed"),
        (
            {"names": {"a": 1, "B!": 1}},
            ("names",),
            '"B!" is a key here; small letters and _ alone are possible',
        ),
        (
            {"weather": {"dry": 1, "snow": 1}},
            ("weather",),
            '"snow" is not possible here; possible are dry, mud',
        ),
        (
            {"books": {"a": {1: 1}, "b": {"x": 1}}},
            ("books", "b"),
            '"x" is a key here; a whole number is needed',
        ),
        ({7: 1}, (), "7 is a key here; a text is needed"),
        # A value beneath a key that is no text is found, too.
        ({"turns": {1: [2], 3: [4, "x"]}}, ("turns", "3", 1), '"x" stands here; a whole number is needed'),
        ({"turns": {1: [2], 3: 4}}, ("turns", "3"), "4 stands here; a list is needed"),
        (
            {"weather": {"dry": 1, "mud": "x"}},
            ("weather", "mud"),
            '"x" stands here; a whole number is needed',
        ),
    ],
)
def test_a_key_that_does_not_fit_is_named(written: Any, place: tuple[str | int, ...], said: str) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(written, Ledger)
    assert misfit(str(caught.value), Ledger, written) == (place, said)


@pytest.mark.parametrize(
    ("written", "place", "said"),
    [
        ({}, (), '"steps" is missing'),
        ({"steps": {}, "step": 1}, (), 'there is no "step" here; did you mean steps?'),
        ({"steps": []}, ("steps",), "a list stands here; a mapping is needed"),
        ({"steps": None}, ("steps",), "nothing stands here; a mapping is needed"),
        (
            {"steps": {"a": {"do": "march", "pace": "slow"}, "b": {"do": "march", "pace": "brisk"}}},
            ("steps", "b", "pace"),
            '"brisk" is not possible here; possible are quick, slow',
        ),
        (
            {"steps": {"a": {"do": "march", "pace": "slow", "ends": [7]}}},
            ("steps", "a", "ends"),
            "1 entry stands here; 2 are needed",
        ),
        (
            {"steps": {"a": {"do": "march", "pace": "slow", "ends": [7, 8, 9]}}},
            ("steps", "a", "ends"),
            "3 entries stand here; 2 are needed",
        ),
        (
            {"steps": {}, "then": {"do": "rest", "pace": "slow"}},
            ("then",),
            'there is no "pace" here; known are turns',
        ),
        (
            {"steps": {"a": {"do": "march", "pace": "\x1b" * 9_000}}},
            ("steps", "a", "pace"),
            '"' + "\\x1b" * 80 + '..." is not possible here; possible are quick, slow',
        ),
        (
            {"steps": {}, "then": {"do": "run"}},
            ("then", "do"),
            '"run" is not possible here; possible are march, rest',
        ),
    ],
)
def test_what_does_not_fit_is_told(written: Any, place: tuple[str | int, ...], said: str) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(written, Plan)
    assert misfit(str(caught.value), Plan, written) == (place, said)


class Bounds(Struct):
    """Values of which there may be too many or too few."""

    parts: Annotated[tuple[int, ...], Meta(min_length=1, max_length=2)] = (1,)
    names: Annotated[dict[str, int], Meta(max_length=1)] = {}
    word: Annotated[str, Meta(min_length=2, max_length=4)] = "ab"
    form: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.-]{1,8}$")] = "a"
    hash: Annotated[str, Meta(pattern=r"^[0-9a-f]{4}\Z")] = "00ff"
    odd: Annotated[str, Meta(pattern="^(ab)+$")] = "ab"
    share: Annotated[float, Meta(ge=0, lt=0.5)] = 0.1
    pairs: Annotated[int, Meta(multiple_of=2)] = 2
    count: Annotated[int, Meta(le=1_000_000)] = 0


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"parts": []}, "parts: 0 entries stand here; at least 1 is needed"),
        ({"parts": [1, 2, 3]}, "parts: 3 entries stand here; at most 2 are possible"),
        ({"names": {"a": 1, "b": 2}}, "names: 2 entries stand here; at most 1 is possible"),
        ({"word": "a"}, "word: 1 character stands here; at least 2 are needed"),
        ({"word": "abcde"}, "word: 5 characters stand here; at most 4 are possible"),
        (
            {"form": "a b"},
            'form: "a b" stands here; letters, digits, _, . and - alone are possible, at most 8 characters',
        ),
        ({"hash": "x"}, 'hash: "x" stands here; digits and a to f alone are possible, 4 characters'),
        ({"odd": "x"}, 'odd: "x" stands here; a text of another form is needed'),
        ({"share": 0.5}, "share: 0.5 stands here; a number of less than 0.5 is needed"),
        ({"pairs": 3}, "pairs: 3 stands here; a multiple of 2 is needed"),
        ({"count": 1_000_001}, "count: 1000001 stands here; a whole number of at most 1000000 is needed"),
    ],
)
def test_bounds_are_told_in_words(written: Any, said: str) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(written, Bounds)
    assert fault(str(caught.value), Bounds, written) == said


def test_numbers_beyond_what_can_be_read_are_told_in_words() -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.json.decode('{"share": 1e999}', type=Bounds)
    assert (
        fault(str(caught.value), Bounds, {"share": "1e999"})
        == 'share: "1e999" stands here; a smaller number is needed'
    )


def test_the_words_of_a_field_are_known_by_its_place() -> None:
    assert choices(Plan, ("steps", "a", "pace")) == ["quick", "slow"]
    assert choices(Plan, ("then", "do")) == ["march", "rest"]
    assert choices(Plan, ("then", "turns")) == []
    assert choices(int, ()) == []
