"""Fog of war: what a seat sees, what it does not, and full positions that fit what it sees."""

from __future__ import annotations

import random

import pytest

from phaseline.engine.dice import SeededDice
from phaseline.games.westfront import GAME
from phaseline.games.westfront.guess import could_be, exchange
from phaseline.games.westfront.orders.politics import Defect
from phaseline.games.westfront.position import (
    ALLIED,
    AXIS,
    ELIMINATED,
    TO_COME,
    UNKNOWN,
    UNSEEN,
    Block,
    WestFrontPosition,
)
from phaseline.games.westfront.rules.politics import surrender_of_italy
from phaseline.games.westfront.scenario import WestFrontScenario
from phaseline.games.westfront.state import WestFrontState
from phaseline.games.westfront.view import block_of, redact
from phaseline.hexgrid import hexes
from phaseline.mechanics.rationing import feed


@pytest.fixture
def scenario() -> WestFrontScenario:
    """Summer '44."""
    return GAME.load("S44")


@pytest.fixture
def position(scenario: WestFrontScenario) -> WestFrontPosition:
    """Its first position."""
    return GAME.start(scenario)


def number(scenario: WestFrontScenario, name: str) -> int:
    """A unit's number."""
    return scenario.number[name]


@pytest.mark.case("westfront", "intro.2", "intro.1")
def test_an_upright_block_is_seen_without_its_face(
    scenario: WestFrontScenario, position: WestFrontPosition
) -> None:
    okw, berlin = number(scenario, "OKW"), scenario.map.hex("Berlin")
    known = redact(scenario, position, ALLIED)
    assert (known.at[okw], known.cv[okw]) == (UNSEEN, UNKNOWN)
    assert Block(seat=AXIS, hex=berlin) in known.upright
    assert known.at[number(scenario, "SHAEF")] == scenario.map.hex("London")
    assert all(block.seat == AXIS for block in known.upright)
    on_map = sum(position.at[unit] >= 0 for unit in scenario.rosters[AXIS])
    assert len(known.upright) == on_map


@pytest.mark.case("westfront", "5.2", "7.14")
def test_a_block_face_up_is_seen_wholly(scenario: WestFrontScenario, position: WestFrontPosition) -> None:
    okw = number(scenario, "OKW")
    position.revealed |= 1 << okw
    position.role[okw] = "supreme"
    known = redact(scenario, position, ALLIED)
    assert (known.at[okw], known.cv[okw]) == (scenario.map.hex("Berlin"), 3)
    assert known.role == {okw: "supreme"}
    assert scenario.map.hex("Berlin") not in {block.hex for block in known.upright}


def test_two_that_change_places_take_with_them_all_that_was_seen(
    scenario: WestFrontScenario, position: WestFrontPosition
) -> None:
    """The other side notices nothing, whichever units of the Axis are exchanged."""
    standing = [unit for unit in scenario.rosters[AXIS] if position.at[unit] >= 0]
    away = next(unit for unit in scenario.rosters[AXIS] if position.at[unit] == ELIMINATED)
    one, other, *_ = standing
    at, cv = position.at[one], position.cv[one]
    position.moved |= 1 << one
    position.unsupplied |= 1 << one | 1 << other
    position.came_by[one], position.came_from[one], position.invaded[other] = "river", at, position.at[other]
    position.rearguards[at] = (one, position.at[other])
    known = redact(scenario, position, ALLIED)
    seen = sorted(block_of(scenario, position, unit) for unit in standing)
    assert seen == list(known.upright)
    for pair in ((one, other), (other, away), (one, away)):
        exchange(position, *pair)
        assert redact(scenario, position, ALLIED) == known
        assert (position.at[pair[0]], position.cv[pair[0]]) != (position.at[pair[1]], position.cv[pair[1]])
    assert (position.at[one], position.cv[one], position.moved) == (at, cv, 1 << one)
    assert (position.came_by, position.rearguards[at][0]) == ({one: "river"}, one)
    assert (position.at[other], position.cv[other]) == (ELIMINATED, 0)
    assert position.invaded == {away: position.at[away]}


