"""Where the staff of War in Europe goes: what draws units, who comes first, and how supply keeps up."""

import pytest
from tests.ai.staffs import at_turn
from tests.ai.war_in_europe.conftest import WAR, played, state_of

from phaseline.ai.war_in_europe.attacks import Strikes
from phaseline.ai.war_in_europe.ground import Ground, ground
from phaseline.ai.war_in_europe.march import Goal, March
from phaseline.ai.war_in_europe.planner import guarded
from phaseline.ai.war_in_europe.pull import LATE, Pull
from phaseline.ai.war_in_europe.situation import Situation
from phaseline.ai.war_in_europe.supplying import Quartermaster
from phaseline.games.war_in_europe.position import ALLIED, AXIS, InitialMovement
from phaseline.games.war_in_europe.scenario import FOOT, WarScenario
from phaseline.hexgrid import hexes


def numbered(scenario: WarScenario, key: str) -> int:
    """A unit by its key in the scenario's file."""
    return scenario.number[key]


def marching(scenario: WarScenario) -> Situation:
    """The first initial movement of the Axis, as its staff sees it."""
    match = played(scenario, 1, at_turn(1, "initial movement"), staffs=(AXIS,), most=300)
    state = state_of(match)
    assert state.within(InitialMovement)
    return Situation(ground(scenario), state, AXIS)


def test_quick_units_feel_distant_goals_more_and_none_that_they_come_to_too_late(
    sichelschnitt: WarScenario,
) -> None:
    pull = Pull(marching(sichelschnitt))
    armour, foot = numbered(sichelschnitt, "ge-1-pz"), numbered(sichelschnitt, "ge-8")
    assert pull.pace(armour) == 16
    assert pull.pace(foot) == 5
    assert pull.felt(armour, 100.0, 10) > pull.felt(foot, 100.0, 10) > 0
    # Two turns on foot after this phase, and a little more.
    last = pull.time(foot)
    assert last == 13
    assert pull.felt(foot, 100.0, last + 1) < 1.01 * LATE * pull.felt(foot, 100.0, last)


def test_what_cuts_most_divisions_off_is_worth_most(sichelschnitt: WarScenario) -> None:
    """Whoever has Paris has cut off everybody: its defender knows what it is worth to hold it."""
    paris = sichelschnitt.map.hex("C2109")
    defender = Situation(ground(sichelschnitt), marching(sichelschnitt).s, ALLIED)
    assert defender.noose.keys() == {paris}
    assert defender.noose[paris] > 300
    assert defender.worth(paris) > defender.noose[paris]


def test_the_armour_comes_through_the_ardennes_in_the_first_movement(sichelschnitt: WarScenario) -> None:
    match = played(sichelschnitt, 1, at_turn(1, "combat"), staffs=(AXIS,))
    s = state_of(match)
    beyond = [
        unit
        for unit in hexes(s.on_map(AXIS) & sichelschnitt.twice & sichelschnitt.combat_units)
        if s.scenario.map.label(s.position.at[unit]) < "C3000"
    ]
    assert len(beyond) >= 4
    assert not any(s.crowded(AXIS) >> hex & 1 for hex in hexes(s.occupied(AXIS)))


def test_supply_units_go_where_the_armour_will_be(sichelschnitt: WarScenario) -> None:
    """They look at where units are sent, not at where they stand, and no more than fit in go to a hex."""
    view = marching(sichelschnitt)
    s, map = view.s, sichelschnitt.map
    at = {unit: s.position.at[unit] for unit in hexes(s.on_map(AXIS))}
    meuse = map.hex("C2810")
    ahead = at | {numbered(sichelschnitt, key): meuse for key in ("ge-1-pz", "ge-2-pz", "ge-10-pz")}
    going = {order.unit: order.to for order in Quartermaster(view, ahead).posts()}
    assert going
    distance = s.scenario.board.grid.distance

    def nearest(posts: dict[int, int]) -> int:
        return min(
            distance(meuse, posts.get(unit, at[unit]))
            for unit in hexes(s.scenario.suppliers & s.on_map(AXIS))
        )

    assert nearest(going) < nearest({})
    for hex in set(going.values()):
        there = [unit for unit in at if going.get(unit, at[unit]) == hex and s.scenario.counted >> unit & 1]
        assert len(there) <= view.limit(hex)


