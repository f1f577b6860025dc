"""Supply on the true map: everybody set up has it, Points fly from what has it, and judging it is quick."""

from __future__ import annotations

import pytest

from phaseline.engine.dice import SeededDice
from phaseline.games.war_in_europe import GAME
from phaseline.games.war_in_europe.opening import first_position
from phaseline.games.war_in_europe.position import ALLIED, AXIS, DEAD, SPARE
from phaseline.games.war_in_europe.rules import chains, harbours, supply
from phaseline.games.war_in_europe.rules.chains import MAJOR
from phaseline.games.war_in_europe.scenario import Options, load
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import hexes

CUT_OFF = {"westwall": {"ge-fest-boulogne", "ge-fest-calais", "ge-226"}}
"""Fortress ports behind the front: they live on stocks."""


def state(key: str, turn: int = 1) -> WarState:
    found = load(key, Options(), ())
    position = first_position(found)
    position.turn = turn
    return WarState(GAME, found, position, SeededDice(b"1" * 32))


@pytest.mark.case("war_in_europe", "14.0", "14.31", "14.33", "14.43", "14.44")
@pytest.mark.parametrize("key", sorted(GAME.titles))
def test_everybody_set_up_is_in_supply_in_the_first_turn(key: str) -> None:
    s = state(key)
    cut = {s.scenario.ids[unit] for seat in (AXIS, ALLIED) for unit in hexes(supply.unsupplied(s, seat))}
    assert cut == CUT_OFF.get(key, set())
    supply.judge(s)
    assert not s.position.unsupplied, "fortresses live on stocks"


@pytest.mark.case("war_in_europe", "14.23")
def test_stocks_last_eight_turns() -> None:
    s = state("westwall")
    supply.judge(s)
    s.position.turn = 8
    supply.judge(s)
    assert not s.position.unsupplied
    s.position.turn = 9
    supply.judge(s)
    assert {s.scenario.ids[unit] for unit in hexes(s.position.unsupplied)} == CUT_OFF["westwall"]
    assert all(s.position.at[unit] >= 0 for unit in hexes(s.position.unsupplied)), "nobody starves"


@pytest.mark.case("war_in_europe", "14.0", "14.23")
def test_who_reaches_a_fortress_late_finds_what_is_left() -> None:
    s = state("westwall")
    unit, map = s.scenario.number["ge-85"], s.scenario.map
    s.put(unit, map.hex("C2605"))
    supply.judge(s)
    assert s.position.unsupplied == 1 << unit, "cut off before Dunkirk"
    s.put(unit, map.hex("C2704"))
    s.position.turn = 8
    supply.judge(s)
    assert not s.position.unsupplied >> unit & 1
    s.position.turn = 9
    supply.judge(s)
    assert s.position.unsupplied >> unit & 1, "eight turns after he was cut off, not after he came"


@pytest.mark.case("war_in_europe", "14.0", "14.23")
def test_who_was_in_supply_again_has_all_his_stocks() -> None:
    s = state("westwall")
    fortresses = {
        s.scenario.number[name]: s.position.at[s.scenario.number[name]] for name in CUT_OFF["westwall"]
    }
    supply.judge(s)
    for unit in fortresses:
        s.put(unit, s.scenario.map.hex("C3509"))
    s.position.turn = 5
    supply.judge(s)
    assert s.position.stocks == {}
    for unit, hex in fortresses.items():
        s.put(unit, hex)
    s.position.turn = 10
    supply.judge(s)
    assert not s.position.unsupplied


@pytest.mark.case("war_in_europe", "14.44")
def test_without_transports_no_supply_comes_by_sea() -> None:
    s = state("italy_1943", turn=6)
    cut = {s.scenario.ids[unit] for unit in hexes(supply.unsupplied(s, AXIS))}
    assert cut == {"ge-90-pzgr", "ge-rfss-bde", "ge-fest-bde-corsica"}
    assert not supply.unsupplied(s, ALLIED)


@pytest.mark.case("war_in_europe", "14.47", "14.32")
def test_anzio_is_in_minor_supply_by_its_port() -> None:
    s = state("diadem")
    anzio = s.scenario.map.hex("D2608")
    assert supply.quality(s, ALLIED, anzio) == "minor"
    assert supply.quality(s, ALLIED, s.scenario.map.hex("D2912")) == "major"
    assert supply.quality(s, AXIS, anzio) is None
    assert dict(supply.minor_areas(s, ALLIED))[anzio] == 1 << anzio


