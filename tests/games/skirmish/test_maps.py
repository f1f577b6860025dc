"""The maps of Skirmish: where water lies, and where one crosses it dry."""

import pytest

from phaseline.atlas.paths import trace
from phaseline.games.skirmish import GAME


@pytest.mark.parametrize("key", GAME.scenarios())
def test_rivers_run_without_a_gap(key: str) -> None:
    shown = GAME.load(key).map
    for course in shown.features["river"].courses:
        assert len(trace(shown.grid, course.sides)) == 1, f"the {course.name} is broken"


def test_the_ford_is_the_only_gap_between_the_two_halves_of_its_river() -> None:
    scenario = GAME.load("ford")
    upper, lower = scenario.map.features["river"].courses
    west, east = scenario.map.hex("0504"), scenario.map.hex("0505")
    ford = scenario.map.grid.direction(west, east)
    assert ford is not None
    assert not scenario.rivers.has(west, east)
    assert len(trace(scenario.map.grid, [*upper.sides, (west, ford), *lower.sides])) == 1