def test_a_beachhead_is_not_left_empty_for_an_attack() -> None:
    """All of the corps at Anzio could attack; one stays in its port. Where somebody else is, or comes, all may go."""
    scenario: WarScenario = WAR.load("diadem")
    s = state_of(played(scenario, 1, at_turn(2, "initial movement"), staffs=(), most=400))
    view = Situation(ground(scenario), s, ALLIED)
    anzio, ahead = scenario.map.hex("D2608"), scenario.map.hex("D2707")
    corps = [numbered(scenario, key) for key in ("us-3", "us-45", "us-1-arm", "br-1")]
    assert {s.position.at[unit] for unit in corps} == {anzio}
    going = guarded(view, dict.fromkeys(corps, ahead))
    assert sorted(going.values()) == sorted([anzio, *[ahead] * 3])
    stays = next(unit for unit in corps if going[unit] == anzio)
    assert s.face(stays).attack() == min(s.face(unit).attack() for unit in corps)
    assert set(guarded(view, dict.fromkeys(corps[1:], ahead)).values()) == {ahead}


def test_how_far_a_goal_is_hangs_on_nothing_that_changes_in_a_match(westwall: WarScenario) -> None:
    """So that it may be remembered by the goal alone: ways are those of summer, with nobody anywhere."""
    match = played(westwall, 1, at_turn(1, "initial movement"), staffs=(AXIS,), most=300)
    s = state_of(match).copy()
    goal = max(hexes(westwall.board.cities))
    before = Ground(westwall).travel(s, goal, FOOT)
    weather = set()
    for turn in range(1, westwall.last_turn + 1):
        s.position.turn = turn
        weather.add(s.weather)
        s.position.rail = [0, 0]
        s.position.neutral = westwall.board.playable
        s.position.marks = [westwall.board.playable] * 2
        s.changed()
        assert Ground(westwall).travel(s, goal, FOOT) == before
    assert len(weather) > 1
    assert len(before) > 100


def test_cadres_and_partisans_take_no_room(
    sichelschnitt: WarScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    """10.1: they never count; no scenario has any so far, so that a division is declared to be one."""
    s = state_of(played(sichelschnitt, 1, at_turn(1, "initial movement"), staffs=(AXIS,), most=900))
    unit = next(hexes(s.on_map(AXIS) & sichelschnitt.counted))
    here = s.position.at[unit]
    there = next(hexes(s.occupied(AXIS) & ~(1 << here)))

    def staff() -> Strikes:
        return Strikes(Situation(ground(sichelschnitt), s, AXIS), {}, 0)

    before = staff().room(here)
    assert staff().settles(unit, there)
    monkeypatch.setattr(sichelschnitt, "counted", sichelschnitt.counted & ~(1 << unit))
    assert staff().room(here) == before + 1
    assert not staff().settles(unit, there)


def test_a_battlegroup_keeps_away_from_danger(
    sichelschnitt: WarScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = marching(sichelschnitt)
    s, unit = view.s, numbered(sichelschnitt, "ge-1-pz")
    hex = s.position.at[unit]
    monkeypatch.setattr(type(view.threat), "area", 1 << hex, raising=False)
    monkeypatch.setattr(Situation, "danger", lambda _view, _hex, _defence: 1.0)
    goal = Goal(hex, 10.0, 1.0, "")

    def score(view: Situation) -> float:
        return March(view, Pull(view), 0, {})._score(unit, hex, goal, {hex: 0})

    def price(view: Situation) -> float:
        return view.by.march.exposed * view.ground.cost(s, unit)

    whole = score(view) + price(view)
    s.lose_step(unit, "12.2")
    s.changed()
    weak = Situation(view.ground, s, AXIS)
    lost = view.by.march.brittle * view.by.worth.point
    assert score(weak) + price(weak) == pytest.approx(whole - lost)
