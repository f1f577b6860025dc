"""How near a fact comes to what is expected, and facts that are made plain when they are looked at."""

from typing import Any

import pytest

from phaseline.engine.casefile.matching import agrees, plain
from phaseline.engine.casefile.nearness import closeness, nearness
from phaseline.engine.casefile.plainly import Plainly
from phaseline.engine.casefile.tree import Node, parse
from phaseline.engine.registry import game

LEXICON = game("skirmish").load("ford").lexicon


def node(text: str) -> Node:
    (found,) = parse(text, "a.yaml")
    return found


def same(a: str, b: str) -> bool:
    one = LEXICON.meant("hex", a)
    return one is not None and one == LEXICON.meant("hex", b)


def apart(a: str, b: str) -> int | None:
    """Along a row of hexes."""
    return abs(int(a) - int(b)) if a.isdecimal() and b.isdecimal() else None


def near(expected: str, actual: Any) -> float:
    found = nearness(node(expected), actual, same, apart)
    assert (found == 1.0) == agrees(node(expected), actual, same)
    assert 0.0 <= found <= 1.0
    return found


@pytest.mark.parametrize(
    ("expected", "worse_to_better"),
    [
        ("5", [0, 2, 4, 5]),
        ("{at_least: 66}", [0, 33.3, 50, 66.7]),
        ("{at_most: 1}", [4, 3, 2, 0]),
        ("'3:1'", ["1:3", "1:1", "2:1", "3:1"]),
        ("{one_of: ['3-1', '4-1']}", ["no attack", "1-2", "1-1", "2-1", "4-1"]),
        ("'0304'", ["none", "0309", "0306", "0305", "0304"]),
        ("{at_least: 3, at_most: 5}", [0, 1, 2, 4]),
        ("{lacks: Tilly}", [["Tilly", "Tilly"], ["Tilly"], []]),
        ("{contains: [a, b]}", [["c"], ["a"], ["a", "b"]]),
        ("none", [["a", "b", "c"], ["a"], []]),
        ("{column: '3:1', attack: {at_least: 9}}", ["nobody", {"column": "1:1", "attack": 3}, {"column": "2:1", "attack": 6}]),
        ("{count: 3}", [[], ["a"], ["a", "b"], ["a", "b", "c"]]),
        ("{only: [a]}", [["a", "b", "c"], ["a", "b"], ["a"]]),
        ("{'1st Armoured': {at: '0305'}, '3rd Foot': {at: '0306'}}",
         [{}, {"1st Armoured": {"at": "0309"}}, {"1st Armoured": {"at": "0305"}, "3rd Foot": {"at": "0308"}}]),
    ],
)  # fmt: skip
def test_what_comes_nearer_is_worth_more(expected: str, worse_to_better: list[Any]) -> None:
    found = [near(expected, actual) for actual in worse_to_better]
    assert found == sorted(found)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    ("expected", "actual"), [("true", False), ("{not: none}", None), ("Blue", "Red"), ("{at_least: 2}", "x")]
)
def test_what_is_only_right_or_wrong_is_worth_nothing_when_it_is_wrong(expected: str, actual: Any) -> None:
    assert near(expected, actual) == 0.0


def test_closeness_is_a_half_where_all_is_missing() -> None:
    assert closeness(3, 3) == 1.0
    assert closeness(0, 4) == 0.5
    assert closeness(8, 4) == 0.5


def test_facts_are_made_plain_when_they_are_looked_at() -> None:
    facts = {"units": {7: {"steps": (2, 1), "at": None}}, "turn": 3, "names": frozenset({"b", "a"})}
    found = Plainly(facts)
    assert list(found) == ["units", "turn", "names"]
    assert len(found) == 3
    assert "7" in found["units"]
    assert 7 not in found["units"]
    assert dict(found["units"]["7"]) == plain(facts)["units"]["7"]
    assert found["names"] == plain(facts)["names"]
    assert found["units"] is found["units"]
    with pytest.raises(KeyError):
        found["weather"]


def test_a_text_means_what_it_names() -> None:
    assert LEXICON.meant("unit", "1st armoured") == LEXICON["unit"].value("1st-Armoured")
    assert LEXICON.meant("hex", "Le Gué") == LEXICON["hex"].value("Le Gué")
    assert LEXICON.meant("unit", "nobody") is None
    assert LEXICON.meant("unit", "nobody") is None  # what is remembered is the same
    assert LEXICON.meant("dragon", "0505") is None


def test_a_condition_that_is_met_holds_nothing_up() -> None:
    assert near("{at_least: 3, at_most: 5}", 2) == near("{at_least: 3}", 2)
    assert near("{contains: [], at_least: 1}", "no list") == 0.0