@pytest.mark.case("war_in_europe", "14.32", "14.44")
def test_a_captured_port_is_small_for_a_while() -> None:
    s = state("overlord_1944")
    cherbourg = 1 << s.scenario.map.hex("C1702")
    assert not harbours.wrecked(s)
    s.position.taken = {s.scenario.map.hex("C1702"): 3}
    for turn, wrecked in ((3, True), (8, True), (9, False)):
        s.position.turn = turn
        assert bool(harbours.wrecked(s) & cherbourg) is wrecked


@pytest.mark.case("war_in_europe", "14.31", "14.44")
def test_antwerp_works_when_the_scheldt_is_free() -> None:
    s = state("westwall")
    p, map = s.position, s.scenario.map
    antwerp = map.hex("C3106")
    (school,) = supply.schools(s, ALLIED)
    harbours.look_over(s)
    assert harbours.idle(s) == 1 << antwerp
    for unit in hexes(s.on_map(AXIS)):
        if map.label(p.at[unit]) in ("C3004", "C3005", "C3105"):
            s.put(unit, DEAD)
    p.turn = 4
    harbours.look_over(s)
    p.turn = 6
    assert harbours.idle(s) == 1 << antwerp
    assert not supply.centers(s, school) >> antwerp & 1
    p.turn = 7
    assert not harbours.idle(s)
    assert supply.centers(s, school) >> antwerp & 1


@pytest.mark.case("war_in_europe", "14.42b")
def test_an_overrun_supply_unit_changes_sides_if_a_counter_is_left() -> None:
    s = state("diadem")
    ours, theirs = s.scenario.number["al-ams1"], s.scenario.number["ax-ms1"]
    hex = s.position.at[theirs]
    s.eliminate(theirs, "14.42b")
    supply.capture(s, hex, 1 << ours)
    assert s.position.at[ours] != hex, "none is left in the tray"
    s.put(ours, SPARE)
    supply.capture(s, hex, s.on_map(ALLIED) & -s.on_map(ALLIED))
    assert s.position.at[ours] == hex
    assert s.position.steps[ours] == 1


@pytest.mark.case("war_in_europe", "14.61", "14.62", "14.64")
def test_major_supply_is_what_ships_and_points_may_start_from() -> None:
    s = state("italy_1943")
    major = supply.area(s, ALLIED, MAJOR)
    assert major >> s.scenario.map.hex("D2118") & 1
    assert not major >> s.scenario.map.hex("D2721") & 1
    assert not major & s.occupied(AXIS)


@pytest.mark.case("war_in_europe", "14.44", "14.5")
def test_an_enemy_on_its_channel_closes_an_inland_port() -> None:
    s = state("westwall")
    board = s.scenario.board
    held = s.position.owner[ALLIED] & board.ports
    port, way = next(
        (port, way)
        for port, channel in board.channels.items()
        if held >> port & 1
        for way in hexes(channel & board.playable & ~s.occupied(ALLIED))
    )
    before = chains.net(s, ALLIED)
    assert (before.major | before.minor) >> port & 1
    german = next(unit for unit in hexes(s.on_map(AXIS)))
    s.put(german, way)
    found = chains.net(s, ALLIED)
    assert not (found.major | found.minor) >> port & 1


@pytest.mark.case("war_in_europe", "14.11", "14.21a")
def test_who_falls_out_of_supply_and_comes_back_is_told_once() -> None:
    s = state("diadem")
    unit = s.scenario.number["us-3"]
    supply.judge(s)
    assert not s.events
    s.position.owner[ALLIED] &= ~s.scenario.map.mask("D2608")
    s.changed()
    supply.judge(s)
    supply.judge(s)
    (told,) = s.events
    assert told.kind == "unsupplied"
    assert unit in told.facts["units"]
    s.position.owner[ALLIED] |= s.scenario.map.mask("D2608")
    s.changed()
    supply.judge(s)
    assert [event.kind for event in s.events] == ["unsupplied", "supplied"]


@pytest.mark.case("war_in_europe", "14.31", "14.46", "14.47")
def test_what_supplies_others_is_worth_nothing_to_a_unit() -> None:
    s = state("france_1940")
    s.position.rail[ALLIED] = 0
    s.changed()
    british, french = (
        next(unit for unit in s.scenario.rosters[ALLIED] if s.scenario.units[unit].nation == nation)
        for nation in ("british", "french")
    )
    alone = supply.area_of(s, french) & ~supply.area_of(s, british)
    hex = next(hexes(alone & supply.area(s, ALLIED, MAJOR)))
    assert (supply.worth(s, french, hex), supply.worth(s, british, hex)) == ("major", None)
    assert supply.quality(s, ALLIED, hex) == "major"
