"""War in Europe's ground: data files, set-ups, secrets in the air, whole matches of what is there."""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from phaseline.atlas import HexMap
from phaseline.engine.casefile import load
from phaseline.engine.coverage import coverage
from phaseline.engine.dice import SeededDice
from phaseline.engine.harness import play_checked
from phaseline.engine.ledger import Ledger
from phaseline.engine.orders import verb_of
from phaseline.games.war_in_europe import GAME, files, orders
from phaseline.games.war_in_europe.files import PACKAGE, SEATS, read_files, read_setup
from phaseline.games.war_in_europe.making import unit_of
from phaseline.games.war_in_europe.opening import first_position
from phaseline.games.war_in_europe.orders import Move
from phaseline.games.war_in_europe.position import (
    ALLIED,
    AVAILABLE,
    AXIS,
    BOX_SOUTH,
    DEAD,
    DUE,
    FRONTS,
    GROUND,
    MISSIONS,
    SOUTH,
    SUPERIORITY,
    TRANSFER,
    Campaign,
    Commitment,
    Turn,
    air_box,
)
from phaseline.games.war_in_europe.rules import turns, victory
from phaseline.games.war_in_europe.scenario import Options, WarScenario
from phaseline.games.war_in_europe.state import WarState
from phaseline.games.war_in_europe.view import redact, sample
from phaseline.hexgrid import Grid
from phaseline.hexgrid.numbering import Section, Sections
from phaseline.mechanics.grades import graded

SCENARIOS = tuple(GAME.titles)
NUMBERS = frozenset(case.number for case in Ledger.read(PACKAGE))
SIZES = {
    "italy_1943": 83,
    "sichelschnitt": 309,
    "france_1940": 354,
    "overlord_1944": 226,
    "westwall": 166,
    "diadem": 74,
}


def blank_map() -> HexMap:
    """Sections B, C and D, all of it clear: the numbers of the printed sheets, and nothing else."""
    grid = Grid.flat(cols=56, rows=100, shoved="odd")
    sections = tuple(Section(letter, 0, 33 * n, 56, 34) for n, letter in enumerate("BCD"))
    drawn = HexMap.from_drawing(". .", name="blank")
    return replace_map(drawn, grid, Sections(grid, sections))


def replace_map(map: HexMap, grid: Grid, numbering: Sections) -> HexMap:
    """The same kinds of terrain on another grid, every hex clear and in the south air front."""
    terrain = type(map.terrain)({"clear": grid.all})
    fronts = type(map.areas)({"air_front": type(map.terrain)({"south": grid.all})})
    return dataclasses.replace(
        map, grid=grid, numbering=numbering, terrain=terrain, places=type(map.places)({}), areas=fronts
    )


def pass_until(state: WarState, step: str) -> None:
    """Everybody passes until play stands at a step."""
    state.advance()
    while state.decision is not None and step not in state.path():
        state.apply(state.decision.seats[0], next(iter(GAME.idle)))


@pytest.fixture(scope="module")
def blank() -> HexMap:
    return blank_map()


def scenario(key: str, map: HexMap) -> WarScenario:
    """A scenario on another map: whatever lies in countries belongs to nobody there."""
    return WarScenario(key, replace(read_setup(key, ()), territory=()), read_files(()), map, Options())


@pytest.mark.parametrize("key", SCENARIOS)
@pytest.mark.case("war_in_europe", "3.11a", "4.3", "10.0")
def test_every_scenario_is_set_up_within_the_rules(key: str, blank: HexMap) -> None:
    found = scenario(key, blank)
    assert len(found.units) - len(found.twins) == SIZES[key]
    position = first_position(found)
    state = WarState(GAME, found, position, SeededDice(b"1" * 32))
    for seat in (AXIS, ALLIED):
        assert not state.crowded(seat)
    assert not found.board.grid.all & state.occupied(AXIS) & state.occupied(ALLIED)
    setup = found.setup
    assert len(setup.weather) == found.last_turn
    for row in setup.transport.values():
        assert len(row) == found.last_turn
    tray = set(found.twins.values())
    assert all(
        entry.at or (entry.turn and entry.to) for n, entry in enumerate(found.entries) if n not in tray
    )
    for rule in setup.withdrawals:
        assert set(rule.units) <= set(found.number)
    assert position.stack == [Campaign()]
    for prize in setup.victory.places if setup.victory else ():
        assert blank.hex(prize.hex) in range(blank.grid.cols * blank.grid.rows)
    assert set(setup.tables) == {*SEATS, "foul"}
    assert setup.victory is not None
    assert {grade.winner for grade in setup.victory.grades} <= {*SEATS, ""}
    assert set(setup.tables.values()) <= set(found.tables.results)


