"""Railways on the true map: the diagram of 6.71, set-ups, countries that join, ports that are repaired."""

from __future__ import annotations

import pytest

from phaseline.engine.dice import SeededDice
from phaseline.games.war_in_europe import GAME
from phaseline.games.war_in_europe.opening import first_position
from phaseline.games.war_in_europe.position import ALLIED, AXIS, PlayerTurn, RailPhase, Turn
from phaseline.games.war_in_europe.rules import control, rail, repair, trains
from phaseline.games.war_in_europe.scenario import Options, load
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import hexes, mask_of


def state(key: str) -> WarState:
    found = load(key, Options(), ())
    return WarState(GAME, found, first_position(found), SeededDice(b"1" * 32))


def at(s: WarState, *names: str) -> int:
    return mask_of(s.scenario.map.hex(name) for name in names)


@pytest.mark.case("war_in_europe", "6.51", "6.52", "6.61b")
@pytest.mark.parametrize("key", sorted(GAME.titles))
def test_railways_work_at_the_start_and_repair_units_stand_on_them(key: str) -> None:
    s = state(key)
    for seat in (AXIS, ALLIED):
        cut_off = rail.railheads(s, seat)[1]
        assert cut_off.bit_count() <= 5, "islands and fortresses at most"
        assert rail.working(s, seat).bit_count() > 30
    for unit in hexes(s.scenario.repairers):
        place = s.position.at[unit]
        assert place >= 0
        assert s.position.rail[s.scenario.side_of[unit]] >> place & 1, s.scenario.ids[unit]


@pytest.mark.case("war_in_europe", "6.71a", "6.52", "6.54", "6.53a")
def test_the_diagram() -> None:
    """The neutral hexes of the diagram, on the map of France: beyond them lines do not work."""
    s = state("france_1940")
    p, board = s.position, s.scenario.board
    west = mask_of(
        hex for hex in hexes(board.rail_hexes & board.country("France")) if board.grid.col_row(hex)[0] <= 11
    )
    germany = board.country("Germany")
    neutral = at(s, "C1413", "C1515", "C1614", "C1615", "C1711")
    p.rail[ALLIED] = (west | at(s, "C1107")) & ~neutral
    p.rail[AXIS] = board.rail_hexes & (board.country("France") | germany) & ~west & ~neutral
    p.owner[ALLIED] = west | at(s, "C1107") | board.country("Britain")
    p.owner[AXIS] = board.playable & ~p.owner[ALLIED]
    for seat in (AXIS, ALLIED):
        assert not rail.working(s, seat) & neutral
    nantes = at(s, "C1107")
    assert rail.working(s, ALLIED) & nantes, "a port across the sea from home is a source"
    assert rail.working(s, AXIS) & germany & board.rail_hexes


@pytest.mark.case("war_in_europe", "6.68", "6.1")
def test_a_country_that_joins_brings_its_railways() -> None:
    s = state("france_1940")
    p = s.position
    belgium = s.scenario.board.country("Belgium")
    lines = belgium & s.scenario.board.rail_hexes
    before, capacity = p.rail[ALLIED], rail.capacity(s, ALLIED)
    assert not (p.rail[ALLIED] | p.rail[AXIS]) & lines
    rail.join(s, AXIS, belgium)
    assert p.rail[AXIS] & lines == lines
    rail.join(s, ALLIED, belgium)
    assert p.rail[ALLIED] == before | lines
    assert not p.rail[AXIS] & lines
    assert rail.capacity(s, ALLIED) == capacity == 24


@pytest.mark.case("war_in_europe", "6.64c", "7.16b")
def test_a_lost_port_takes_ten_turns_to_repair() -> None:
    s = state("france_1940")
    p = s.position
    cherbourg, brest = at(s, "C1702"), at(s, "B0933")
    unit, french = s.scenario.number["ax-rr1"], s.scenario.number["al-arr1"]
    home = s.scenario.board.major_ports & p.owner[AXIS]
    assert home
    assert repair.sound_ports(s, AXIS) == home
    assert repair.sound_ports(s, ALLIED) & cherbourg
    control.enter(s, unit, cherbourg)
    assert repair.sound_ports(s, AXIS) == home, "it has changed hands"
    assert not repair.sound_ports(s, ALLIED) & cherbourg
    p.turn = 5
    repair.repair(s, unit, cherbourg | brest)
    assert set(p.repaired) == set(hexes(cherbourg)), "Brest has never been lost"
    p.turn = 14
    repair.repair(s, unit, cherbourg)
    assert repair.sound_ports(s, AXIS) == home, "nine turns are not ten"
    p.turn = 15
    assert repair.sound_ports(s, AXIS) == home | cherbourg
    control.enter(s, french, cherbourg)
    assert not p.repaired
    control.enter(s, unit, cherbourg)
    assert repair.sound_ports(s, AXIS) == home


@pytest.mark.case("war_in_europe", "6.64c")
def test_a_scenario_may_let_repair_units_use_any_port() -> None:
    s = state("overlord_1944")
    cherbourg = at(s, "C1702")
    control.enter(s, s.scenario.number["al-arr1"], cherbourg)
    assert repair.sound_ports(s, ALLIED) & cherbourg
    control.enter(s, s.scenario.number["ax-rr1"], cherbourg)
    assert not repair.sound_ports(s, AXIS) & cherbourg


@pytest.mark.case("war_in_europe", "6.52", "6.2")
def test_lines_are_judged_as_the_phase_begins() -> None:
    s = state("italy_1943")
    p = s.position
    p.stack += [Turn(turn=1), PlayerTurn(seat=AXIS), RailPhase(seat=AXIS)]
    trains.begin(s)
    net = s.frame(RailPhase).net
    assert net == rail.joined(s, AXIS) != 0
    p.rail[AXIS] = 0
    assert rail.working(s, AXIS) == net, "up to the end of the phase"
    assert rail.working(s, ALLIED) == rail.joined(s, ALLIED) != 0
    p.stack.pop()
    assert rail.working(s, AXIS) == 0
