"""The Allies of Overlord, whose general goes forward with a front: what he counts, what he keeps together, what he feeds it by."""

import pytest
from msgspec.structs import replace
from tests.ai.staffs import at_turn
from tests.ai.war_in_europe.conftest import WAR, played, state_of

from phaseline.ai.planning.front import Front
from phaseline.ai.war_in_europe.attacks import Strikes, _Sums
from phaseline.ai.war_in_europe.council import WarCouncil
from phaseline.ai.war_in_europe.ground import ground
from phaseline.ai.war_in_europe.line import Held, Line, Placed
from phaseline.ai.war_in_europe.parameters import parameters
from phaseline.ai.war_in_europe.planner import WarPlanner
from phaseline.ai.war_in_europe.rails import Railways
from phaseline.ai.war_in_europe.replies import Replies
from phaseline.ai.war_in_europe.seas import Fleet
from phaseline.ai.war_in_europe.situation import PARTS, Situation
from phaseline.ai.war_in_europe.supplying import Quartermaster, alone
from phaseline.games.war_in_europe.names import NATIONS
from phaseline.games.war_in_europe.position import ALLIED, AXIS, FRONTS, INFANTRY, pool
from phaseline.games.war_in_europe.rules import repair, supply
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, hexes, mask_of

AMERICANS = pool(NATIONS.index("american"), INFANTRY, FRONTS.index("west"))


@pytest.fixture(scope="module")
def overlord() -> WarScenario:
    """From Normandy to the Rhine."""
    scenario: WarScenario = WAR.load("overlord_1944")
    return scenario


@pytest.fixture
def s(overlord: WarScenario) -> WarState:
    """The first Allied march, the Cotentin and Caen in Allied hands and nobody in them."""
    match = played(overlord, 1, at_turn(1, "initial movement"), staffs=(ALLIED,), most=400)
    state = state_of(match).copy()
    for unit in hexes(state.on_map(AXIS)):
        if overlord.board.grid.distance(state.position.at[unit], at(overlord, "C1703")) < 12:
            state.put(unit, at(overlord, "C4012"))
    taken = mask_of(at(overlord, label) for label in ("C1702", "C1703", "C1704", "C1804", "C1603", "C1504"))
    state.position.owner[ALLIED] |= taken
    state.position.owner[AXIS] &= ~taken
    state.changed()
    return state


def at(scenario: WarScenario, label: str) -> Hex:
    """A hex."""
    return scenario.map.hex(label)


def general(scenario: WarScenario, seat: int) -> WarPlanner:
    """The staff of a general."""
    return WarCouncil(scenario, seat).taken(seat, "", None, swift=False)


def seen(s: WarState) -> Situation:
    """A position as a general of the Allies sees it."""
    s.changed()
    by = parameters()
    drawn = replace(by, front=replace(by.front, drawn=True))
    return Situation(ground(s.scenario).under(drawn), s, ALLIED)


def put(s: WarState, unit: str, label: str) -> int:
    """Somebody into a hex."""
    number: int = s.scenario.number[unit]
    s.put(number, at(s.scenario, label))
    return number


def test_only_the_general_of_the_allies_goes_forward_with_his_front(
    overlord: WarScenario, s: WarState
) -> None:
    diadem = WAR.load("diadem")
    other = state_of(played(diadem, 1, at_turn(1, "initial movement"), staffs=(), most=400))

    def advances(staff: WarPlanner, state: WarState) -> bool:
        return Situation(staff.ground, state, staff.seat).advances

    assert advances(general(overlord, ALLIED), s)
    assert not advances(general(overlord, AXIS), s)
    assert not general(overlord, AXIS).stands
    assert not advances(WarPlanner(overlord, ALLIED), s)
    assert not WarPlanner(overlord, ALLIED).stands
    assert general(diadem, AXIS).stands
    assert not advances(general(diadem, AXIS), other)


# -- men --------------------------------------------------------------------------------------------------------------