@pytest.mark.case("war_in_europe", "3.22a", "3.24a", "3.24b", "3.24c", "3.24d", "5.3b")
def test_printed_values() -> None:
    types = read_files(()).counters.types
    printed = {
        "ge_pz": "10-8",
        "ge_pzgr": "8-8",
        "us_inf": "8-10",
        "uk_arm": "9-8",
        "ge_static": "(5)-1",
        "ge_inf": "6-5",
        "ge_sec": "6-3",
        "ge_abn": "7-5",
        "ge_abnrgt": "2-5",
        "it_abn": "3-4",
        "it_abnrgt": "1-4",
        "fr_inf": "3-4",
        "so_inf1": "1-4",
        "so_inf4": "4-4",
        "mobile_supply": "(1)-5",
        "repair": "(1)-5",
    }
    assert {name: types[name].full for name in printed} == printed
    assert all("full" in types[name].printed for name in printed)
    assert files.face("(5)-1").attack() == 0
    assert files.face("6-5").attack() == 6
    static = unit_of(read_files(()), "x", files.Entry(name="x", type="ge_static"))
    assert static.steps == 1
    assert str(static.full) == "(5)-1"


@pytest.mark.case("war_in_europe", "12.0", "12.46")
@pytest.mark.parametrize("name", sorted(read_files(()).tables.results))
def test_combat_tables_never_reward_a_worse_die_or_worse_odds(name: str) -> None:
    worth = ["Ae", "AEx", "Br", "Dr", "Ex", "1/2Ex", "De"]
    rows = [[worth.index(cell) for cell in row] for row in read_files(()).tables.results[name].odds.values()]
    assert all(len(row) == 6 and row == sorted(row) for row in rows)
    for worse, better in itertools.pairwise(rows):
        assert all(one <= other for one, other in zip(worse, better, strict=True))
        assert worse != better


@pytest.mark.case("war_in_europe", "4.2A1", "13.12a")
def test_commitments_are_secret_until_both_are_made(blank: HexMap) -> None:
    found = scenario("italy_1943", blank)
    position = first_position(found)
    assert position.air[air_box(SOUTH, ALLIED, AVAILABLE)] == 16
    here, there = air_box(SOUTH, ALLIED, AVAILABLE), air_box(SOUTH, ALLIED, GROUND)
    position.air[here] -= 5
    position.air[there] += 5
    position.stack = [Campaign(), Turn(turn=1), Commitment()]
    assert redact(found, position, ALLIED).air[there] == 5
    for who in (AXIS, None):
        known = redact(found, position, who)
        assert known.air[there] == 0
        assert known.air[here] == 16
    own = air_box(SOUTH, AXIS, SUPERIORITY)
    position.air[own] = 2
    known = redact(found, position, AXIS)
    assert known.air[own] == 2
    guesses = [sample(found, known, AXIS, random.Random(seed)) for seed in range(20)]
    assert len({tuple(guess.air) for guess in guesses}) > 10
    for guess in guesses:
        assert redact(found, guess, AXIS) == known
        assert sum(guess.air) == sum(position.air)
    position.stack = [Campaign(), Turn(turn=1)]
    assert redact(found, position, AXIS).air[there] == 5


@pytest.mark.case("war_in_europe", "13.61", "tbl.air.season")
def test_guesses_commit_what_can_be_committed(blank: HexMap) -> None:
    found = scenario("italy_1943", blank)
    position = first_position(found)
    position.turn = next(turn for turn in range(1, 99) if found.weather(turn) == "mud")
    position.air[air_box(SOUTH, ALLIED, AVAILABLE)] = 30
    position.stack = [Campaign(), Turn(turn=position.turn), Commitment()]
    known = redact(found, position, AXIS)
    guesses = [sample(found, known, AXIS, random.Random(seed)) for seed in range(20)]
    flying = [sum(guess.air[air_box(SOUTH, ALLIED, box)] for box in MISSIONS) for guess in guesses]
    leaving = [guess.air[air_box(SOUTH, ALLIED, TRANSFER)] for guess in guesses]
    assert max(leaving) == found.tables.air.out
    assert max(flying) == found.flying(ALLIED, SOUTH, "mud", 30) == 20


@pytest.mark.case("war_in_europe", "4.2D", "3.25b")
def test_housekeeping_brings_points_home_and_turns_bring_new_ones(blank: HexMap) -> None:
    found = scenario("italy_1943", blank)
    state = WarState(GAME, found, first_position(found), SeededDice(b"1" * 32))
    p = state.position
    for box, count in ((AVAILABLE, 10), (GROUND, 4), (SUPERIORITY, 2)):
        p.air[air_box(SOUTH, ALLIED, box)] = count
    turns.housekeeping(state)
    assert p.air[air_box(SOUTH, ALLIED, AVAILABLE)] == 16
    assert p.air[air_box(SOUTH, ALLIED, GROUND)] == 0
    assert len(p.air) == len(FRONTS) * 2 * 7
    p.turn = 10
    turns.begin_turn(state)
    assert p.air[air_box(SOUTH, ALLIED, AVAILABLE)] == 17
    assert p.fleet == [0, 8]
    assert state.weather == "mud"


