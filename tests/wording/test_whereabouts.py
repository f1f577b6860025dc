"""Where in a tree of plain data a value is that does not fit its type, found out of what msgspec says."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
import pytest
from msgspec import Struct

from phaseline.wording.whereabouts import Key, dotted, key_at_fault, locate, reason, written_at


class Kind(Struct, forbid_unknown_fields=True):
    """A kind of ground."""

    cost: int = 1
    shifts: list[int] = []


class Ground(Struct, forbid_unknown_fields=True):
    """What holds them."""

    terrain: dict[str, Kind] = {}
    roads: list[dict[str, int]] = []
    title: str = ""


def said_of(written: Any, kind: Any = Ground, *, strict: bool = True) -> str:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(written, kind, strict=strict)
    return str(caught.value)


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ({"title": 5}, ("title",)),
        ({"terrain": 5}, ("terrain",)),
        ({"terrain": {"clear": {}, "forest": {"cost": "two"}}}, ("terrain", "forest", "cost")),
        ({"terrain": {"clear": {"shifts": [1, 2, "x"]}}}, ("terrain", "clear", "shifts", 2)),
        ({"roads": [{"a": 1}, {"a": 1, "b": "x"}]}, ("roads", 1, "b")),
        ({"terrain": {"forest": {"price": 1}}}, ("terrain", "forest")),
        ({"names": 1}, ()),
        ([], ()),
    ],
)
def test_the_place_is_found_also_within_dictionaries(written: Any, place: tuple[str | int, ...]) -> None:
    assert locate(written, Ground, said_of(written), strict=True) == place


def test_of_several_wrong_entries_one_is_told_for_which_the_message_holds() -> None:
    written = {"terrain": {"clear": {"cost": []}, "forest": {"cost": "two"}, "hill": {"cost": "x"}}}
    message = "Expected `int`, got `str` - at `$.terrain[...].cost`"
    assert locate(written, Ground, message, strict=True) == ("terrain", "forest", "cost")


def test_a_number_in_quotes_is_at_fault_only_where_types_are_strict() -> None:
    written = {"terrain": {"clear": {"cost": "2"}, "forest": {"cost": "two"}}}
    lax = said_of(written, strict=False)
    assert locate(written, Ground, lax) == ("terrain", "forest", "cost")
    assert locate(written, Ground, said_of(written), strict=True) == ("terrain", "clear", "cost")


def test_a_wrong_key_is_told_at_the_dictionary_that_has_it() -> None:
    kind = dict[str, dict[Literal["Allied", "Axis"], int]]
    written = {"ships": {"Allied": 1}, "trains": {"Axis": 1, "Soviet": 2}}
    message = said_of(written, kind)
    assert "`key`" in message
    assert locate(written, kind, message, strict=True) == ("trains",)
    assert key_at_fault(written, kind, message, strict=True) == Key("Soviet")


def test_a_message_about_a_value_is_about_no_key() -> None:
    written = {"terrain": {"forest": {"cost": "two"}}}
    assert key_at_fault(written, Ground, said_of(written), strict=True) is None
    assert key_at_fault({}, Ground, "Expected `str`, got `int` - at `key` in `$.terrain`") is None
    assert key_at_fault({}, dict[int, int], "Expected `int`, got `str` - at `key` in `$`") is None


def test_a_message_about_other_data_leads_as_far_as_these_go() -> None:
    message = "Expected `int`, got `str` - at `$.terrain[...].cost`"
    assert locate({"terrain": {}}, Ground, message) == ("terrain", "...")
    assert locate({}, Ground, message) == ("terrain",)
    assert locate({"title": "x"}, Ground, "something else") == ()


def test_what_is_said_without_the_place() -> None:
    assert reason("Expected `int`, got `str` - at `key` in `$[...]`") == "Expected `int`, got `str`"
    assert reason("Object missing required field `cost`") == "Object missing required field `cost`"


def test_a_place_as_one_writes_it() -> None:
    assert dotted(()) == ""
    assert dotted((2, "cost")) == "[3].cost"
    assert dotted(("roads", 0, "b", 1)) == "roads[1].b[2]"
    assert dotted(("roads", 0, "b", 1), first=0) == "roads[0].b[1]"


def test_what_stands_at_a_place_or_nothing() -> None:
    written = {"roads": [{"a": 1}]}
    assert written_at(written, ("roads", 0, "a")) == 1
    assert written_at(written, ()) is written
    assert written_at({3: {"a": 1}}, ("3", "a")) == 1
    for nowhere in (("roads", 1), ("title",), ("roads", 0, "a", "b"), ("roads", "a")):
        assert written_at(written, nowhere) is None
