"""The air war: what it does for combat and the sea, and from which lines of supply (13.3 to 13.5, 14.6)."""

from __future__ import annotations

import pytest
from tests.games.war_in_europe.flying import DRAWING, give, points, row, state_on

from phaseline.atlas import HexMap
from phaseline.engine.dice import ScriptedDice
from phaseline.games.war_in_europe.position import (
    ALLIED,
    AVAILABLE,
    AXIS,
    EAST,
    GROUND,
    INTERDICTION,
    SEA,
    SOUTH,
    TRANSFER,
    WEST,
    Campaign,
    InterdictionPhase,
    PlayerTurn,
    SeaPhase,
    Turn,
)
from phaseline.games.war_in_europe.rules import airbases, aircombat, airground, airsea, turns
from phaseline.games.war_in_europe.rules.airbases import ANY, Bases
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Mask, hexes, mask_of


@pytest.mark.case("war_in_europe", "13.4", "13.41", "13.42", "13.44")
def test_one_point_supports_an_attack_and_is_home_at_once(west: WarState) -> None:
    give(west, AXIS, GROUND, 1)
    target = row(west.scenario.map, "0105")
    assert airground.BONUS == 1
    assert airground.unsupported(west, AXIS, target) is None
    airground.support(west, AXIS, target)
    assert (points(west, AXIS, GROUND), points(west, AXIS, AVAILABLE)) == (0, 1)
    refusal = airground.unsupported(west, AXIS, target)
    assert refusal is not None
    assert refusal.case == "13.41"


@pytest.mark.case("war_in_europe", "13.43", "13.81")
def test_every_attacked_hex_has_to_be_in_range_of_support(west: WarState) -> None:
    give(west, AXIS, GROUND, 2)
    give(west, ALLIED, GROUND, 2)
    map = west.scenario.map
    assert airground.unsupported(west, AXIS, row(map, "0113")) is None
    for names in (("0114",), ("0113", "0114")):
        refusal = airground.unsupported(west, AXIS, row(map, *names))
        assert refusal is not None
        assert refusal.case == "13.43"
        assert "12 hexes" in refusal.reason
    west.position.owner[ALLIED] = 0
    refusal = airground.unsupported(west, ALLIED, row(map, "0113"))
    assert refusal is not None
    assert refusal.case == "13.81"


@pytest.mark.case("war_in_europe", "13.82")
def test_no_point_supports_an_attack_across_fronts() -> None:
    map = HexMap.from_drawing(
        DRAWING,
        name="strip",
        areas={"air_front": {"west": "0101-0110 0201-0210", "south": "0111-0116 0211-0216"}},
    )
    state = state_on(map)
    give(state, AXIS, GROUND, 2)
    assert airground.unsupported(state, AXIS, row(map, "0110")) is None
    for names in (("0110", "0111"), ("0111",)):
        refusal = airground.unsupported(state, AXIS, row(map, *names))
        assert refusal is not None
        assert refusal.case in ("13.82", "13.41")
    give(state, AXIS, GROUND, 2, SOUTH)
    refusal = airground.unsupported(state, AXIS, row(map, "0111"))
    assert refusal is not None
    assert refusal.case == "13.81", "no supplied hex on that front"
    assert airbases.front_of(state, row(map, "0110", "0111")) is None
    assert airbases.front_of(state, row(map, "0111")) == SOUTH
    assert airbases.reach(state, AXIS, EAST) == 0


def hunt(state: WarState, *dice: int) -> Mask:
    """The Axis sails, the Allies hunt: a way along the first row."""
    state.dice = ScriptedDice(dice)
    state.position.stack = [Campaign(), Turn(turn=1), PlayerTurn(seat=AXIS), SeaPhase(seat=AXIS)]
    return mask_of(state.scenario.map.hex(f"01{n:02d}") for n in range(1, 8))


@pytest.mark.case("war_in_europe", "13.32a", "13.32b", "13.34", "13.31b")
def test_points_that_have_struck_ports_hunt_ships_too(west: WarState) -> None:
    way = hunt(west)
    assert airsea.fronts_of(west, ALLIED, way) == ()
    give(west, ALLIED, SEA, 2)
    give(west, ALLIED, INTERDICTION, 2)
    give(west, ALLIED, GROUND, 9)
    give(west, ALLIED, AVAILABLE, 9)
    assert airsea.hunters(west, ALLIED, WEST) == 4
    assert airsea.may_strike(west, ALLIED, WEST, way) == 4
    assert airsea.fronts_of(west, ALLIED, way) == (WEST,)
    give(west, ALLIED, SEA, 7)
    assert airsea.may_strike(west, ALLIED, WEST, way) == 5, "five at most"
    near = mask_of(list(hexes(way))[:3])
    assert airsea.may_strike(west, ALLIED, WEST, near) == 0, "more than twelve hexes away"
    assert airsea.fronts_of(west, ALLIED, near) == ()
    west.position.waived = 1 << WEST
    assert airsea.fronts_of(west, ALLIED, way) == ()


