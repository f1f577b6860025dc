"""Supply on the campaign's own map: where lines end, who is fed at the start, what is destroyed in combat."""

from __future__ import annotations

import pytest

from phaseline.games.france44 import GAME
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.rules import control, stocks, supply
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import hexes


def campaign() -> FranceState:
    scenario = GAME.load("campaign")
    state = FranceState(GAME, scenario, GAME.start(scenario))
    state.position.turn = 1
    return state


@pytest.mark.case("france44", "16.13", "15.3a")
def test_the_east_edge_ends_at_switzerland() -> None:
    state = campaign()
    edge = supply.edge(state)
    labels = {state.scenario.map.label(hex) for hex in hexes(edge)}
    assert labels == {f"73{row:02}" for row in range(1, 49)}


@pytest.mark.case("france44", "16.33a", "16.33b", "5.22")
def test_all_germans_of_the_default_set_up_are_supplied() -> None:
    state = campaign()
    found = supply.rations(state, GERMAN)
    assert not found.cut
    assert [state.name(unit) for unit in hexes(found.hungry())] == []
    assert len(found.drawn) == state.on_map(GERMAN).bit_count()


@pytest.mark.case("france44", "16.16")
def test_the_allies_of_the_default_set_up_need_nothing() -> None:
    found = supply.rations(campaign(), ALLIED)
    assert (found.cut, found.wants, found.sources) == (0, {}, ())


@pytest.mark.case("france44", "16.9b", "16.8")
def test_supplies_are_destroyed_where_a_fight_leads_and_trucks_get_away() -> None:
    state = campaign()
    hex = state.scenario.map.hex("2737")
    truck = state.scenario.trucks[ALLIED]
    state.position.german_dumps[hex] = 7
    state.position.trucks[truck] = hex
    control.enter(state, ALLIED, 1 << hex, captures=False)
    assert hex not in state.position.german_dumps
    assert state.position.allied_dumps == {}
    assert state.position.trucks[truck] == -1
    assert state.position.control >> hex & 1


@pytest.mark.case("france44", "5.31b", "16.6b")
def test_nothing_can_be_stocked_without_a_port_to_put_it() -> None:
    state = campaign()
    state.position.capacity = 5
    assert stocks.spare(state) == 5
    assert stocks.asked_to_stock(state) == []
    state.position.control |= 1 << state.scenario.map.hex("Cherbourg")
    state.changed()
    assert stocks.asked_to_stock(state) == [ALLIED]
