"""The front of a side that defends, mostly the Axis in Diadem: where it runs, what it is held with, and what is left alone for it."""

import pytest
from tests.ai.staffs import at_turn
from tests.ai.war_in_europe.conftest import WAR, played, state_of

from phaseline.ai import registry
from phaseline.ai.agent import Budget
from phaseline.ai.driver import observe
from phaseline.ai.war_in_europe.council import WarCouncil
from phaseline.ai.war_in_europe.ground import ground
from phaseline.ai.war_in_europe.line import Held, Line
from phaseline.ai.war_in_europe.menace import FALLS, Menace
from phaseline.ai.war_in_europe.planner import WarPlanner
from phaseline.ai.war_in_europe.replies import Replies
from phaseline.ai.war_in_europe.situation import PARTS, Situation
from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import ALLIED, AXIS
from phaseline.games.war_in_europe.rules import movement
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.hexgrid import Hex, flood, hexes, mask_of


@pytest.fixture(scope="module")
def diadem() -> WarScenario:
    """From the Gustav Line to the Arno."""
    scenario: WarScenario = WAR.load("diadem")
    return scenario


def _phasing(match: Match) -> int:
    """Whose turn it is."""
    return state_of(match).phasing


@pytest.fixture(scope="module")
def view(diadem: WarScenario) -> Situation:
    """The Axis as it is about to march in Turn 1, the Allies having passed."""
    marching = at_turn(1, "initial movement")
    match = played(diadem, 1, lambda match: marching(match) and _phasing(match) == AXIS, staffs=(AXIS,))
    return Situation(ground(diadem), state_of(match), AXIS)


def general(scenario: WarScenario, seat: int) -> WarPlanner:
    """The staff of a general."""
    return WarCouncil(scenario, seat).taken(seat, "", None, swift=False)


@pytest.fixture(scope="module")
def held(view: Situation) -> Held:
    """Its front."""
    found = Line(view, movement.movable(view.s).mask).best()
    assert found is not None
    return found


def test_a_front_is_for_the_general_and_for_those_named_in_the_parameters(
    diadem: WarScenario, sichelschnitt: WarScenario
) -> None:
    assert general(diadem, AXIS).stands
    assert not WarPlanner(diadem, AXIS).stands
    assert not general(diadem, ALLIED).stands
    assert general(sichelschnitt, ALLIED).stands
    assert not general(sichelschnitt, AXIS).stands
    whole_campaign = WAR.load("france_1940")
    assert general(whole_campaign, ALLIED).stands
    assert not general(whole_campaign, AXIS).stands


def test_the_allies_of_sichelschnitt_hold_one_before_paris(sichelschnitt: WarScenario) -> None:
    marching = at_turn(1, "initial movement")
    match = played(sichelschnitt, 1, lambda match: marching(match) and _phasing(match) == ALLIED)
    view = Situation(ground(sichelschnitt), state_of(match), ALLIED)
    found = Line(view, movement.movable(view.s).mask).best()
    assert found is not None
    paris = sichelschnitt.hex_at("C2109", "test")
    assert found.front.behind >> paris & 1
    assert not found.front.behind & view.s.occupied(AXIS)
    agent = registry.make("general", 1)
    agent.order(observe(match, ALLIED), Budget())
    assert any(line.startswith("The front: ") for line in agent.explain())


def test_the_front_keeps_all_enemies_from_home_and_somebody_stands_on_every_post(
    view: Situation, held: Held
) -> None:
    s, board = view.s, view.s.scenario.board
    enemies = s.occupied(ALLIED) & board.playable
    assert not held.front.behind & enemies
    sources = s.scenario.centers[AXIS]
    assert sources & held.front.behind == sources
    manned = mask_of(held.at.values()) | s.where(s.on_map(AXIS) & ~mask_of(held.at) & s.scenario.combat_units)
    assert mask_of(held.front.posts) & ~manned == 0
    open_ground = board.playable & ~mask_of(held.front.posts)
    come = flood(board.grid, enemies, open_ground, board.land_sides(frozen=False))
    assert not come & sources


def test_those_who_hold_it_can_come_there_and_find_room(view: Situation, held: Held) -> None:
    s = view.s
    for unit, hex in held.at.items():
        assert (view.reach(unit) | movement.one_hex(s, unit)) >> hex & 1
    for hex in held.front.posts:
        fixed = [unit for unit in s.units_at(hex, AXIS) if unit not in held.at]
        stay = [unit for unit in fixed if not movement.movable(s).mask >> unit & 1]
        assert len(stay) + sum(other == hex for other in held.at.values()) <= view.limit(hex)


def test_what_is_left_in_front_of_a_front_counts_against_it(view: Situation) -> None:
    line = Line(view, movement.movable(view.s).mask)
    found = line.best()
    assert found is not None
    assert line._left_behind(found.front) == 0
    nothing = found.front._replace(behind=0)
    strength = sum(view.s.face(unit).strength for unit in hexes(line.mobile | line.fixed))
    assert line._left_behind(nothing) == PARTS * strength


# -- what the enemy brings --------------------------------------------------------------------------------------------


def menace(view: Situation) -> Menace:
    """All Allies on the map."""
    return Menace(view, view.s.scenario.board.playable)


