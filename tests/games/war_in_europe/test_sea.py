"""The sea on the true map: whose Points carry whom, and where ships go."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from phaseline.engine.dice import SeededDice
from phaseline.games.war_in_europe import GAME
from phaseline.games.war_in_europe.aids.left import owed
from phaseline.games.war_in_europe.opening import first_position
from phaseline.games.war_in_europe.position import (
    ALLIED,
    AXIS,
    DEAD,
    LIFT,
    SEA,
    SOUTH,
    WEST,
    AirPhase,
    Campaign,
    PlayerTurn,
    PortStrikes,
    SeaPhase,
    Turn,
    air_box,
)
from phaseline.games.war_in_europe.rules import (
    airborne,
    airlift,
    airsea,
    amphibious,
    beaches,
    chains,
    harbours,
    repair,
    sailing,
    shipping,
)
from phaseline.games.war_in_europe.scenario import Options, load
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import hexes


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
    assert shipping.spend(s, abroad, amphibious=True) == (1,)
    assert p.landing == [2, 0]
    assert shipping.stores(s, ALLIED) == british
    p.landing = [0, 1]
    assert shipping.spend(s, abroad) == (1,), "an empty store is passed over"
    p.landing = [1, 1]
    assert shipping.spend(s, home) == (0,)
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


@pytest.mark.case("war_in_europe", "4.3", "7.3a")
def test_the_plan_of_a_landing_binds_those_who_sail_from_its_ports() -> None:
    s = state("overlord_1944")
    british, scheldt = s.scenario.stores
    assert {shipping.planned(s, port) for port in list(hexes(british.area))[:3]} == {british.goals}
    assert not shipping.planned(s, scheldt.area.bit_length() - 1)
    s.position.turn = 2
    assert shipping.planned(s, next(hexes(british.area))), "nobody has landed yet"
    s.position.beaches = 1 << next(hexes(british.goals))
    assert not shipping.planned(s, next(hexes(british.area)))


@pytest.mark.case("war_in_europe", "4.3", "7.35a")
def test_the_artificial_harbour_lasts_up_to_its_last_turn() -> None:
    s = state("overlord_1944")
    rule = s.scenario.setup.special.harbour
    assert rule is not None
    hex = s.scenario.hex_at("C1704", "test")
    s.position.harbour, s.position.piers = hex, 1 << hex
    s.position.owner[ALLIED] |= 1 << hex
    s.position.turn = rule.until
    assert harbours.artificial(s) == 1 << hex
    s.position.turn += 1
    assert not harbours.artificial(s)
    s.position.turn, s.position.piers = rule.until, 0
    assert not harbours.artificial(s), "its Point has gone"


@pytest.mark.case("war_in_europe", "4.3", "7.35a", "13.31a", "13.31c")
def test_an_artificial_harbour_is_a_port_that_can_be_attacked_from_the_air() -> None:
    s = state("overlord_1944")
    hex = s.scenario.hex_at("C1704", "test")
    s.position.turn, s.position.piers = 3, 1 << hex
    s.position.owner = [s.position.owner[AXIS] & ~(1 << hex), s.position.owner[ALLIED] | 1 << hex]
    for unit in hexes(s.units_in(1 << hex, AXIS)):
        s.put(unit, DEAD)
    s.put(s.scenario.number["us-1"], hex)
    s.position.air[air_box(WEST, AXIS, SEA)] = 5
    s.position.stack = [Campaign(), Turn(turn=3), PortStrikes(seat=AXIS)]
    s.changed()
    refused = airsea.SuppressPort().port(s).why_not(hex)
    assert refused is not None
    assert (refused.case, refused.reason) == ("13.31c", "it has no port"), (
        "a beach serves Naval Transport only"
    )
    s.position.harbour = hex
    s.changed()
    assert hex in airsea.SuppressPort().port(s)
    s.position.suppressed = 1 << hex
    s.changed()
    assert shipping.ports(s, ALLIED) >> hex & 1, "as a small one it serves still"
    assert not shipping.major_ports(s, ALLIED) >> hex & 1
    assert chains.net(s, ALLIED).minor >> hex & 1
    told = {line.text: line.value for line in GAME.aids.hex_text(s, GAME.view(s, ALLIED), hex).lines}
    assert told["port"] == "suppressed: a Minor Port in this turn"
    drawn = {
        area.title: area.hexes for area in GAME.aids.overlay(s, GAME.view(s, ALLIED), "ports", None).areas
    }
    assert hex in drawn["Allied Minor Ports"]


@pytest.mark.case("war_in_europe", "7.16c")
def test_only_who_comes_to_the_edge_of_the_map_rounds_the_horn() -> None:
    s = state("overlord_1944")
    board = s.scenario.board
    offing = sailing.offing(s)
    assert board.horn & offing
    assert board.horn & board.sea == board.horn
    assert offing >> s.scenario.hex_at("B2133", "test") & 1
    assert not offing >> s.scenario.hex_at("C3106", "test") & 1, "the Scheldt is closed"


@pytest.mark.case("war_in_europe", "4.2B5", "8.0c")
def test_nobody_is_asked_to_fly_without_airborne_units() -> None:
    s = state("diadem")
    assert len(s.scenario.setup.fronts) == 1
    s.position.stack.append(AirPhase(seat=AXIS))
    s.position.air[air_box(SOUTH, AXIS, LIFT)] = 2
    assert airlift.asked_to_fly(s) == [AXIS]
    for unit in hexes(s.scenario.airborne & s.scenario.side_units[AXIS]):
        if s.position.at[unit] >= 0:
            s.eliminate(unit, "5.79")
    assert airlift.asked_to_fly(s) == []
    s.position.air[air_box(SOUTH, AXIS, LIFT)] = 0
    assert airlift.asked_to_fly(s) == []


@pytest.mark.case("war_in_europe", "7.0c", "7.11a")
def test_each_sea_has_its_own_transports_in_overlord() -> None:
    """Sixteen Points serve on the High Seas and six in the West Mediterranean."""
    s = state("overlord_1944")
    shipping.fit_out(s)
    p, scenario = s.position, s.scenario
    portsmouth, naples = scenario.map.hex("B2133"), scenario.map.hex("D2912")
    north, south = (next(hexes(s.units_in(1 << portsmouth, ALLIED))), scenario.number["us-3"])
    s.put(south, naples)
    assert (p.fleet[ALLIED], shipping.afloat(s, ALLIED, portsmouth), shipping.afloat(s, ALLIED, naples)) == (
        22,
        16,
        6,
    )
    for _ in range(16):
        assert shipping.spend(s, north) == ()
    assert (p.fleet[ALLIED], shipping.afloat(s, ALLIED, portsmouth), shipping.afloat(s, ALLIED, naples)) == (
        6,
        0,
        6,
    )
    p.stack = [Campaign(), Turn(turn=1), PlayerTurn(seat=ALLIED), SeaPhase(seat=ALLIED)]
    s.changed()
    found = sailing.SailUnit().unit(s)
    assert found.mask >> south & 1
    refused = found.why_not(north)
    assert refused is not None
    assert refused.case == "7.0c"
    told = next(line for line in owed(s, ALLIED) if "Naval" in line)
    assert told == "6 Naval Transport Points left: High Seas 0, West Mediterranean 6"
    p.fleet[ALLIED] = 1
    assert any(line.startswith("1 Naval Transport Point left") for line in owed(s, ALLIED))
    p.fleet[ALLIED] = 6
    shipping.fit_out(s)
    assert shipping.afloat(s, ALLIED, portsmouth) == 16


@pytest.mark.case("war_in_europe", "4.3")
def test_axis_ships_in_italy_only_bring_the_garrisons_home() -> None:
    s = state("italy_1943")
    shipping.fit_out(s)
    p, scenario = s.position, s.scenario
    p.stack = [Campaign(), Turn(turn=1), PlayerTurn(seat=AXIS), SeaPhase(seat=AXIS)]
    garrison, other = scenario.number["ge-90-pzgr"], scenario.number["ge-16-pz"]
    s.put(garrison, scenario.map.hex("D1805"))
    s.put(other, scenario.map.hex("D2912"))
    s.changed()
    found = sailing.SailUnit().unit(s)
    assert found.mask >> garrison & 1
    refused = found.why_not(other)
    assert refused is not None
    assert refused.case == "4.3"
    ways = sailing.SailUnit().to(s, garrison)
    labels = {scenario.map.label(hex) for hex in hexes(ways.mask)}
    assert labels == {"D2101", "C2531", "C2533", "D2506"}


@pytest.mark.case("war_in_europe", "6.64c", "7.35a")
def test_repair_units_land_in_the_artificial_harbour() -> None:
    s = state("overlord_1944")
    p, beach = s.position, s.scenario.map.hex("C1703")
    p.owner[ALLIED] |= 1 << beach
    p.owner[AXIS] &= ~(1 << beach)
    for unit in hexes(s.units_in(1 << beach, AXIS)):
        s.eliminate(unit, "12.2")
    p.turn, p.piers, p.lent = 4, 1 << beach, {beach: 0}
    s.changed()
    assert not repair.sound_ports(s, ALLIED) >> beach & 1
    p.harbour = beach
    s.changed()
    assert repair.sound_ports(s, ALLIED) >> beach & 1
    setup = s.scenario.setup
    s.scenario.setup = replace(setup, special=replace(setup.special, any_port=()))
    p.taken = {beach: 3}
    s.changed()
    assert repair.sound_ports(s, ALLIED) >> beach & 1, "the small port of the hex was taken, not the harbour"
    s.scenario.setup = setup
    beaches.take_up(s, beach)
    p.piers, p.lent = 1 << beach, {beach: 0}
    s.changed()
    assert not harbours.artificial(s), "it has gone with its Point, whatever comes there later"
    p.stack = [Campaign(), Turn(turn=4), PlayerTurn(seat=ALLIED), SeaPhase(seat=ALLIED)]
    gate = amphibious.BuildHarbour().gate(s)
    assert gate is not None
    assert "has been built" in gate.reason


@pytest.mark.case("war_in_europe", "7.35a", "8.26c", "13.31a")
def test_an_amphibious_point_serves_no_enemy_who_holds_the_beach() -> None:
    """Neither where the landing has still to be fought, nor where he has dropped upon it."""
    s = state("overlord_1944")
    p, beach = s.position, s.scenario.map.hex("C1704")
    bit = 1 << beach
    p.piers, p.lent, p.harbour, p.turn = bit, {beach: 0}, beach, 4
    for unit in hexes(s.units_in(bit, ALLIED) | s.units_in(bit, AXIS)):
        s.eliminate(unit, "12.2")
    garrisons = {seat: next(hexes(s.on_map(seat) & s.scenario.infantry)) for seat in (ALLIED, AXIS)}
    for held, unit in garrisons.items():
        here = p.at[unit]
        s.put(unit, beach)
        p.owner[held] |= bit
        p.owner[1 - held] &= ~bit
        s.changed()
        works = held == ALLIED
        assert bool(harbours.artificial(s) & bit) == works
        assert bool(chains.net(s, held).piers & bit) == works
        assert bool(shipping.ports(s, held) & bit) == works
        s.put(unit, here)
    p.stack = [Campaign(), Turn(turn=4), PlayerTurn(seat=AXIS)]
    s.put(garrisons[AXIS], beach)
    p.dropped = 1 << garrisons[AXIS]
    p.owner[ALLIED] |= bit
    p.owner[AXIS] &= ~bit
    s.scenario.setup = replace(s.scenario.setup, sources={})
    s.changed()
    airborne.settle_drops(s)
    assert p.at[garrisons[AXIS]] == beach
    assert not p.piers, "whoever drops upon it and stays sends it home"


@pytest.mark.case("war_in_europe", "10.21a", "7.0g")
def test_a_full_port_is_not_said_to_hold_nobody_who_could_leave() -> None:
    s = state("overlord_1944")
    s.position.stack = [Campaign(), Turn(turn=1), PlayerTurn(seat=ALLIED), SeaPhase(seat=ALLIED)]
    shipping.fit_out(s)
    s.changed()
    portsmouth = s.scenario.map.hex("B2133")
    refused = sailing.SailUnit().to(s, s.scenario.number["us-90"]).why_not(portsmouth)
    assert refused is not None
    assert (refused.case, refused.reason) == (
        "10.0",
        "4 units are there already, as many as may stay in a hex",
    )
    assert sailing.SailUnit().unit(s).mask & s.units_in(1 << portsmouth, ALLIED), (
        "they can sail, and make room"
    )
