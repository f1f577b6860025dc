"""Every scenario has a briefing, and what it names is there."""

import pytest

from phaseline.engine.ledger import Ledger
from phaseline.games.france44 import GAME

LEDGER = Ledger.read(GAME.package)


@pytest.mark.parametrize("key", GAME.scenarios())
@pytest.mark.parametrize("seat", [0, 1])
def test_every_scenario_has_a_briefing_whose_cases_and_places_exist(key: str, seat: int) -> None:
    scenario = GAME.load(key)
    briefing = GAME.aids.briefing(scenario, seat)
    assert briefing is not None
    lines = [*briefing.special, *(line for aim in briefing.aims for line in aim.lines)]
    cited = {line.case for line in lines} | {each.case for each in briefing.objectives}
    assert [number for number in sorted(cited) if number not in LEDGER] == []
    shown = [hex for each in briefing.objectives for hex in each.hexes]
    assert shown
    assert all(scenario.map.on_map >> hex & 1 for hex in shown)


@pytest.mark.parametrize("key", ["beachhead", "seine"])
def test_the_briefing_names_the_goals_of_the_scenario(key: str) -> None:
    scenario = GAME.load(key)
    victory = scenario.setup.victory
    briefing = GAME.aids.briefing(scenario, 0)
    assert victory is not None
    assert briefing is not None
    told = {hex: each.title.partition(":")[2] for each in briefing.objectives for hex in each.hexes}
    for goal in victory.goals:
        if goal.hex:
            points = "a point" if goal.points == 1 else f"{goal.points} points"
            assert told[scenario.map.hex(goal.hex)].strip().startswith(points)


def test_cities_beyond_the_rhine_are_all_told() -> None:
    scenario = GAME.load("campaign")
    briefing = GAME.aids.briefing(scenario, 0)
    assert briefing is not None
    board = scenario.board
    cities = board.cities & board.east_of_rhine
    assert sum(1 << hex for hex in briefing.objectives[0].hexes) == cities
