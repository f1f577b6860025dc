"""Air Transport Points from turn to turn, Amphibious Points from turn to turn, and airborne divisions of 1940."""

from __future__ import annotations

import pytest

from phaseline.engine.dice import SeededDice
from phaseline.games.war_in_europe import GAME, orders
from phaseline.games.war_in_europe.opening import first_position
from phaseline.games.war_in_europe.position import (
    ALLIED,
    AXIS,
    LIFT,
    SOUTH,
    SPARE,
    WEST,
    AirPhase,
    Campaign,
    PlayerTurn,
    Turn,
    air_box,
    due_lift,
    due_point,
)
from phaseline.games.war_in_europe.rules import airborne, airlift, shipping
from phaseline.games.war_in_europe.scenario import Options, load
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import flood


def state(key: str) -> WarState:
    found = load(key, Options(), ())
    return WarState(GAME, found, first_position(found), SeededDice(b"1" * 32))


@pytest.mark.case("war_in_europe", "8.13b", "8.4", "8.51")
def test_points_come_back_and_are_sent_on_once() -> None:
    s = state("overlord_1944")
    p = s.position
    p.turn = 5
    p.stack = [Campaign(), Turn(turn=5), PlayerTurn(seat=ALLIED), AirPhase(seat=ALLIED)]
    west, south = air_box(WEST, ALLIED, LIFT), air_box(SOUTH, ALLIED, LIFT)
    p.air[west], p.air[south] = 1, 0
    airlift.bring_back(s, ALLIED, WEST, 0)
    assert p.lifted == {}
    airlift.bring_back(s, ALLIED, WEST, 2)
    assert p.lifted == {due_lift(10, ALLIED, WEST): 2}, "back on turn 9, in the air again on turn 10"
    rule = airlift.FerryPoints()
    assert list(rule.points(s, WEST, SOUTH)) == [1]
    p.turn = 9
    assert list(rule.front(s)) == [WEST]
    assert list(rule.points(s, WEST, SOUTH)) == [1, 2, 3]
    rule.apply(s, orders.Ferry(front=WEST, to=SOUTH, points=3))
    assert p.air[west] == 0
    assert p.lifted == {due_lift(10, ALLIED, SOUTH, fixed=True): 3}
    assert not airlift.ferries(s, ALLIED), "none is sent on twice"
    p.turn = 10
    airlift.arrive(s)
    assert (p.air[west], p.air[south], p.lifted) == (0, 3, {})


@pytest.mark.case("war_in_europe", "7.3a", "7.3b")
def test_amphibious_points_of_the_scenario_and_those_that_come_back() -> None:
    s = state("overlord_1944")
    p = s.position
    assert p.landing == [0, 0]
    p.turn = 1
    shipping.arrive(s)
    assert p.landing == [12, 0]
    shipping.recycle(s, 0, 5)
    assert p.returning == {due_point(10, 0): 5}
    p.landing[0] -= 5
    for turn in range(2, 12):
        p.turn = turn
        shipping.arrive(s)
    assert (p.landing, p.returning) == ([12, 5], {})
    shipping.recycle(s, 1)
    p.turn = 20
    shipping.arrive(s)
    assert s.events[-1].text == "an Amphibious Point is ready"
    port = s.scenario.map.hex("B2133")
    naples = s.scenario.map.hex("D2912")
    assert shipping.stores(s, ALLIED) >> port & 1
    assert shipping.stores(s, ALLIED) >> naples & 1
    p.landing[0] = 0
    assert not shipping.stores(s, ALLIED) >> port & 1
    assert shipping.stores(s, AXIS) == 0


@pytest.mark.case("war_in_europe", "8.0i")
def test_the_divisions_of_1940_wait_in_the_tray() -> None:
    s = state("sichelschnitt")
    scenario = s.scenario
    regiments = [scenario.number[f"ge-7fl-{n}"] for n in (1, 2, 3)]
    division = scenario.number["ge-7fl"]
    assert s.position.at[division] == SPARE
    assert airborne.parts(s, division) == 3
    assert airborne.parts(s, regiments[0]) == 0
    here = s.position.at[scenario.number["ge-254"]]
    s.position.stack = [Campaign(), Turn(turn=1), PlayerTurn(seat=AXIS)]
    for unit in regiments[:2]:
        s.put(unit, here)
    assert airborne.forming(s) == 0
    s.put(regiments[2], here)
    assert airborne.forming(s) == sum(1 << unit for unit in regiments)
    s.position.stack = [Campaign(), Turn(turn=1), PlayerTurn(seat=ALLIED)]
    assert airborne.forming(s) == 0, "at the end of the Axis turn only"


@pytest.mark.case("war_in_europe", "8.0d")
@pytest.mark.parametrize("key", ["sichelschnitt", "france_1940"])
def test_nobody_flies_over_switzerland(key: str) -> None:
    s = state(key)
    p, number, hex = s.position, s.scenario.number["ge-7fl-1"], s.scenario.map.hex("C1723")
    p.turn = 1
    p.stack = [Campaign(), Turn(turn=1), PlayerTurn(seat=AXIS), AirPhase(seat=AXIS)]
    p.neutral = 0
    s.changed()
    shipping.judge(s)
    grid, fields = s.scenario.board.grid, airlift.airfields(s, WEST)
    assert flood(grid, fields, grid.all, limit=12) >> hex & 1, "near enough across the Alps"
    refused = airlift.DropUnit().to(s, number).why_not(hex)
    assert refused is not None
    assert refused.case == "8.0d"
