"""Who stands where keeps up with every step, in a match and in the copies made of it."""

from __future__ import annotations

import random

import pytest

from phaseline.drill.scenario import FieldScenario
from phaseline.drill.standing import Standing
from phaseline.drill.state import FieldState
from phaseline.engine.dice import SeededDice
from phaseline.engine.registry import game
from phaseline.games.westfront import GAME
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import hexes, mask_of

SHOWN = ("by_hex", "contested", "occupied", "units", "_tall")


def same(kept: Standing, fresh: Standing) -> None:
    for name in SHOWN:
        assert getattr(kept, name) == getattr(fresh, name), name
    for mine, theirs in zip(kept.elsewhere, fresh.elsewhere, strict=True):
        assert {place: units for place, units in mine.items() if units} == theirs


@pytest.mark.case("westfront", "6.21", "7.11")
@pytest.mark.parametrize(
    ("key", "scenario"), [("westfront", "husky"), ("eisenhower", "historical"), ("skirmish", "ridge")]
)
def test_kept_up_to_date(key: str, scenario: str) -> None:
    """After every order of a random match, and of a copy that goes its own way, it is what a fresh look finds."""
    played = game(key)
    facts = played.load(scenario)
    assert isinstance(facts, FieldScenario)
    state = played.new(facts, SeededDice(bytes(32)))
    assert isinstance(state, FieldState)
    rng = random.Random(44)
    for _ in range(300):
        if state.decision is None:
            break
        seat = state.decision.seats[0]
        twin = state.copy(SeededDice(bytes(32)))
        twin.play(seat, twin.legal(seat).sample(rng))
        same(twin.standing, Standing(facts.rosters, facts.heights, twin.position.at))
        state.apply(seat, state.legal(seat).sample(rng))
        same(state.standing, Standing(facts.rosters, facts.heights, state.position.at))


@pytest.mark.parametrize(
    ("key", "scenario"),
    [
        ("eisenhower", "historical"),
        ("france44", "beachhead"),
        ("skirmish", "ridge"),
        ("war_in_europe", "overlord_1944"),
    ],
)
def test_zones_hang_on_where_units_are_not_on_their_steps(key: str, scenario: str) -> None:
    """So that they may be remembered by who stands where: a reduced unit has the zone of control that it had."""
    played = game(key)
    facts = played.load(scenario)
    state = played.new(facts, SeededDice(bytes(32)))
    assert isinstance(state, FieldState)
    rng, zones = random.Random(44), set()
    for _ in range(150):
        if state.decision is None:
            break
        seat = state.decision.seats[0]
        state.play(seat, state.legal(seat).sample(rng))
        weak = state.copy()
        weak.position.steps = [min(steps, 1) for steps in weak.position.steps]
        for side in range(2):
            zone = state.zone(side)
            zones.add(zone)
            assert zone == state.fresh().zone(side) == weak.zone(side) == weak.fresh().zone(side)
    assert len(zones) > 2


def test_heights_and_limits() -> None:
    """A hex is as high as units stand there, as far as heights are told apart."""
    scenario = GAME.load("S44")
    most = scenario.heights[0].most
    at = [-1] * len(scenario.units)
    allied = scenario.rosters[0][: most + 2]
    hex = scenario.map.hex("London")
    for unit in allied:
        at[unit] = hex
    standing = Standing(scenario.rosters, scenario.heights, at)
    assert [bool(standing.at_least(0, count) >> hex & 1) for count in range(1, most + 1)] == [True] * most
    for left, unit in zip(range(most + 1, -1, -1), allied, strict=True):
        standing.move(unit, 0, hex, -1)
        assert sum(standing.at_least(0, count) >> hex & 1 for count in range(1, most + 1)) == min(left, most)
    assert standing.occupied[0] == standing.units[0] == 0
    assert standing.elsewhere[0][-1] == scenario.side_units[0]


def test_units_in_an_area_are_those_whose_hexes_lie_in_it() -> None:
    state = GAME.new(GAME.load("S44"), SeededDice(bytes(32)))
    assert isinstance(state, WestFrontState)
    rng = random.Random(7)
    at = state.position.at
    for seat in (0, 1):
        for share in (0.0, 0.1, 0.5, 0.9, 1.0):
            area = mask_of(hex for hex in hexes(state.scenario.map.on_map) if rng.random() < share)
            wanted = mask_of(u for u in state.scenario.rosters[seat] if at[u] >= 0 and area >> at[u] & 1)
            assert state.units_in(area, seat) == wanted
            assert state.standing_in(area, state.on_map(seat)) == wanted
            few = mask_of(list(hexes(state.on_map(seat)))[:5])
            assert state.standing_in(area, few) == wanted & few


def test_limits_that_differ_from_hex_to_hex() -> None:
    """Two may stand in the open, one in a wood: what is full, and what is too much."""
    scenario = GAME.load("S44")
    open_ground, wood = 10, 11
    limits = {2: ~(1 << wood), 1: 1 << wood}
    standing = Standing(scenario.rosters, scenario.heights, [-1] * len(scenario.units))
    crowd = scenario.rosters[0]
    found = []
    for first, second in ((0, 1), (2, 3), (4, 5)):
        standing.move(crowd[first], 0, -1, open_ground)
        standing.move(crowd[second], 0, -1, wood)
        found.append([list(hexes(standing.full(0, limits))), list(hexes(standing.over(0, limits)))])
    assert found == [[[wood], []], [[open_ground, wood], [wood]], [[open_ground, wood], [open_ground, wood]]]
    assert standing.full(1, limits) == standing.over(1, limits) == 0
