"""Questions about units that are off the map are answered, or say that they are: none comes to a bare number error."""

import inspect
from typing import Any

import pytest

from phaseline.engine import registry
from phaseline.engine.game import Question
from phaseline.engine.match import Match
from phaseline.hexgrid import hexes

PLACED = [
    ("eisenhower", "historical", ["cost", "factors", "reach", "movement_factor", "supply_state", "supplied"]),
    ("france44", "campaign", ["reach", "cost"]),
    ("war_in_europe", "italy_1943", ["reach", "cost", "allowance", "one_hex", "rail_reach", "supply"]),
    (
        "westfront",
        "husky",
        ["reach", "commanded", "firepower", "defence", "step_price", "rail_reach", "sea_command"],
    ),
]


def about_units(question: Question) -> dict[str, str] | None:
    """What a question must be told, each with the kind it is of; nothing if it is not about a unit."""
    asked = list(inspect.signature(inspect.unwrap(question)).parameters.values())[1:]
    needed = {each.name: str(each.annotation) for each in asked if each.default is inspect.Parameter.empty}
    return needed if "UnitRef" in needed.values() else None


def absent(key: str, scenario: str) -> tuple[Any, list[str]]:
    """A match as it begins, and units of it that are nowhere on the map."""
    game = registry.game(key)
    state: Any = Match.new(game, game.load(scenario), seed=bytes(32)).state
    names = [name for unit, name in enumerate(state.scenario.ids) if state.position.at[unit] < 0]
    return state, names[:20]


def ask(state: Any, name: str, unit: str) -> Any:
    question = state.game.questions[name]
    needed = about_units(question)
    assert needed is not None
    somewhere = state.scenario.map.label(next(hexes(state.scenario.map.on_map)))
    values = {"UnitRef": unit, "HexRef": somewhere}
    return question(state, {field: values.get(kind, 1) for field, kind in needed.items()})


@pytest.mark.parametrize(("key", "scenario", "names"), PLACED, ids=[key for key, _, _ in PLACED])
def test_what_is_asked_of_a_units_place_says_that_it_has_none(
    key: str, scenario: str, names: list[str]
) -> None:
    state, units = absent(key, scenario)
    for name in names:
        with pytest.raises(ValueError, match="is not on the map"):
            ask(state, name, units[0])


@pytest.mark.parametrize(("key", "scenario"), [(key, scenario) for key, scenario, _ in PLACED])
def test_no_question_about_a_unit_off_the_map_breaks_down(key: str, scenario: str) -> None:
    state, units = absent(key, scenario)
    assert units
    for name, question in state.game.questions.items():
        for unit in units if about_units(question) else ():
            try:
                ask(state, name, unit)
            except (LookupError, ValueError) as error:
                told = str(error)
                assert "is not on the map" in told or "is under way" in told, (name, unit, told)