def test_a_step_counts_little_while_there_are_points_for_it_and_few_wait(s: WarState) -> None:
    unit = put(s, "us-1", "C1702")
    s.position.pools[AMERICANS] = 0
    assert not seen(s).spared >> unit & 1
    s.position.pools[AMERICANS] = 6
    assert seen(s).spared >> unit & 1
    assert not Situation(ground(s.scenario), s, ALLIED).spared
    for other in ("us-4", "us-9"):
        s.lose_step(s.scenario.number[other], "12.2")
    assert not seen(s).spared >> unit & 1
    s.position.pools[AMERICANS] = 7
    assert seen(s).spared >> unit & 1


def test_it_counts_more_where_no_way_leads_back(s: WarState, monkeypatch: pytest.MonkeyPatch) -> None:
    unit = put(s, "us-1", "C1704")
    foe = at(s.scenario, "C1705")
    s.put(s.scenario.number["ge-352"], foe)
    s.position.pools[AMERICANS] = 6
    force = {unit: at(s.scenario, "C1704")}
    by, view = parameters().front, seen(s)
    sums = _Sums(view, foe)
    cost = {}
    for back in (True, False):
        monkeypatch.setattr(Situation, "way_back", lambda _view, _hex, back=back: back)
        cost[back] = sums.own(force, 6)
    assert cost[True] == pytest.approx(by.replaced * view.ground.step_cost(s, unit))
    assert cost[False] == pytest.approx(by.cornered * view.ground.step_cost(s, unit))


def test_who_attacks_is_reckoned_with_for_what_should_be_left_of_him(
    s: WarState, monkeypatch: pytest.MonkeyPatch
) -> None:
    unit = put(s, "us-1", "C1704")
    foe, here = at(s.scenario, "C1705"), at(s.scenario, "C1704")
    s.put(s.scenario.number["ge-77"], foe)
    staff = Strikes(seen(s), {}, 0)
    way = staff.assess(foe, {unit: here})
    worn = {}
    for result in ("Ae", "Ex", "1/2Ex", "Dr"):
        monkeypatch.setattr(Strikes, "_results", lambda *_args, result=result: [result] * 6)
        worn[result] = staff.wear(way)
    assert worn == {"Ae": 1.0, "Ex": 0.5, "1/2Ex": 0.25, "Dr": 0.0}
    line = Line(seen(s), 1 << unit, {unit: Placed(at(s.scenario, "C1703"), 0.5)})
    assert line.fixed >> unit & 1
    assert line.at[unit] == at(s.scenario, "C1703")
    assert line._strength(unit) == 8 * PARTS // 2


def test_a_battlegroup_goes_where_it_is_less_likely_to_be_lost_and_fed(
    s: WarState, monkeypatch: pytest.MonkeyPatch
) -> None:
    unit = put(s, "us-1", "C1704")
    s.lose_step(unit, "12.2")
    here, back = at(s.scenario, "C1704"), at(s.scenario, "C1703")
    replies = Replies(seen(s), stands=True)
    monkeypatch.setattr(Situation, "danger", lambda _view, hex, _defence: float(hex == here))
    monkeypatch.setattr(Situation, "fed", lambda _view, _unit: 1 << here | 1 << back)
    assert replies._safer(unit, back)
    monkeypatch.setattr(Situation, "fed", lambda _view, _unit: 1 << here)
    assert not replies._safer(unit, back)
    monkeypatch.setattr(Situation, "fed", lambda _view, _unit: 1 << here | 1 << back)
    monkeypatch.setattr(Situation, "danger", lambda _view, _hex, _defence: 0.5)
    assert not replies._safer(unit, back)


def test_a_post_is_dearer_for_a_battlegroup_than_for_a_whole_division(s: WarState) -> None:
    unit = put(s, "us-1", "C1704")
    line = Line(seen(s), 1 << unit)
    assert line._dear(unit) == 0
    s.lose_step(unit, "12.2")
    assert Line(seen(s), 1 << unit)._dear(unit) == line.point


# -- supply -----------------------------------------------------------------------------------------------------------