def test_spectators_see_no_face_at_all(scenario: WestFrontScenario, position: WestFrontPosition) -> None:
    known = redact(scenario, position, None)
    assert {block.seat for block in known.upright} == {ALLIED, AXIS}
    assert not any(hex >= 0 for hex in known.at)


def test_two_hidden_units_that_change_places_leave_the_view_as_it_is(
    scenario: WestFrontScenario, position: WestFrontPosition
) -> None:
    before = redact(scenario, position, ALLIED).to_bytes()
    west, b = number(scenario, "PzGp West"), number(scenario, "AG B")
    position.at[west], position.at[b] = position.at[b], position.at[west]
    position.cv[west], position.cv[b] = 1, 1
    assert redact(scenario, position, ALLIED).to_bytes() == before


def test_what_a_block_was_seen_to_do_is_seen(
    scenario: WestFrontScenario, position: WestFrontPosition
) -> None:
    unit = number(scenario, "58 Pz")
    position.moved |= 1 << unit
    position.unsupplied |= 1 << unit
    position.came_from[unit], position.came_by[unit] = 5, "river"
    known = redact(scenario, position, ALLIED)
    seen = [block for block in known.upright if block.hex == position.at[unit]]
    assert any(
        block.moved and block.unsupplied and block.start == 5 and block.method == "river" for block in seen
    )
    assert not known.moved >> unit & 1
    assert unit not in known.came_from


@pytest.mark.case("westfront", "intro.2", "11.42")
def test_a_cadre_shows_nothing_of_what_its_unit_did_before_it_was_lost(scenario: WestFrontScenario) -> None:
    state = GAME.new(scenario, SeededDice(b"lost"))
    assert isinstance(state, WestFrontState)
    unit, berlin = number(scenario, "58 Pz"), scenario.map.hex("Berlin")
    state.position.landed[unit] = state.position.came_from[unit] = scenario.map.hex("Genoa")
    state.position.came_by[unit], state.position.lanes[unit] = "sea", ("Ligurian Sea",)
    state.eliminate(unit, "15.72a")
    state.position.cv[unit] = 1
    state.put(unit, berlin)
    assert block_of(scenario, state.position, unit) == Block(seat=AXIS, hex=berlin)


@pytest.mark.case("westfront", "11.1", "side.11c")
def test_production_is_secret(scenario: WestFrontScenario, position: WestFrontPosition) -> None:
    unit = number(scenario, "58 Pz")
    position.points[AXIS] = 40
    position.built |= 1 << unit
    position.planned[number(scenario, "14 Pz")] = (scenario.map.hex("Berlin"), 1)
    position.disbanding |= 1 << unit
    known = redact(scenario, position, ALLIED)
    assert known.points[AXIS] == UNKNOWN
    assert known.built == known.disbanding == 0
    assert known.planned == {}
    assert redact(scenario, position, AXIS).points[AXIS] == 40


def test_which_enemy_units_are_off_the_map_is_unknown(
    scenario: WestFrontScenario, position: WestFrontPosition
) -> None:
    known = redact(scenario, position, ALLIED)
    lost = number(scenario, "14 Pz")
    assert position.at[lost] == ELIMINATED
    assert known.at[lost] == UNSEEN


@pytest.mark.case("westfront", "11.51", "16.4a", "16.5a")
def test_but_what_the_calendar_tells_is_known(
    scenario: WestFrontScenario, position: WestFrontPosition
) -> None:
    known = redact(scenario, position, AXIS)
    assert known.at[number(scenario, "US 23 Inf")] == TO_COME  # November
    assert known.at[number(scenario, "FF 1 Tk")] == UNSEEN  # July: it may come early
    assert known.at[number(scenario, "Tito")] == TO_COME
    german = redact(scenario, position, ALLIED)
    assert german.at[number(scenario, "JDN")] == TO_COME
    assert german.at[number(scenario, "AG E")] == TO_COME
    position.flags |= {"spain at war", "yugoslavia entered"}
    german = redact(scenario, position, ALLIED)
    assert german.at[number(scenario, "JDN")] == german.at[number(scenario, "AG E")] == UNSEEN


