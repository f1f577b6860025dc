"""The sea on the true map: whose Points carry whom, and where ships go."""

from __future__ import annotations

import pytest

from phaseline.engine.dice import SeededDice
from phaseline.games.war_in_europe import GAME
from phaseline.games.war_in_europe.position import ALLIED, AXIS
from phaseline.games.war_in_europe.rules import harbours, shipping
from phaseline.games.war_in_europe.scenario import Options, first_position, load
from phaseline.games.war_in_europe.state import WarState


def state(key: str) -> WarState:
    found = load(key, Options(), ())
    position = first_position(found)
    position.turn = 1
    return WarState(GAME, found, position, SeededDice(b"1" * 32))


@pytest.mark.case("war_in_europe", "7.3a", "7.0b", "7.3b")
def test_amphibious_points_serve_where_they_are_ready() -> None:
    """Overlord has two stores: one in Britain, one for the Scheldt, at Antwerp."""
    s = state("overlord_1944")
    p, scenario = s.position, s.scenario
    british, scheldt = (store.area for store in scenario.stores)
    antwerp = scheldt.bit_length() - 1
    home = next(unit for unit in range(len(p.at)) if p.at[unit] >= 0 and british >> p.at[unit] & 1)
    abroad = scenario.number["us-3"]
    s.put(abroad, antwerp)
    p.fleet[ALLIED], p.landing = 0, [2, 1]
    assert (shipping.points_for(s, home), shipping.points_for(s, abroad)) == (2, 1)
    assert shipping.stores(s, ALLIED) == british | scheldt
    assert not shipping.stores(s, AXIS)
    assert shipping.spend(s, abroad, amphibious=True) == 1
    assert p.landing == [2, 0]
    assert shipping.stores(s, ALLIED) == british
    p.landing = [0, 1]
    assert shipping.spend(s, abroad) == 1, "an empty store is passed over"
    p.landing = [1, 1]
    assert shipping.spend(s, home) == 0
    german = scenario.number["ge-352"]
    s.put(german, antwerp)
    p.landing = [2, 1]
    assert shipping.points_for(s, german) == p.fleet[AXIS]


@pytest.mark.case("war_in_europe", "7.0d", "7.0e")
def test_ships_go_around_coasts_with_enemies() -> None:
    s = state("overlord_1944")
    start, goal = (s.scenario.hex_at(text, "test") for text in ("B2133", "C2401"))
    way = shipping.route(s, ALLIED, start, 1 << goal)
    assert way is not None
    coast = [hex for hex in way[1:-1] if s.scenario.board.coastal >> hex & 1]
    open_water = [hex for hex in way[1:-1] if not s.scenario.board.coastal >> hex & 1]
    for hex in coast:
        s.put(s.scenario.number["ge-352"], hex)
        other = shipping.route(s, ALLIED, start, 1 << goal)
        assert other is None or hex not in other
    assert coast
    assert open_water


@pytest.mark.case("war_in_europe", "4.3")
def test_only_ports_that_have_to_be_cleared_are_noted() -> None:
    """The approaches of some ports need only be free, now; others are cleared for some turns first."""
    for key in ("overlord_1944", "westwall"):
        s = state(key)
        for approach in s.scenario.special.approaches.values():
            for unit in list(range(len(s.position.at))):
                if s.position.at[unit] >= 0 and approach.area >> s.position.at[unit] & 1:
                    s.eliminate(unit, "5.79")
        harbours.look_over(s)
        waiting = {found.flag for found in s.scenario.special.approaches.values() if found.turns}
        assert {flag for flag in s.position.flags if flag in waiting} == waiting
        assert not {found.flag for found in s.scenario.special.approaches.values() if not found.turns} & set(
            s.position.flags
        )
