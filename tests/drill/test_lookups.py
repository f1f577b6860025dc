"""Questions that every game with units on hexes answers."""

from __future__ import annotations

from typing import Any

import pytest

from phaseline.drill.lookups import asked, labels
from phaseline.engine.casefile.questions import answer
from phaseline.engine.dice import SeededDice
from phaseline.engine.registry import game, games

SHARED = ("place", "hexside", "distance", "zone")


def put(key: str, scenario: str, name: str, /, **arguments: Any) -> Any:
    played = game(key)
    state = played.new(played.load(scenario), SeededDice(bytes(32)))
    return answer(played.questions, state, name, arguments)


@pytest.mark.parametrize("key", sorted(games()))
def test_every_game_with_a_map_answers_them(key: str) -> None:
    asked_of = set(game(key).questions) & set(SHARED)
    assert asked_of == (set(SHARED) if len(game(key).load().map.grid) > 1 else set())


def test_names_and_distances() -> None:
    assert put("westfront", "S44", "place", hex="Paris E1") == []
    assert put("westfront", "S44", "place", hex="Paris") == ["Paris"]
    assert put("westfront", "S44", "distance", a="Paris", b="Paris E2")["hexes"] == 2
    assert put("skirmish", "ford", "distance", a="0301", b="0304") == {"hexes": 3, "km": None}
    assert put("eisenhower", "historical", "distance", a="3304", b="3304")["km"] == 0


def test_what_lies_between() -> None:
    map = game("skirmish").load("ford").map
    here = next(iter(map.features["river"].courses[0].sides))
    there = map.grid.neighbour(*here)
    assert there is not None
    found = put("skirmish", "ford", "hexside", a=map.label(here[0]), b=map.label(there))
    assert "river" in found


def test_a_zone_holds_what_the_rules_say() -> None:
    played = game("skirmish")
    state = played.new(played.load("ford"), SeededDice(bytes(32)))
    assert answer(played.questions, state, "zone", {"side": "Blue"}) == labels(state, state.zone(0))  # type: ignore[attr-defined, arg-type]


def test_a_roster_is_asked_for_by_side_and_by_what_a_unit_is() -> None:
    germans = put("france44", "market", "roster", side="German", kind="panzer")
    assert germans
    units = game("france44").load("market").units
    ids = game("france44").load("market").ids
    assert {units[ids.index(name)].type for name in germans} == {"panzer"}
    both = put("eisenhower", "historical", "roster")
    assert both == list(game("eisenhower").load("historical").ids)


@pytest.mark.parametrize(
    ("key", "scenario", "name", "wrong", "said"),
    [
        ("france44", "market", "terrain", {"key": "bog"}, "the table has clear, "),
        ("france44", "market", "effects", {"weather": "hail"}, "the weather is one of clear, "),
        ("eisenhower", "historical", "terrain", {"key": "bog"}, "the chart has clear, "),
        ("eisenhower", "historical", "invasion_coast", {"which": "third"}, "ask for one of first, "),
    ],
)
def test_a_line_that_is_not_in_a_table_is_refused_with_those_that_are(
    key: str, scenario: str, name: str, wrong: dict[str, str], said: str
) -> None:
    with pytest.raises(ValueError, match=f"^{said}"):
        put(key, scenario, name, **wrong)


def test_a_games_own_questions_come_first() -> None:
    own = game("skirmish").questions["odds"]
    assert list(asked(own)) == ["odds", *SHARED]
