"""The air war: what is secret stays so, and what other chapters ask of it (13)."""

from __future__ import annotations

import random

import pytest

from phaseline.atlas import HexMap
from phaseline.engine.aids import Overlay
from phaseline.engine.dice import ScriptedDice
from phaseline.engine.events import Event, tell
from phaseline.engine.events import redact as told
from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.engine.secrecy import Secrecy
from phaseline.games.war_in_europe import GAME, orders
from phaseline.games.war_in_europe.aids import air
from phaseline.games.war_in_europe.files import read_files, read_setup
from phaseline.games.war_in_europe.opening import first_position
from phaseline.games.war_in_europe.position import (
    ALLIED,
    AVAILABLE,
    AXIS,
    EAST,
    FRONTS,
    GROUND,
    INTERDICTION,
    SEA,
    SOUTH,
    SUPERIORITY,
    TRANSFER,
    WEST,
    Campaign,
    InterdictionPhase,
    PlayerTurn,
    SeaPhase,
    Turn,
    WarPosition,
    air_box,
)
from phaseline.games.war_in_europe.rules import airbases, aircombat, airground, airsea, commitment, turns
from phaseline.games.war_in_europe.rules.airbases import ANY, Bases
from phaseline.games.war_in_europe.scenario import Options, WarScenario
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Mask, hexes, mask_of

COMMITMENTS = (
    ("commit south ground 3",),
    ("commit south superiority 6",),
    ("commit south sea 1", "commit south sea 1"),
    ("commit south sea 5", "commit south ground 1"),
)
IDLE = {("overlord_1944", AXIS, SOUTH)}
"""Points whose front has no hex of their side in play: they can only leave it."""


@pytest.fixture(scope="module")
def italy() -> WarScenario:
    found = GAME.load("italy_1943")
    assert isinstance(found, WarScenario)
    return found


def begun(scenario: WarScenario) -> Match:
    return Match.new(GAME, scenario, seed=bytes(32))


def row(map: HexMap, *names: str) -> Mask:
    return mask_of(map.hex(name) for name in names)


# --- the secret -----------------------------------------------------------------------------------------------------


@pytest.mark.case("war_in_europe", "13.12a", "13.13b", "4.2A1")
@pytest.mark.parametrize("other", [AXIS, ALLIED])
def test_a_side_learns_nothing_of_what_the_other_commits(italy: WarScenario, other: int) -> None:
    """Views, drawings, orders, refusals and events of a side are the same, whatever the other commits and in which order."""
    seat = 1 - other
    seen = set()
    for texts in COMMITMENTS:
        match = begun(italy)
        events: list[Event] = []
        for text in texts:
            events += match.submit(other, text)
        listed = tuple(match.legal(seat))
        found = (
            match.view(seat).to_bytes(),
            match.view(None).to_bytes(),
            repr(GAME.sheet(italy, match.view(seat))),
            listed,
            str(match.check(seat, orders.Commit(front=WEST, box=GROUND, points=1))),
            tuple(told(events, seat)),
            tuple(told(events, None)),
        )
        match.submit(other, "done")
        seen.add((*found, match.view(seat).to_bytes(), tuple(match.legal(seat))))
    assert len(seen) == 1


@pytest.mark.case("war_in_europe", "13.12a")
def test_the_harness_finds_no_leak_at_any_point_of_the_commitment(italy: WarScenario) -> None:
    rng = random.Random(13)
    for _ in range(6):
        match = begun(italy)

        def require(condition: bool, message: str) -> None:
            assert condition, message

        secrecy = Secrecy(match, rng, require)
        while match.decision is not None and match.decision.step.label == "air commitment":
            for seat in (AXIS, ALLIED):
                secrecy.check_view(seat, [orders.Commit(front=SOUTH, box=SEA, points=n) for n in range(9)])
            seat = rng.choice(match.decision.seats)
            order = match.legal(seat).sample(rng)
            elsewhere = {who: secrecy.another(who) for who in (AXIS, ALLIED)}
            text = match.write(order)
            events = match.submit(seat, order)
            if match.entries[-1].before is not None:
                secrecy.check_own(seat, order, text, events, elsewhere[seat].copy())
                secrecy.check_others(seat, order, text, events, {1 - seat: elsewhere[1 - seat]})


@pytest.mark.case("war_in_europe", "13.12a", "13.13b")
def test_a_commitment_can_be_taken_back_until_both_have_finished(italy: WarScenario) -> None:
    match = begun(italy)
    match.submit(ALLIED, "commit south superiority 3")
    match.submit(AXIS, "commit south superiority 1")
    match.undo(ALLIED)
    position = match.position
    assert isinstance(position, WarPosition)
    assert position.air[air_box(SOUTH, ALLIED, SUPERIORITY)] == 0
    assert position.air[air_box(SOUTH, AXIS, SUPERIORITY)] == 1
    match.submit(ALLIED, "done")
    events = match.submit(AXIS, "done")
    assert any(event.case == "13.13b" and event.seats is None for event in events)
    assert match.entries[-1].before is None, "it has been shown"


@pytest.mark.case("war_in_europe", "13.11", "13.0", "13.7")
def test_everybody_can_fly_where_he_has_points_on_turn_1() -> None:
    """Nobody loses Points to a front without a supplied hex before play begins."""
    for key in GAME.titles:
        scenario = GAME.load(key)
        assert isinstance(scenario, WarScenario)
        state = WarState(GAME, scenario, first_position(scenario), ScriptedDice())
        for front, seat in airbases.displays(state):
            if commitment.strength(state, seat, front) and (key, seat, front) not in IDLE:
                assert airbases.operable(state, seat, front), f"{key}: {GAME.seats[seat]} {FRONTS[front]}"