@pytest.mark.case("war_in_europe", "13.35", "13.36", "13.37", "13.13a")
def test_lost_points_are_booked_and_go_when_the_phase_ends(west: WarState) -> None:
    way = hunt(west, 1, 6, 2, 5)
    give(west, ALLIED, SEA, 2)
    give(west, ALLIED, INTERDICTION, 1)
    assert airsea.strike(west, ALLIED, WEST, way, 3, 0) == "lost"
    assert points(west, ALLIED, SEA) + points(west, ALLIED, INTERDICTION) == 3
    assert airsea.may_strike(west, ALLIED, WEST, way) == 3, "it flies up to the end of the phase"
    assert airsea.strike(west, ALLIED, WEST, way, 2, 0) == "hit"
    assert airsea.strike(west, ALLIED, WEST, way, 2, 0) == ""
    assert airsea.strike(west, ALLIED, WEST, way, 2, 0) == "aborted"
    airsea.end_hunt(west)
    assert [points(west, ALLIED, box) for box in (SEA, INTERDICTION, AVAILABLE)] == [0, 0, 2]


@pytest.mark.case("war_in_europe", "13.33", "13.34")
def test_a_unit_is_attacked_once_on_each_front() -> None:
    map = HexMap.from_drawing(
        DRAWING,
        name="strip",
        areas={"air_front": {"west": "0101-0105 0201-0205", "south": "0106-0110 0206-0210"}},
    )
    state = state_on(map)
    way = hunt(state)
    for front in (EAST, SOUTH, WEST):
        give(state, ALLIED, SEA, 1, front)
    state.position.owner[ALLIED] = row(map, "0103", "0110", "0112")
    assert airsea.fronts_of(state, ALLIED, way) == (SOUTH, WEST)
    long = mask_of(map.hex(f"01{n:02d}") for n in range(1, 17))
    assert airsea.fronts_of(state, ALLIED, long) == (EAST, SOUTH, WEST)


# --- minor lines of supply ------------------------------------------------------------------------------------------


@pytest.fixture
def minor(west: WarState, monkeypatch: pytest.MonkeyPatch) -> WarState:
    """Two ports: one supplies 0101 and 0102, one 0102 alone."""
    map = west.scenario.map
    found = Bases(0, ((map.hex("0101"), row(map, "0101", "0102")), (map.hex("0201"), row(map, "0102"))))
    monkeypatch.setattr(airbases, "bases", lambda *_: found)
    return west


@pytest.mark.case("war_in_europe", "14.62", "14.63")
def test_five_points_a_turn_fly_from_each_minor_line(minor: WarState) -> None:
    map = minor.scenario.map
    far, near = map.hex("0114"), map.hex("0110")
    assert airbases.fliers(minor, AXIS, WEST, near) == 10
    assert airbases.fliers(minor, AXIS, WEST, far) == 10
    airbases.draw(minor, AXIS, WEST, near, 4)
    assert airbases.fliers(minor, AXIS, WEST, near) == 6
    airbases.draw(minor, AXIS, WEST, near, 6)
    assert airbases.fliers(minor, AXIS, WEST, near) == 0
    assert not airbases.reach(minor, AXIS, WEST)
    give(minor, AXIS, GROUND, 1)
    refusal = airground.unsupported(minor, AXIS, 1 << near)
    assert refusal is not None
    assert refusal.case == "14.63"
    assert airbases.fliers(minor, ALLIED, WEST, near) == 10, "each side counts for itself"
    turns.housekeeping(minor)
    assert airbases.fliers(minor, AXIS, WEST, near) == 10


@pytest.mark.case("war_in_europe", "14.63")
def test_points_make_way_for_one_another_where_two_minor_lines_serve(
    west: WarState, monkeypatch: pytest.MonkeyPatch
) -> None:
    map = west.scenario.map
    first, second = map.hex("0101"), map.hex("0116")
    found = Bases(0, ((first, 1 << first), (second, 1 << second)))
    monkeypatch.setattr(airbases, "bases", lambda *_: found)
    both, left, right = map.hex("0108"), map.hex("0103"), map.hex("0114")
    airbases.draw(west, AXIS, WEST, both, 5)
    assert airbases.fliers(west, AXIS, WEST, left) == 5, "those over both fly from the other port"
    assert airbases.fliers(west, AXIS, WEST, right) == 5
    airbases.draw(west, AXIS, WEST, left, 4)
    assert airbases.fliers(west, AXIS, WEST, right) == 1
    assert airbases.fliers(west, AXIS, WEST, both) == 1
    airbases.draw(west, AXIS, WEST, right, 1)
    assert not airbases.reach(west, AXIS, WEST)