@pytest.mark.case("war_in_europe", "4.3")
def test_points_and_their_meaning(blank: HexMap) -> None:
    found = scenario("italy_1943", blank)
    state = WarState(GAME, found, first_position(found), SeededDice(b"1" * 32))
    p = state.position
    assert victory.points(state) == 1  # Reggio, where the Eighth Army is ashore
    for name in ("D2912", "D3312", "D2707"):
        p.owner[ALLIED] |= 1 << blank.hex(name)
    assert victory.points(state) == 1 + 5 + 4 + 10
    state.eliminate(found.number["us-36"], "12.2")
    state.eliminate(found.number["br-231-bde"], "12.2")
    state.lose_step(found.number["us-34"], "12.2")
    assert victory.points(state) == 19, "a brigade and a battlegroup cost nothing"
    rules = found.setup.victory
    assert rules is not None
    levels = {count: graded(rules.grades, count).level for count in (40, 36, 35, 22, 19, 13, -5)}
    assert levels == {
        40: "Allied decisive",
        36: "Allied decisive",
        35: "Allied tactical",
        22: "Draw",
        19: "Axis tactical",
        13: "Axis decisive",
        -5: "Axis decisive",
    }


@pytest.mark.case("war_in_europe", "4.1a", "4.2C")
def test_italy_begins_with_the_allies(blank: HexMap) -> None:
    found = scenario("italy_1943", blank)
    position = first_position(found)
    assert position.at[found.number["us-82-abn"]] == BOX_SOUTH
    assert position.at[found.number["ge-334"]] == DUE
    assert position.steps[found.number["ge-334"]] == 2
    state = WarState(GAME, found, position, SeededDice(b"1" * 32))
    pass_until(state, "initial movement")
    assert state.path()[:2] == ("Turn 1", "Allied turn")
    order = Counter(entry.turn for entry in found.entries)
    assert order[0] - len(found.twins) == 49


@pytest.mark.case("war_in_europe", "5.11")
def test_army_group_b_stays_in_the_north(blank: HexMap) -> None:
    found = scenario("italy_1943", blank)
    state = WarState(GAME, found, first_position(found), SeededDice(b"1" * 32))
    pass_until(state, "initial movement")
    while state.decision is not None and AXIS not in state.decision.seats:
        state.apply(ALLIED, next(iter(GAME.idle)))
    unit = found.number["ge-76"]
    south = state.check(AXIS, Move(unit=unit, to=blank.hex("D2707")))
    assert south is not None
    assert south.case == "5.11"
    assert "north of Florence" in south.reason
    assert state.position.at[found.number["ge-94"]] != DEAD


@pytest.mark.case("war_in_europe", "5.11")
def test_the_fifteenth_army_waits_until_the_enemy_is_near(blank: HexMap) -> None:
    found = scenario("overlord_1944", blank)
    state = WarState(GAME, found, first_position(found), SeededDice(b"1" * 32))
    waiting = found.number["ge-47"]
    state.position.turn = 3
    assert any(leash.units >> waiting & 1 for leash in state.leashes())
    landed = found.rosters[ALLIED][0]
    state.put(landed, blank.hex("C2504"))
    turns.begin_movement(state)
    assert not list(state.leashes(waiting))
    state.put(landed, blank.hex("C0101"))
    turns.begin_movement(state)
    assert not list(state.leashes(waiting)), "for good"
    state.position.released = 0
    assert list(state.leashes(waiting))
    state.position.turn = 7
    assert not list(state.leashes(waiting))


def test_marks_name_cases_of_the_rulebook() -> None:
    assert len(NUMBERS) == 479
    found = coverage(GAME.key, PACKAGE, Path(__file__).parents[2])
    assert not found.faults
    assert len(found.testable) == 431
    assert found.counts["implemented"] == found.counts["tested"] == len(found.testable)
    tested = {number for file in CASE_FILES for case in load(file) for number in case.cases}
    assert tested <= NUMBERS


CASE_FILES = sorted((Path(__file__).parents[2] / "cases" / "war_in_europe").glob("*.yaml"))


def test_every_order_names_a_case_and_says_what_it_does() -> None:
    kinds = [getattr(orders, name) for name in orders.__all__]
    assert len({verb_of(kind) for kind in kinds}) == len(kinds)
    for kind in kinds:
        assert kind.case in NUMBERS, kind
        assert (kind.__doc__ or "").strip().splitlines()[0].endswith("."), kind


def test_promises_hold(blank: HexMap) -> None:
    found = scenario("italy_1943", blank)
    found.last_turn = 3
    played = play_checked(GAME, found, seed=1, thorough=0.002, cases=NUMBERS)
    assert played.orders > 100