def test_an_attack_on_a_post_is_what_fits_into_the_hexes_before_it_less_for_rivers(view: Situation) -> None:
    found, scenario = menace(view), view.s.scenario
    anzio, rome = scenario.map.hex("D2608"), scenario.map.hex("D2707")
    come = [strength for strength, area in found.strikes if area >> anzio & 1]
    assert len(come) > 4
    assert not found.wet(anzio, rome)
    assert found.bears[anzio] == found.attack(rome, 1 << anzio) == sum(sorted(come)[-4:])
    river, beyond = next(
        (start, hex)
        for start in sorted(found.bears)
        for hex in hexes(scenario.board.rivers.beyond(start) & scenario.board.playable)
    )
    four = [strength for strength, area in found.strikes if area >> river & 1][:4]
    assert found.attack(beyond, 1 << river) == sum(strength // 2 for strength in four)
    assert found.bears[river] == sum(four)


def test_works_and_mountains_each_double_a_defence(view: Situation, diadem: WarScenario) -> None:
    found = menace(view)
    formia, cassino, pescara = (diadem.map.hex(label) for label in ("D2810", "D2910", "D3207"))
    mountain = next(hexes(diadem.board.mountain & ~found.walls))
    assert [found.times(hex) for hex in (formia, cassino, pescara, mountain)] == [2, 2, 1, 2]
    # Works take one from the die, as rough ground does, but not both; air points would add one.
    found.s = view.s.copy()
    found.s.position.air = [0] * len(found.s.position.air)
    assert [found.die(hex) for hex in (formia, cassino, pescara)] == [-1, -1, 0]


def test_how_likely_a_post_falls_is_read_from_the_table(view: Situation) -> None:
    """Attrition at 4-1: AEx, Br, Br, Ex, Ex, 1/2Ex; at 5-1 a Dr and one more 1/2Ex for a Br and an Ex."""
    found = menace(view)
    four = (FALLS["AEx"] + 2 * FALLS["Br"] + 2 * FALLS["Ex"] + FALLS["1/2Ex"]) // 6
    five = (FALLS["AEx"] + FALLS["Br"] + FALLS["Dr"] + FALLS["Ex"] + 2 * FALLS["1/2Ex"]) // 6
    assert found.falls(40, 10, 0) == four
    assert found.falls(50, 10, 0) == five
    assert found.falls(45, 10, 0) == four + (five - four) * 5 // 10
    assert found.falls(9, 10, 0) < found.falls(10, 10, 0)
    assert found.falls(140, 10, 0) == 1000
    assert found.falls(40, 10, -1) < four < found.falls(40, 10, 1)


def test_posts_are_dearer_the_more_points_they_hold(view: Situation, diadem: WarScenario) -> None:
    line = Line(view, movement.movable(view.s).mask)
    rome, empty = diadem.map.hex("D2707"), diadem.map.hex("D2606")
    attack = 400 * PARTS

    def risk(hex: Hex, strength: int | None) -> int:
        return line._risk(hex, attack, strength)

    assert risk(rome, 40 * PARTS) > risk(empty, 40 * PARTS) > 0
    assert risk(empty, None) == line.by.open
    assert risk(empty, PARTS) == line.by.soft
    assert line._risk(empty, 0, PARTS) == 0
    assert line._risk(empty, 0, None) < line.by.open


# -- in battle --------------------------------------------------------------------------------------------------------


class Going(Replies):
    """Tells whether somebody would go back, wherever that is."""

    def retreat(self) -> Order:
        """He would."""
        return orders.GiveWay()


def test_battlegroups_keep_the_front_closed_where_they_are_too_many_to_be_overrun(
    diadem: WarScenario,
) -> None:
    """A new battlegroup by itself goes back; with whole divisions beside it it stays, though the hex is worth little."""
    asked = at_turn(1, "battlegroups")
    s = state_of(played(diadem, 1, lambda match: asked(match) and bool(match.legal(AXIS)))).copy()
    unit = next(iter(s.legal(AXIS).values(orders.Stay)))
    hex = diadem.map.hex("D3006")
    s.put(unit, hex)
    s.changed()

    def does(*, stands: bool) -> Order:
        view = Situation(ground(diadem), s, AXIS)
        assert view.worth(hex) < view.ground.cost(s, unit)
        return Going(view, stands=stands).pull_back()

    assert does(stands=True) == orders.GiveWay()
    for key in ("ge-305", "ge-334"):
        s.put(diadem.number[key], hex)
    s.changed()
    assert does(stands=True) == orders.Stay(unit)
    assert does(stands=False) == orders.GiveWay()


def test_who_holds_a_front_does_not_leave_it_after_an_attack(diadem: WarScenario) -> None:
    """Others advance into what their attack has cleared; and who is attacked may go where he likes."""
    asked = at_turn(1, "advance")

    def wanted(match: Match) -> bool:
        return asked(match) and Replies(advancing(match)).advance() is not None

    def advancing(match: Match) -> Situation:
        assert match.decision is not None
        return Situation(ground(diadem), state_of(match), match.decision.seats[0])

    match = played(diadem, 3, wanted)
    assert wanted(match)
    assert Replies(advancing(match), stands=True).advance() is None