def test_a_railway_that_a_supply_unit_feeds_does_not_work_without_it(s: WarState) -> None:
    """Who takes it for a railhead of its own drives on, and nobody is fed any more."""
    scenario, port = s.scenario, at(s.scenario, "C1804")
    line = mask_of(at(scenario, label) for label in ("C1504", "C1603"))
    s.position.rail[ALLIED] |= line
    s.position.rail[AXIS] &= ~line
    unit = put(s, "al-ams1", "C1603")
    view = seen(s)
    chain = supply.chain_of(s, supply.school_of(s, unit))
    assert chain.major & line == line
    assert not alone(chain) & line
    assert alone(chain) >> port & 1
    general_sees = Quartermaster(view)._base(1 << unit)
    officer_sees = Quartermaster(Situation(ground(scenario), s, ALLIED))._base(1 << unit)
    assert not general_sees & ~officer_sees
    assert officer_sees & ~general_sees


def test_a_repair_unit_joins_railways_to_a_port_first(s: WarState) -> None:
    """The hex in which it begins is its side's only when it comes back to it."""
    scenario = s.scenario
    unit = put(s, "al-arr1", "C1703")
    railways = Railways(seen(s))
    cherbourg, inland = at(scenario, "C1702"), at(scenario, "C1603")
    assert railways._opened(1 << inland, 0) == 0
    assert railways._opened(1 << cherbourg | 1 << at(scenario, "C1703"), 0) == 2
    way = railways._joined(unit, 0)
    entered = mask_of(repair.routes(s, unit).path(way[0])[1:]) | mask_of(way)
    assert entered & scenario.board.ports
    assert railways._opened(entered, s.position.rail[ALLIED]) > 0
    (start,) = hexes(s.where(1 << unit))
    again = tuple(order.to for order in railways.repairs() if order.unit == unit)  # type: ignore[attr-defined]
    assert again == way
    assert start == at(scenario, "C1703")


def test_nobody_sails_to_a_port_that_cannot_be_held(s: WarState, monkeypatch: pytest.MonkeyPatch) -> None:
    port = at(s.scenario, "C1804")
    fleet = Fleet(seen(s))
    monkeypatch.setattr(Situation, "holds", lambda _view, _hex, strength: strength >= 36)
    assert not fleet._lost(port, support=False)
    monkeypatch.setattr(Situation, "holds", lambda _view, _hex, strength: strength >= 37)
    assert fleet._lost(port, support=False)
    monkeypatch.setattr(Situation, "bare", lambda _view, _hex: True)
    assert fleet._lost(port, support=True)


def test_a_supply_unit_keeps_out_of_reach_of_the_enemy(s: WarState, monkeypatch: pytest.MonkeyPatch) -> None:
    put(s, "al-ams1", "C1603")
    here = at(s.scenario, "C1504")
    view = seen(s)
    threatened = Quartermaster(view)._worth
    monkeypatch.setattr(Situation, "bare", lambda _view, hex: hex == here)
    exposed = threatened(here, 0)
    monkeypatch.setattr(Situation, "bare", lambda _view, _hex: False)
    assert threatened(here, 0) - exposed == pytest.approx(30.0)


def test_an_attack_is_made_for_as_much_as_the_front_suffers_by_it(
    s: WarState, monkeypatch: pytest.MonkeyPatch
) -> None:
    unit = put(s, "us-1", "C1704")
    foe, here = at(s.scenario, "C1705"), at(s.scenario, "C1704")
    s.put(s.scenario.number["ge-77"], foe)
    view = seen(s)
    way = Strikes(view, {}, 0).assess(foe, {unit: here})._replace(worth=10.0)
    suffers = {"with": 0}
    monkeypatch.setattr(Strikes, "plan", lambda _staff: [way])

    def best(line: Line) -> Held:
        return Held(Front({}, 0, 0), {}, {}, suffers["with"] if line.left else 0)

    monkeypatch.setattr(Line, "best", best)
    by = parameters()
    most = int(10.0 * by.front.bold * by.front.scenarios["overlord_1944"].point / by.worth.point)
    planner = general(s.scenario, ALLIED)
    suffers["with"] = most
    assert {number: spot.hex for number, spot in planner._bounds(view, 1 << unit).items()} == {unit: here}
    assert [each.target for each in planner._attacks] == [foe]
    suffers["with"] = most + 1
    assert not planner._bounds(view, 1 << unit)
    assert not planner._attacks
