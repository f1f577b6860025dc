"""How the general of WestFront's Allies starves the Axis: he bars all railways that lead from Berlin to another Victory City."""

import random
from typing import Any

from tests.games.westfront.composed import number, state_of

from phaseline.ai.agent import Budget, Observation
from phaseline.ai.planning.severing import Lever
from phaseline.ai.search import GeneralAgent
from phaseline.ai.sight import Clock, Sight
from phaseline.ai.westfront.council import WestFrontCouncil
from phaseline.ai.westfront.isolation import isolation, movers
from phaseline.ai.westfront.planner import WestFrontPlanner
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.orders.command import Activate
from phaseline.games.westfront.orders.movement import Move
from phaseline.games.westfront.position import ALLIED, AXIS
from phaseline.games.westfront.rules import sources
from phaseline.games.westfront.state import WestFrontState

LEVERS = [Lever("somebody", 1.0, None)]


def berlin(more: str = "") -> WestFrontState:
    """Two railways lead from Berlin to Victory Cities: one corps of the Allies bars that to Prague, and one could come to the other."""
    return state_of(f"""
map:
  adjacent: [[Prague, A, Berlin, B, Hamburg], [C, A], [F, E, D, B]]
  lines: {{rail: [Prague, A, Berlin, B, Hamburg]}}
  hexes: {{Prague: {{victory: 1}}, Hamburg: {{victory: 1}}, Berlin: {{victory: 2}}}}
setup:
  active: allied
  phase: command
  control: {{elsewhere: axis}}
  hqs: [{{id: HQ, side: allied, type: hq, cv: 3, at: F}}]
  units:
  - {{id: near, side: allied, type: armor, cv: 3, at: C}}
  - {{id: far, side: allied, type: armor, cv: 3, at: F}}
  - {{id: garrison, side: axis, type: infantry, cv: 4, at: Berlin}}
  - {{id: other, side: axis, type: infantry, cv: 4, at: Prague}}
{more}""")


def planner(state: WestFrontState, *, general: bool) -> WestFrontPlanner:
    """The staff of the Allies, or the general where nothing is searched."""
    staff = WestFrontPlanner(state.scenario, ALLIED, 0)
    found: Any = WestFrontCouncil(state.scenario, ALLIED).usual(staff) if general else staff
    assert isinstance(found, WestFrontPlanner)
    return found


def played(state: WestFrontState, *, general: bool) -> list[object]:
    """The orders of a Command and a Movement Phase."""
    plan, given = planner(state, general=general), list[object]()
    while "Allied turn" in state.path() and state.path()[-1] in ("command", "moves"):
        seen = Observation(state.game, state.scenario, state.game.view(state, ALLIED), ALLIED)
        order = plan.order(Sight(seen, state, random.Random(1), Clock(Budget(None)))) or Done()
        assert state.check(ALLIED, order) is None
        state.apply(ALLIED, order)
        given.append(order)
    return given


def test_one_goes_and_another_stays_where_he_bars_something() -> None:
    state = berlin()
    found = isolation(state, movers(state), LEVERS)
    assert found is not None
    posts = [(state.unit(post.who).name, state.board.map.label(post.hex), post.free) for post in found.posts]
    assert posts[0] == ("near", "C", True)
    assert posts[1:] in ([("far", "B", False)], [("far", "D", False)]), "from D, too, he bars B"
    assert found.levers == [0]
    assert isolation(state, movers(state), []) is None, "nobody orders him"


def test_the_general_isolates_berlin_where_the_staff_does_not_think_of_it() -> None:
    state = berlin()
    assert sources.supplied(state, AXIS)
    orders = played(state, general=True)
    assert [order.hq for order in orders if isinstance(order, Activate)] == [number(state, "HQ")]
    far = [order for order in orders if isinstance(order, Move) and order.unit == number(state, "far")]
    assert len(far) == 1
    state.fix_control()
    assert not sources.supplied(state, AXIS)

    staff = berlin()
    played(staff, general=False)
    staff.fix_control()
    assert sources.supplied(staff, AXIS)


