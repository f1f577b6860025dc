"""What is drawn over the map of France '44, and what is said of ships before a step is left."""

from __future__ import annotations

import pytest

from phaseline.engine.aids import Area, Overlay
from phaseline.engine.match import Match
from phaseline.games.france44 import GAME, orders
from phaseline.games.france44.aids import left
from phaseline.games.france44.position import AFLOAT, ALLIED, GERMAN, GONE
from phaseline.games.france44.rules import mulberry, ports, supply
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import mask_of
from phaseline.wording.counts import several

DONE = orders.Done()


def match_of(key: str) -> Match:
    return Match.new(GAME, GAME.load(key), seed=bytes(32))


def state_of(match: Match) -> FranceState:
    assert isinstance(match.state, FranceState)
    return match.state


def shown(match: Match, key: str) -> Overlay:
    return GAME.aids.overlay(match.state, match.view(None), key)


def until(match: Match, turn: str, label: str) -> FranceState:
    while match.decision is not None and (match.state.path()[0], match.decision.step.label) != (turn, label):
        match.submit(match.decision.seats[0], DONE)
    return state_of(match)


def landed() -> Match:
    """A beach has been invaded, and a Mulberry could be placed there."""
    match = match_of("anvil")
    until(match, "Turn 11", "invasion")
    match.submit(ALLIED, match.parse("invade us-003 5881 5981"))
    until(match, "Turn 11", "mulberries")
    return match


def priced(overlay: Overlay) -> list[Area]:
    return [area for area in overlay.areas if area.title.endswith("a division")]


@pytest.mark.parametrize("key", ["beachhead", "campaign"])
def test_beaches_of_each_price_have_a_shade_of_their_own(key: str) -> None:
    match = match_of(key)
    while match.decision is not None and match.decision.step.label != "invasion":
        match.submit(match.decision.seats[0], DONE)
    shades = priced(shown(match, "landing"))
    assert 1 < len(shades) <= 5
    assert [area.level for area in shades] == list(range(len(shades)))
    assert {area.levels for area in shades} == {len(shades)}
    beaches = [hex for area in shades for hex in area.hexes]
    assert len(beaches) == len(set(beaches))


def test_no_mulberry_can_be_placed_when_none_is_left() -> None:
    match = landed()
    state = state_of(match)
    titles = [area.title for area in shown(match, "landing").areas]
    assert titles[-1] == "a Mulberry can be placed"
    pieces = state.position.mulberries
    pieces[:] = [GONE if place == AFLOAT else place for place in pieces]
    assert mulberry.sites(state)
    assert [area.title for area in shown(match, "landing").areas] == titles[:-1]


def ashore() -> Match:
    """The Mulberry has been placed, and ships may use it."""
    match = landed()
    match.submit(ALLIED, match.parse("build mulberry-1 5881"))
    until(match, "Turn 12", "sea and air transport")
    return match


def test_no_sea_is_shaded_as_fed() -> None:
    match = match_of("beachhead")
    state = state_of(match)
    board = state.scenario.board
    water = board.sea | board.lake
    assert supply.reached(state, GERMAN) & water
    for key in ("supply", "sources"):
        for area in shown(match, key).areas:
            assert not mask_of(area.hexes) & water, (key, area.title)


@pytest.mark.case("france44", "13.1")
@pytest.mark.parametrize("points", [18, 3, 1])
def test_as_many_units_are_said_to_ship_as_can(points: int) -> None:
    state = state_of(ashore())
    state.position.shipping = points
    room = ports.room_ashore(state)
    assert list(left.owed(state, ALLIED))[1:] == [f"ports can supply {room} more units ashore"]
    (line,) = GAME.aids.unspent(state, ALLIED, state.legal(ALLIED))
    count = shipped(state)
    assert 0 < count < room
    ways = f"up to {several(count, 'unit')} could be shipped in this turn"
    assert line.text == f"{several(points, 'transport point')}: {ways}"


def shipped(state: FranceState) -> int:
    """How many can be shipped one after the other, whoever is paid for least first."""
    for count in range(10):
        at, hqs, overseas = state.position.at, state.scenario.hqs, state.scenario.board.overseas
        out = [
            one
            for one in state.legal(ALLIED)
            if isinstance(one, orders.Ship) and overseas >> at[one.unit] & 1
        ]
        if not out:
            return count
        state.apply(ALLIED, min(out, key=lambda one: not hqs >> one.unit & 1))
    raise AssertionError("there is no end to it")
