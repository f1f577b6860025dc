"""Counters and scale: what a counter says of itself, that it stays what it is, weeks and kilometres."""

from __future__ import annotations

from datetime import date

import pytest
from tests.games.war_in_europe.map_of_war_in_europe import the_map

from phaseline.engine.dice import SeededDice
from phaseline.engine.match import Match
from phaseline.games.war_in_europe import GAME, orders
from phaseline.games.war_in_europe.game import WarInEurope
from phaseline.games.war_in_europe.scenario import Options, load
from phaseline.games.war_in_europe.state import WarState


@pytest.mark.case("war_in_europe", "3.23", "3.22a")
def test_counters_show_how_large_they_are() -> None:
    state = GAME.new(GAME.load("diadem"), SeededDice(bytes(32)))
    pieces = {piece.title: piece for piece in GAME.sheet(state.scenario, GAME.view(state, 0)).pieces}
    sizes = {name: pieces[name].size for name in ("94 Div", "6 Arm Br", "25 Tk Bde", "2 Abn Bde")}
    assert sizes == {"94 Div": "XX", "6 Arm Br": "XX", "25 Tk Bde": "X", "2 Abn Bde": "X"}
    overlord = load("overlord_1944", Options(), ())
    regiment = overlord.units[overlord.number["ge-6-fj-rgt"]]
    assert regiment.kind.size == "regiment"
    assert not overlord.divisions >> overlord.number["ge-6-fj-rgt"] & 1


@pytest.mark.case("war_in_europe", "3.22a", "18.0a")
def test_a_fortified_unit_shows_its_fortified_side() -> None:
    state = GAME.new(GAME.load("france_1940", {"early_works": True}), SeededDice(bytes(32)))
    assert isinstance(state, WarState)
    unit = state.scenario.number["fr-21-di"]
    title = state.scenario.units[unit].called

    def shown() -> tuple[str, str, float]:
        view = GAME.view(state, 1)
        (piece,) = (piece for piece in GAME.sheet(state.scenario, view).pieces if piece.unit == unit)
        rows = [row for part in GAME.aids.order_of_battle(state.scenario, view).sections for row in part.rows]
        (cell,) = (row.cells[1] for row in rows if row.cells[0] == title)
        measures = GAME.aids.measures(state.scenario, view)
        strength = next(
            measure.value for measure in measures if measure.side == 1 and measure.key == "strength"
        )
        return piece.strength, cell, strength

    before = shown()
    assert before[:2] == ("3-4", "3-4")
    state.position.fortified |= 1 << unit
    state.changed()
    assert shown() == ("(4)-0", "(4)-0", before[2] + 1)


@pytest.mark.case("war_in_europe", "3.25a", "8.0i")
def test_units_are_whole_and_stay_what_they_are() -> None:
    """Only airborne divisions can be broken down; no order makes two units of another, or exchanges them."""
    match = Match.new(GAME, GAME.load("diadem"), seed=bytes(32))
    while (decision := match.decision) is not None and decision.step.label != "initial movement":
        match.submit(decision.seats[0], orders.Done())
    state = match.state
    assert isinstance(state, WarState)
    for name in ("us-85", "br-6-arm", "us-1-ssf"):
        refused = state.check(1, orders.Break(unit=state.scenario.number[name]))
        assert refused is not None
        assert refused.case.startswith("8.0")
    kinds = {unit.name: unit.kind for unit in state.scenario.units}
    assert len(state.position.at) == len(state.position.steps) == len(state.scenario.units)
    assert all(kinds[unit.name] == unit.kind for unit in state.scenario.units)


@pytest.mark.case("war_in_europe", "3.5")
def test_a_turn_is_a_week_and_a_hex_33_kilometres() -> None:
    scenario = load("italy_1943", Options(), ())
    state = GAME.new(GAME.load("italy_1943"), SeededDice(bytes(32)))
    cells = GAME.aids.turns(scenario, GAME.view(state, 0))
    assert [cell.title for cell in cells[:2]] == ["1: 3 September 1943", "2: 10 September 1943"]
    weeks = (date(1944, 5, 11) - date(1943, 9, 3)).days / 7
    assert round(weeks) == len(cells) == 36
    found = the_map().georeference
    assert found is not None
    assert 33 <= found.km_per_hex < 35


@pytest.mark.parametrize("key", sorted(WarInEurope.titles))
def test_units_are_called_what_people_call_them(key: str) -> None:
    """No key of a data file is shown; what is typed may be either, and means the same unit."""
    scenario = load(key, Options(), ())
    names = scenario.lexicon["unit"]
    for number, (key_of, unit) in enumerate(zip(scenario.ids, scenario.units, strict=True)):
        called = names.title(number)
        assert unit.name in called
        assert key_of not in called
        assert not called.isdigit()
        assert names.value(key_of) == names.value(names.token(number)) == number
    state = GAME.new(GAME.load(key), SeededDice(bytes(32)))
    sheet = GAME.sheet(state.scenario, GAME.view(state, 0))
    assert {piece.title for piece in sheet.pieces} <= set(scenario.titles)
