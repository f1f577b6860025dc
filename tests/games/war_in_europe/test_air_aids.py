"""The air war: what hints, forecasts and the map tell of it (13)."""

from __future__ import annotations

import pytest
from tests.games.war_in_europe.flying import begun, give, row

from phaseline.engine.aids import Overlay
from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import GAME, orders
from phaseline.games.war_in_europe.aids import air
from phaseline.games.war_in_europe.position import (
    ALLIED,
    AXIS,
    GROUND,
    SEA,
    SOUTH,
    WEST,
)
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState


def hints(match: Match, seat: int, kind: type[Order], *chosen: int) -> dict[int, str]:
    """What is said of the values that may follow."""
    return {
        value: GAME.aids.hint(match.state, seat, kind, chosen, value).text
        for value in match.legal(seat).values(kind, *chosen)
    }


@pytest.mark.case("war_in_europe", "13.11", "13.12a")
def test_what_a_point_may_do_is_told_box_by_box(italy: WarScenario) -> None:
    match = begun(italy)
    match.submit(ALLIED, "commit south ground 3")
    assert hints(match, ALLIED, orders.Commit) == {SOUTH: "13 available"}
    boxes = hints(match, ALLIED, orders.Commit, SOUTH)
    assert boxes[GROUND].endswith("; 3 committed")
    assert "die of an attack" in boxes[GROUND]
    assert hints(match, ALLIED, orders.Commit, SOUTH, SEA)[5] == "of 13"
    assert GAME.aids.left(match.state, ALLIED) == ["13 Air Points available, south front (3 ground)"]
    assert GAME.aids.left(match.state, AXIS) == ["6 Air Points available, south front"]


@pytest.mark.case("war_in_europe", "13.2b", "13.22")
def test_the_chances_of_an_air_attack_are_exact(italy: WarScenario) -> None:
    match = begun(italy)
    for seat, text in ((ALLIED, "commit south superiority 6"), (AXIS, "commit south superiority 3")):
        match.submit(seat, text)
        match.submit(seat, "done")
    assert hints(match, ALLIED, orders.Against)[2] == "2 to 1: 33% to eliminate it"
    assert GAME.aids.left(match.state, ALLIED) == ["6 Air Points for 3 enemy Points"]
    found = GAME.aids.forecast(match.state, match.view(ALLIED), orders.Against, (4,))
    assert found is not None
    assert [row.chance for row in found.rows] == ["2/3", "1/6"]
    assert GAME.aids.forecast(match.state, match.view(ALLIED), orders.Kill, (SEA,)) is None


@pytest.mark.case("war_in_europe", "13.36", "13.37")
def test_the_chances_of_a_strike_are_those_of_its_column(italy: WarScenario) -> None:
    match = begun(italy)
    view = match.view(ALLIED)
    found = GAME.aids.forecast(match.state, view, orders.Strike, (5,))
    assert found is not None
    assert {row.label: row.chance for row in found.rows} == {
        "one of the attacking Points is lost": "1/6",
        "the unit turns back": "1/6",
        "the unit is reduced, or lost if it forms no battlegroup": "1/3",
        "the unit is lost": "1/3",
    }
    port = italy.map.hex("D2912")
    found = GAME.aids.forecast(match.state, view, orders.Suppress, (port, 2))
    assert found is not None
    assert {row.label: row.chance for row in found.rows} == {
        "one of the attacking Points is lost": "1/6",
        "no effect": "1/2",
        "the port is suppressed in this turn": "1/3",
    }
    # A Major Port that is suppressed is a small one, not closed (14.32).
    said = GAME.aids.hint(match.state, ALLIED, orders.Suppress, (port,), 2)
    assert said.text == "33% to suppress it"


@pytest.mark.case("war_in_europe", "13.43", "13.23a", "13.53")
def test_the_map_shows_who_reaches_what_in_the_air(west: WarState) -> None:
    give(west, AXIS, GROUND, 2)
    west.position.superiority[WEST] = ALLIED
    west.position.marks[ALLIED] = row(west.scenario.map, "0103")
    drawn = air.MAKERS["air"](west, None)
    assert isinstance(drawn, Overlay)
    found = {area.title: area.hexes for area in drawn.areas}
    label = west.scenario.map.hex
    assert label("0113") in found["Axis Air Points reach it"]
    assert label("0114") not in found["Axis Air Points reach it"]
    assert "Allied Air Points reach it" not in found, "it has none"
    assert label("0101") in found["Allied air superiority"]
    assert found["Allied interdiction"] == (label("0103"),)
    lines = [(line.text, line.value) for line in air.hex_lines(west, west.position, label("0103"))]
    assert lines == [
        ("air front", "west"),
        ("air superiority", "Allied"),
        ("Axis Air Points reach it", ""),
        ("interdicted by Allied", "+2"),
    ]