def test_a_rearguards_name_and_way_are_hidden(
    scenario: WestFrontScenario, position: WestFrontPosition
) -> None:
    unit = number(scenario, "58 Pz")
    hex = position.at[unit]
    position.rearguards[hex] = (unit, hex + 1)
    known = redact(scenario, position, ALLIED)
    assert known.rearguards == {hex: (UNKNOWN, UNKNOWN)}
    assert any(block.rearguard for block in known.upright)
    assert redact(scenario, position, AXIS).rearguards == {hex: (unit, hex + 1)}


def test_a_second_waves_target_is_hidden(scenario: WestFrontScenario, position: WestFrontPosition) -> None:
    position.targets[number(scenario, "21 AG")] = 7
    assert redact(scenario, position, AXIS).targets == {}
    assert redact(scenario, position, ALLIED).targets == {number(scenario, "21 AG"): 7}


def test_making_a_view_changes_nothing(scenario: WestFrontScenario, position: WestFrontPosition) -> None:
    before = position.to_bytes()
    redact(scenario, position, ALLIED)
    redact(scenario, position, None)
    assert position.to_bytes() == before


# -- full positions that fit ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [ALLIED, AXIS])
def test_a_sampled_position_gives_the_same_view(
    scenario: WestFrontScenario, position: WestFrontPosition, seat: int
) -> None:
    rng = random.Random(1)
    position.moved |= 1 << number(scenario, "58 Pz") | 1 << number(scenario, "US 8 Arm")
    known = redact(scenario, position, seat)
    seen = known.to_bytes()
    guesses = [GAME.sample(scenario, known, seat, rng) for _ in range(5)]
    for guess in guesses:
        assert redact(scenario, guess, seat).to_bytes() == seen
        assert not any(hex == UNSEEN for hex in guess.at)
    assert len({guess.to_bytes() for guess in guesses}) == 5


def test_sampled_units_could_stand_where_they_stand(
    scenario: WestFrontScenario, position: WestFrontPosition
) -> None:
    rng = random.Random(2)
    known = redact(scenario, position, ALLIED)
    guess = GAME.sample(scenario, known, ALLIED, rng)
    state = WestFrontState(GAME, scenario, guess, SeededDice(bytes(32)))
    assert [fault for fault in GAME.faults(state) if "CV" in fault or "Italy" in fault] == []
    for unit in scenario.rosters[AXIS]:
        if guess.at[unit] >= 0:
            assert guess.cv[unit] <= scenario.units[unit].limit


def test_as_many_blocks_as_can_get_a_unit_that_could_stand_there(
    scenario: WestFrontScenario, position: WestFrontPosition
) -> None:
    rng = random.Random(4)
    deeds: tuple[dict[str, object], ...] = (
        {},
        {"dropped": True},
        {"moved": True},
        {"method": "sea", "port": 5},
        {"method": "land", "start": 3, "dispersed": True},
    )
    for _ in range(12):
        known = redact(scenario, position, ALLIED)
        odds = [rng.random() for _ in deeds]
        known.upright = tuple(
            sorted(
                Block(seat=AXIS, hex=block.hex, **rng.choices(deeds, odds)[0])  # type: ignore[arg-type]
                for block in known.upright
            )
        )
        hidden = [unit for unit in scenario.rosters[AXIS] if known.at[unit] == UNSEEN]
        blocks = dict(enumerate(known.upright))
        wants = {
            number: [spot for spot, unit in enumerate(hidden) if could_be(scenario, unit, block)]
            for number, block in blocks.items()
        }
        most = len(feed(wants, [1] * len(hidden)))
        guess = GAME.sample(scenario, known, ALLIED, rng)
        there = [unit for unit in hidden if guess.at[unit] >= 0]
        assert len(there) == len(blocks)
        fitting = 0
        for hex in {block.hex for block in blocks.values()}:
            units = {number: unit for number, unit in enumerate(there) if guess.at[unit] == hex}
            here = [block for block in blocks.values() if block.hex == hex]
            fits = {
                number: [spot for spot, block in enumerate(here) if could_be(scenario, unit, block)]
                for number, unit in units.items()
            }
            fitting += len(feed(fits, [1] * len(here)))
        assert fitting >= most