def test_a_zone_bars_nothing_where_the_axis_stands() -> None:
    """With a corps in A, the first railway is barred by a battle there alone: whoever bars it must attack."""
    state = berlin("  - {id: guard, side: axis, type: infantry, cv: 4, at: A}\n")
    found = isolation(state, movers(state), LEVERS)
    assert found is not None
    places = {state.unit(post.who).name: state.board.map.label(post.hex) for post in found.posts}
    assert places == {"near": "A", "far": "B"}


def test_who_is_out_of_supply_bars_only_where_he_stands() -> None:
    state = berlin()
    state.position.unsupplied |= 1 << number(state, "near")
    found = isolation(state, movers(state), LEVERS)
    assert found is not None
    near = [post for post in found.posts if post.who == number(state, "near")]
    assert [(state.board.map.label(post.hex), post.free) for post in near] == [("A", False)]


def test_a_berlin_that_nobody_holds_need_not_be_walked_around() -> None:
    """Who stands next to it, with nobody in it, has it in his zone: then it is no origin of anything."""
    state = berlin()
    state.put(number(state, "garrison"), state.board.hex("Hamburg"))
    found = isolation(state, movers(state), LEVERS)
    assert found is not None
    (post,) = found.posts
    going = state.unit(post.who).name, state.board.map.label(post.hex)
    assert going in (("near", "A"), ("far", "B"))


def test_whoever_disputes_an_empty_berlin_must_stay() -> None:
    """The Axis has it in its zone, too: once nobody disputes it, it feeds again (8.31)."""
    state = state_of("""
map:
  adjacent: [[Prague, A, Berlin, B, Hamburg], [C, Berlin], [C, A], [D, Berlin], [D, B], [C, F]]
  lines: {rail: [Prague, A, Berlin, B, Hamburg]}
  hexes: {Prague: {victory: 1}, Hamburg: {victory: 1}, Berlin: {victory: 2}}
setup:
  active: allied
  phase: command
  control: {elsewhere: axis}
  hqs: [{id: HQ, side: allied, type: hq, cv: 3, at: F}]
  units:
  - {id: near, side: allied, type: armor, cv: 3, at: C}
  - {id: garrison, side: axis, type: infantry, cv: 4, at: D}
  - {id: other, side: axis, type: infantry, cv: 4, at: Prague}
""")
    assert not sources.supplied(state, AXIS)
    found = isolation(state, movers(state), LEVERS)
    assert found is not None
    assert [(post.who, post.free) for post in found.posts] == [(number(state, "near"), True)]


def test_of_a_stack_one_corps_in_supply_is_enough_to_have_a_zone() -> None:
    """B is a hex of the Allies; a corps in Hamburg has it in its zone, so that a railway leads there once nobody bars it (8.2)."""
    state = berlin(
        "  - {id: good, side: axis, type: infantry, cv: 4, at: Hamburg}\n  - {id: bad, side: axis, type: infantry, cv: 4, at: Hamburg}\n"
    )
    b = 1 << state.board.hex("B")
    state.position.owner[ALLIED] |= b
    state.position.owner[AXIS] &= ~b
    state.put(number(state, "far"), state.board.hex("D"))
    state.position.unsupplied = 1 << number(state, "garrison") | 1 << number(state, "bad")
    state.changed()
    state.fix_control()
    found = isolation(state, movers(state), LEVERS)
    assert found is not None
    assert {state.unit(post.who).name: post.free for post in found.posts} == {"near": True, "far": True}


def test_who_would_leave_a_battle_to_the_enemy_is_not_counted_on() -> None:
    state = berlin("  - {id: enemy, side: axis, type: infantry, cv: 4, at: F}\n")
    assert number(state, "far") in movers(state), "the headquarters stays with the enemy"
    alone = berlin("  - {id: enemy, side: axis, type: infantry, cv: 4, at: C}\n")
    assert number(alone, "near") not in movers(alone)


def test_without_a_berlin_there_is_nothing_to_isolate() -> None:
    state = state_of("map: {adjacent: [[A, B]]}\nsetup: {active: allied, phase: command}\n")
    assert isolation(state, movers(state), LEVERS) is None


def test_the_level_is_told_apart_from_the_officer() -> None:
    assert GeneralAgent.alike("westfront", "W43") == ""