@pytest.mark.case("war_in_europe", "14.63", "13.41")
def test_support_of_two_hexes_counts_where_fewer_can_fly(
    west: WarState, monkeypatch: pytest.MonkeyPatch
) -> None:
    map = west.scenario.map
    rich, port = map.hex("0101"), map.hex("0116")
    monkeypatch.setattr(airbases, "bases", lambda *_: Bases(1 << rich, ((port, 1 << port),)))
    give(west, AXIS, GROUND, 1)
    airground.support(west, AXIS, row(map, "0113", "0114"))
    assert airbases.fliers(west, AXIS, WEST, map.hex("0113")) == airbases.ANY
    assert airbases.fliers(west, AXIS, WEST, map.hex("0114")) == 4


@pytest.mark.case("war_in_europe", "14.63", "13.31b")
def test_points_at_sea_count_on_their_own_front(west: WarState, monkeypatch: pytest.MonkeyPatch) -> None:
    map = west.scenario.map
    port, target = map.hex("0101"), map.hex("0105")
    monkeypatch.setattr(airbases, "bases", lambda *_: Bases(0, ((port, 1 << port),)))
    airbases.draw(west, AXIS, WEST, target, 2, airbases.AT_SEA)
    airbases.draw_again(west, AXIS, WEST, target, 4)
    assert airbases.fliers(west, AXIS, WEST, target) == 1, "two have flown twice, two more once"
    airbases.draw_again(west, AXIS, WEST, target, 3)
    assert airbases.fliers(west, AXIS, WEST, target) == 1


@pytest.mark.case("war_in_europe", "14.63", "13.31b")
def test_a_point_that_strikes_a_port_and_then_ships_counts_once(minor: WarState) -> None:
    map = minor.scenario.map
    port = map.hex("0105")
    airbases.draw(minor, AXIS, WEST, port, 5, airbases.AT_SEA)
    airbases.draw(minor, AXIS, WEST, port, 5, airbases.AT_SEA)
    assert airbases.fliers(minor, AXIS, WEST, port) == 0
    assert airbases.fliers(minor, AXIS, WEST, port, again=True) == 10
    assert airbases.nearest(minor, AXIS, WEST, 1 << port) == (10, port)
    for _ in range(3):
        airbases.draw_again(minor, AXIS, WEST, port, 5)
    assert airbases.fliers(minor, AXIS, WEST, port, again=True) == 10
    airbases.draw(minor, ALLIED, WEST, port, 2)
    assert airbases.fliers(minor, ALLIED, WEST, port, again=True) == 8


@pytest.mark.case("war_in_europe", "14.62")
def test_any_number_flies_from_major_supply(west: WarState) -> None:
    map = west.scenario.map
    assert airbases.fliers(west, AXIS, WEST, map.hex("0113")) == ANY
    airbases.draw(west, AXIS, WEST, map.hex("0113"), 30)
    assert not west.position.reach
    assert airbases.fliers(west, AXIS, WEST, map.hex("0114")) == 0


@pytest.mark.case("war_in_europe", "13.13a", "13.56")
def test_unused_ground_points_are_home_after_the_interdiction_phase(west: WarState) -> None:
    west.position.stack = [Campaign(), Turn(turn=1), PlayerTurn(seat=AXIS), InterdictionPhase(seat=AXIS)]
    give(west, AXIS, GROUND, 3)
    give(west, ALLIED, GROUND, 2)
    give(west, AXIS, TRANSFER, 1)
    airground.end_interdiction(west)
    assert [points(west, AXIS, box) for box in (AVAILABLE, GROUND, TRANSFER)] == [3, 0, 1]
    assert points(west, ALLIED, GROUND) == 2


@pytest.mark.case("war_in_europe", "13.23a")
@pytest.mark.parametrize(
    ("here", "who"),
    [((0, 0), None), ((1, 0), AXIS), ((0, 1), ALLIED), ((2, 1), None), ((3, 1), AXIS), ((4, 9), ALLIED)],
)
def test_more_than_twice_as_many_have_superiority(here: tuple[int, int], who: int | None) -> None:
    assert aircombat.winner(here) == who