@pytest.mark.parametrize(
    ("name", "facts", "possible"),
    [
        ("81 Fort", {"method": "land", "start": 3}, False),
        ("81 Fort", {"moved": True, "strategic": True}, True),
        ("81 Fort", {"moved": True}, False),
        ("AG B", {"method": "river", "start": 3}, False),
        ("AG B", {"moved": True}, True),
        ("58 Pz", {"dropped": True}, False),
        ("1 Para", {"dropped": True, "dispersed": True}, True),
        ("58 Pz", {"method": "sea", "port": 5}, False),
        ("84 Inf", {"method": "sea", "port": 5}, True),
    ],
)
def test_who_could_have_done_what_a_block_did(
    scenario: WestFrontScenario,
    name: str,
    facts: dict[str, object],
    possible: bool,
) -> None:
    block = Block(seat=AXIS, hex=scenario.map.hex("Lille"), **facts)  # type: ignore[arg-type]
    assert could_be(scenario, number(scenario, name), block) is possible


def test_italians_stay_near_italy() -> None:
    scenario = GAME.load("S43")
    army = number(scenario, "It 7 Inf")
    assert could_be(scenario, army, Block(seat=AXIS, hex=scenario.map.hex("Naples")))
    assert not could_be(scenario, army, Block(seat=AXIS, hex=scenario.map.hex("Paris")))


# -- the sheet --------------------------------------------------------------------------------------------------------


def test_the_sheet_shows_faces_backs_and_tracks(scenario: WestFrontScenario) -> None:
    state = GAME.new(scenario, SeededDice(bytes(32)))
    sheet = GAME.sheet(scenario, GAME.view(state, ALLIED))
    own = {piece.title for piece in sheet.pieces if piece.side == ALLIED and not piece.face_down}
    assert any(title.startswith("SHAEF") for title in own)
    assert all(piece.face_down and piece.unit is None for piece in sheet.pieces if piece.side == AXIS)
    tracks = {track.name: track.text for track in sheet.tracks}
    assert tracks["Month"].startswith("June 1944")
    assert tracks["Axis production"] == "53"
    victory = {scenario.map.label(mark.hex): mark.side for mark in sheet.marks if mark.text == "Victory City"}
    assert victory["Berlin"] == AXIS
    assert victory["Madrid"] is None


@pytest.mark.case("westfront", "16.1b")
def test_after_the_surrender_no_block_can_be_italian_so_the_defectors_are_the_same_in_every_sample() -> None:
    scenario = GAME.load("S43")
    state = WestFrontState(GAME, scenario, GAME.start(scenario), SeededDice(bytes(32)))
    lost = next(unit for unit in hexes(scenario.italian) if state.position.at[unit] >= 0)
    state.eliminate(lost, "2.4")
    surrender_of_italy(state)
    known = redact(scenario, state.position, ALLIED)
    assert known.at[lost] == ELIMINATED
    orders = list(state.legal(ALLIED))
    assert orders
    for seed in range(20):
        guess = GAME.sample(scenario, known, ALLIED, random.Random(seed))
        drawn = WestFrontState(GAME, scenario, guess, SeededDice(bytes(32)))
        assert list(drawn.legal(ALLIED)) == orders
        assert redact(scenario, guess, ALLIED) == known


@pytest.mark.case("westfront", "16.1b")
def test_an_upright_spanish_block_bars_a_defection_as_a_german_one_would() -> None:
    scenario = GAME.load("S43")
    state = WestFrontState(GAME, scenario, GAME.start(scenario), SeededDice(bytes(32)))
    surrender_of_italy(state)
    defectors = state.legal(ALLIED).values(Defect)
    guarded = defectors[0]
    spanish = next(iter(hexes(scenario.spanish)))
    beside = next(
        hex
        for hex in hexes(scenario.board.dry.cross(1 << state.position.at[guarded]))
        if not (state.occupied(ALLIED) | state.occupied(AXIS)) >> hex & 1
    )
    state.position.cv[spanish] = 1
    state.put(spanish, beside)
    assert guarded not in state.legal(ALLIED).values(Defect)
    state.show([spanish], "7.14")
    state.changed()
    assert guarded in state.legal(ALLIED).values(Defect)