@pytest.mark.case("war_in_europe", "13.12a")
def test_whoever_commits_nothing_is_told_before_he_goes_on(italy: WarScenario) -> None:
    """One Point that flies says that the others are held back on purpose."""
    match = begun(italy)
    found = GAME.aids.unspent(match.state, AXIS)
    free = match.state.position.air[air_box(SOUTH, AXIS, AVAILABLE)]
    assert [(line.text, line.case) for line in found if "south" in line.text] == [
        (f"{free} Air Points on the south front: none flies in this turn", "13.12a")
    ]
    match.submit(AXIS, orders.Commit(front=SOUTH, box=GROUND, points=1))
    assert not [line for line in GAME.aids.unspent(match.state, AXIS) if "south" in line.text]


def rolled(match: Match, *texts: tuple[int, str]) -> list[tuple[str, int | None]]:
    """What is rolled, and by whom."""
    events = [event for seat, text in texts for event in match.submit(seat, text)]
    return [(event.draw.purpose, event.by) for event in events if event.draw]


@pytest.mark.case("war_in_europe", "13.21", "13.27", "13.31a")
def test_everybody_rolls_for_his_own_points(italy: WarScenario) -> None:
    match = begun(italy)
    match.submit(ALLIED, "commit south superiority 3")
    match.submit(AXIS, "commit south superiority 2")
    match.submit(ALLIED, "done")
    dice = rolled(match, (AXIS, "done"), (ALLIED, "against 1"))
    assert dice == [("air attack at 1-1", ALLIED), ("air attack at 2-1", ALLIED), ("air counterattack", AXIS)]
    other = begun(italy)
    for seat in (ALLIED, AXIS):
        other.submit(seat, "commit south superiority 2")
    other.submit(ALLIED, "done")
    assert rolled(other, (AXIS, "done")) == [("air attack at 1-1", ALLIED), ("air attack at 1-1", AXIS)]


@pytest.mark.case("war_in_europe", "13.62")
@pytest.mark.case("war_in_europe", "13.23a")
@pytest.mark.parametrize(
    ("axis", "allied", "verdicts"),
    [
        (0, 6, ["Allied has air superiority on the south front"]),
        (6, 6, ["nobody has air superiority on the south front"]),
        (0, 0, []),
    ],
)
def test_it_is_told_who_has_superiority_as_part_of_the_air_combat(
    italy: WarScenario, axis: int, allied: int, verdicts: list[str]
) -> None:
    match = begun(italy)
    for seat, count in ((AXIS, axis), (ALLIED, allied)):
        if count:
            match.submit(seat, f"commit south superiority {count}")
    for seat in (AXIS, ALLIED):
        match.submit(seat, "done")
    events = [event for entry in match.entries for event in entry.events]
    fought = [event for event in events if event.contest == "Air combat, south front"]
    assert [tell(event, italy.lexicon) for event in fought if event.kind == "verdict"] == verdicts
    assert any(event.draw for event in fought) == bool(axis)
    assert not any(event.contest for event in events if event not in fought)


def test_only_a_front_that_was_once_flown_from_can_be_lost(west: WarState) -> None:
    p = west.position
    give(west, AXIS, AVAILABLE, 3)
    owned, p.owner[AXIS] = p.owner[AXIS], 0
    west.changed()
    assert commitment.evacuations(west, 0) is None
    assert points(west, AXIS, AVAILABLE) == 3, "they wait for a hex of their own"
    p.owner[AXIS] = owned
    west.changed()
    assert commitment.evacuations(west, 0) is None
    p.owner[AXIS] = 0
    west.changed()
    assert commitment.evacuations(west, 0) is None
    assert points(west, AXIS, AVAILABLE) == 0


# --- for combat and the sea -----------------------------------------------------------------------------------------

DRAWING = ". . . . . . . . . . . . . . . .\n . . . . . . . . . . . . . . . .\n"


@pytest.fixture
def west() -> WarState:
    """A strip of land in the West: the Axis holds its west, the Allies its east."""
    map = HexMap.from_drawing(DRAWING, name="strip", areas={"air_front": {"west": "0101-0116 0201-0216"}})
    return state_on(map)


def state_on(map: HexMap) -> WarState:
    setup = read_setup("italy_1943", ())
    bare = type(setup)(title="strip", begins="1943-06-04", weather=("clear",) * 4, first="Axis")
    scenario = WarScenario("strip", bare, read_files(()), map, Options())
    state = WarState(GAME, scenario, first_position(scenario), ScriptedDice())
    p = state.position
    p.owner = [row(map, "0101", "0201"), row(map, "0116", "0216")]
    p.stack = [Campaign(step=0, count=1), Turn(turn=1, step=0), PlayerTurn(seat=AXIS)]
    p.turn = 1
    return state


def points(state: WarState, seat: int, box: int, front: int = WEST) -> int:
    return state.position.air[air_box(front, seat, box)]


def give(state: WarState, seat: int, box: int, count: int, front: int = WEST) -> None:
    state.position.air[air_box(front, seat, box)] = count


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


# --- aids -----------------------------------------------------------------------------------------------------------


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
