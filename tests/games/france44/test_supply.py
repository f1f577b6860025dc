"""Supply on the campaign's own map: where lines end, who is fed at the start, what is destroyed in combat."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from phaseline.games.france44 import GAME, files
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.rules import control, ports, replacement, stocks, supply
from phaseline.games.france44.scenario import FranceScenario, Options
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


class TestWhatAScenarioMaySay:
    """Sources from off the map, ports already taken, rates of its own, fewer trucks than it places."""

    @staticmethod
    def begun(options: Options | None = None, **changes: Any) -> FranceState:
        """The campaign's map and counters with such a set-up, on turn 20."""
        setup = replace(files.read_setup("campaign", ()), **changes)
        scenario = FranceScenario(
            "case", setup, files.read_files(()), files.LIBRARY.map(()), options or Options()
        )
        state = FranceState(GAME, scenario, GAME.start(scenario))
        state.position.turn = 20
        return state

    @pytest.mark.case("france44", "16.14", "5.13c", "13.2a")
    def test_a_head_is_a_port_without_ships_until_a_german_comes(self) -> None:
        state = self.begun(heads={"4520": 10}, allied_trucks=("4520",), allied_dumps={"4721": 4})
        head = state.scenario.map.hex("4520")
        ports.record(state)
        assert (state.position.capacity, state.position.harbours) == (10, 0)
        assert [(source.kind, source.room) for source in supply.rations(state, ALLIED).sources] == [
            ("port", 10),
            ("stocks", 4),
        ]
        state.put(state.scenario.rosters[GERMAN][0], head)
        assert [source.kind for source in supply.rations(state, ALLIED).sources] == ["stocks"]
        assert not supply.sources(state, ALLIED) >> head & 1

    @pytest.mark.case("france44", "16.31b", "16.313b", "13.13")
    def test_ports_taken_before(self) -> None:
        antwerp = {"Antwerp": files.PortStart(taken=13, level=10)}
        state = self.begun(ports=antwerp)
        hex = state.scenario.map.hex("Antwerp")
        assert (state.position.taken, state.position.levels) == ({hex: 13}, {hex: 10})
        assert ports.room(state, hex) == 10
        state = self.begun(ports=antwerp, barred_channels=True)
        assert ports.closed(state) >> hex & 1
        assert ports.room(state, hex) == 0
        for unit in hexes(state.on_map(GERMAN)):
            state.put(unit, -1)
        assert ports.room(state, hex) == 10

    @pytest.mark.case("france44", "15.2a", "15.4a")
    def test_rates(self) -> None:
        state = self.begun(rates=(2, 3))
        replacement.allied_factors(state)
        replacement.german_factors(state)
        assert state.position.factors == [3, 2, 0]

    @pytest.mark.case("france44", "4.28", "intro.a")
    def test_fewer_trucks_than_the_set_up_places(self) -> None:
        state = self.begun(Options(german_trucks=-14, allied_trucks=-17), allied_trucks=("4621", "4721"))
        assert [state.scenario.map.label(hex) for hex in state.trucks(ALLIED)] == ["4621"]
        assert len(state.trucks(GERMAN)) == len(state.position.trucks) - 1 == 4
