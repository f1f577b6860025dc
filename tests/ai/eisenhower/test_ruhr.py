"""The way to the Ruhr, by which the Allies win at once: who bars it, and who goes first (4.2.1)."""

import pytest
from tests.ai.eisenhower.conftest import at_step, new_match, played, state_of
from tests.ai.eisenhower.landed import ashore, hex_of

from phaseline.ai.eisenhower.attacks import GeneralStaff
from phaseline.ai.eisenhower.march import March
from phaseline.ai.eisenhower.planner import EisenhowerPlanner
from phaseline.ai.eisenhower.replies import Replies
from phaseline.ai.eisenhower.roads import bystanders, decisive, hastens, roadblocks
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import ground
from phaseline.ai.field import Assault
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, ELIMINATED, GERMAN, Combat
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import hexes, union
from phaseline.mechanics.tables import Losses


def test_on_turn_1_who_bars_the_way_to_the_ruhr_is_known(alternate: EisenhowerScenario) -> None:
    s = ashore(alternate)
    utrecht = hex_of(alternate, "3512")
    found = roadblocks(Situation(ground(alternate), s, ALLIED))
    assert found[utrecht].gone == 1.0  # without him it cannot but fall on Turn 2
    assert len(found) == 1
    s.position.turn = 2
    assert roadblocks(Situation(ground(alternate), s, ALLIED)) == {}


def test_who_is_driven_back_may_still_bar_the_way(alternate: EisenhowerScenario) -> None:
    """Of a loss of two the corps at Utrecht takes one and goes back a hex, where it stands in the way as before (11.2)."""
    s = ashore(alternate)
    utrecht = hex_of(alternate, "3512")
    block = roadblocks(Situation(ground(alternate), s, ALLIED))[utrecht]
    west, east, north = (hex_of(alternate, label) for label in ("3412", "3613", "3511"))
    for loss, gain in ((0, 0.0), (1, 0.0), (2, 0.0), (3, 0.0), (4, 1.0), (6, 1.0)):
        assert block.gain([Losses(0, loss)], [north]) == gain
    # From both sides: no way back is free of a zone, and the step that this costs is his last.
    for loss, gain in ((1, 0.0), (2, 1.0), (3, 1.0), (4, 1.0)):
        assert block.gain([Losses(0, loss)], [west, east]) == gain
    assert block.gain([Losses(0, 2), Losses(0, 4)], [north]) == 0.5
    # Nor does he go where he is attacked from.
    assert block.gain([Losses(0, 2)], [hex_of(alternate, "3413"), north]) == 1.0


def test_a_garrison_is_left_behind_and_pays_first(alternate: EisenhowerScenario) -> None:
    """Static units cannot go back, and their steps count as part of the loss (11.2, R100)."""
    s = ashore(alternate)
    utrecht, north = (hex_of(alternate, label) for label in ("3512", "3511"))
    garrison = next(
        unit for unit in hexes(s.on_map(GERMAN) & alternate.static) if s.position.steps[unit] == 1
    )
    s.put(garrison, utrecht)
    s.restore(s.position.copy())
    block = roadblocks(Situation(ground(alternate), s, ALLIED))[utrecht]
    assert block._units[0] == garrison
    assert block.gain([Losses(0, 3)], [north]) == 0.0  # the corps goes back whole, and bars the way there
    assert block.gain([Losses(0, 6)], [north]) == 1.0


def test_who_is_driven_into_the_ruhr_defends_it(alternate: EisenhowerScenario) -> None:
    s = ashore(alternate)
    utrecht, ruhr = (hex_of(alternate, label) for label in ("3512", "3215"))
    for name in ("1SS", "47Pz"):
        s.put(alternate.number[name], utrecht)
    s.restore(s.position.copy())
    block = roadblocks(Situation(ground(alternate), s, ALLIED))[utrecht]
    assert block._gain(ruhr, 1) < block.gone


def test_a_roadblock_is_attacked_from_where_it_cannot_get_away(alternate: EisenhowerScenario) -> None:
    s = ashore(alternate)
    number, utrecht = alternate.number, hex_of(alternate, "3512")
    north, west, east = (hex_of(alternate, label) for label in ("3511", "3412", "3613"))
    staff = GeneralStaff(Situation(ground(alternate), s, ALLIED), {}, 0)
    frontal = staff.assess(utrecht, {number["US5"]: north, number["US7"]: north})
    apart = staff.assess(utrecht, {number["US5"]: west, number["US7"]: east})
    assert apart.worth - frontal.worth > ground(alternate).parameters.attack.road / 4


def test_on_turn_1_a_city_of_the_north_may_be_passed_through(alternate: EisenhowerScenario) -> None:
    """The Germans there stand still (3.2.4); who comes after an offensive is feared, but for those who are attacked."""
    s = ashore(alternate)
    city, utrecht, beside = (hex_of(alternate, label) for label in ("3612", "3512", "3613"))
    view = Situation(ground(alternate), s, ALLIED)
    assert view.enterable >> city & 1  # from Utrecht alone
    before = s.position.control
    s.position.control |= 1 << city
    corps = alternate.number["B1"]
    assert March(view, s, {})._exposes(before)
    assert not March(view, s, {corps: beside})._exposes(before)
    s.position.turn = 2
    assert March(view, s, {corps: beside})._exposes(before)
    s.position.turn = 1
    near = next(unit for unit in s.units_at(utrecht, GERMAN) if alternate.mobile >> unit & 1)
    s.put(near, ELIMINATED)
    s.put(near, hex_of(alternate, "3614"))
    s.restore(s.position.copy())
    s.position.control |= 1 << city
    far = hex_of(alternate, "3410")
    assert March(Situation(ground(alternate), s, ALLIED), s, {corps: far})._exposes(before)


def test_in_the_south_all_who_can_come_are_feared_on_turn_1(alternate: EisenhowerScenario) -> None:
    s = ashore(alternate)
    view = Situation(ground(alternate), s, ALLIED)
    south = [unit for unit in view.mobile(GERMAN) if alternate.board.south >> s.position.at[unit] & 1]
    attackers = dict(zip(view.mobile(ALLIED), (s.position.at[unit] for unit in south), strict=False))
    assert union(map(view.reach, south)) & ~March(view, s, attackers)._enterable() == 0


def test_on_turn_1_who_advances_thinks_of_the_offensives_of_turn_2(alternate: EisenhowerScenario) -> None:
    """Antwerp, next to the reserve, is no place for a single corps: it may not be lost again (4.3.1)."""
    s = ashore(alternate)
    reserve, antwerp = (hex_of(alternate, label) for label in ("3112", "3311"))
    for unit in s.units_at(antwerp, GERMAN):
        s.put(unit, ELIMINATED)
    for name in ("1SS", "47Pz", "58Pz"):
        s.put(alternate.number[name], reserve)
    s.position.stack.append(Combat(attacker=ALLIED, target=antwerp, attackers=0))
    s.restore(s.position.copy())
    usual, wary = Situation(ground(alternate), s, ALLIED), Replies(ground(alternate), s, ALLIED).view
    assert wary.liability(antwerp, 7, 2) > usual.liability(antwerp, 7, 2)
    assert wary.liability(antwerp, 7, 2) > ground(alternate).parameters.worth.win / 5
    s.position.turn = 2
    assert not Replies(ground(alternate), s, ALLIED).view._wary


@pytest.fixture(scope="module")
def turn_2(alternate: EisenhowerScenario) -> EisenhowerState:
    """A match in which the way to the Ruhr is open when the Allies march on Turn 2."""
    return state_of(played(alternate, 1, at_step(2, "allied movement")))


def moved(s: EisenhowerState) -> list[int]:
    """The units that the Allied staff moves, in their order."""
    staff = EisenhowerPlanner(s.scenario, ALLIED)
    staff._plan_march(s)
    return [intent.order.unit for intent in staff._book.intents if isinstance(intent.order, orders.Move)]


def test_they_go_first_and_nobody_else_of_the_north_goes(turn_2: EisenhowerState) -> None:
    """Each move of the Allies opens a window for an offensive (13.6), which none can begin in the south."""
    s = turn_2
    view = Situation(ground(s.scenario), s, ALLIED)
    ways = EisenhowerPlanner(s.scenario, ALLIED)._massed(view)
    assert hastens(view, ways)
    crowning = decisive(view, ways)
    units = moved(s)
    going = [unit for unit in units if unit in crowning]
    assert units[: len(going)] == going
    assert len(going) > 1
    still = bystanders(view, crowning)
    assert not any(still >> unit & 1 for unit in units)
    assert len(units) > len(going)


def test_they_go_before_those_who_go_on_guard(turn_2: EisenhowerState) -> None:
    s = turn_2
    staff = EisenhowerPlanner(s.scenario, ALLIED)
    view = Situation(ground(s.scenario), s, ALLIED)
    ways = staff._massed(view)
    crowning = decisive(view, ways)
    unit = next(unit for unit in moved(s) if unit not in crowning)
    post = next(hex for hex in s.legal(ALLIED).values(orders.Move, unit) if hex != s.position.at[unit])
    usual = staff._march(view, {}, {}, offensive=False, crowning=crowning)
    rush = staff._rush(view, ways, {unit: post}, crowning, usual)
    movers = [each.order.unit for each in rush.intents if isinstance(each.order, orders.Move)]
    assert movers.index(unit) >= len(crowning) > 1
    assert rush.trial.position.at[unit] == post


def test_who_stays_keeps_his_errand(turn_2: EisenhowerState) -> None:
    s = turn_2
    staff = EisenhowerPlanner(s.scenario, ALLIED)
    view = Situation(ground(s.scenario), s, ALLIED)
    still = bystanders(view, decisive(view, staff._massed(view)))
    unit, goal = next(hexes(still)), hex_of(s.scenario, "3120")
    staff._errands = {unit: goal}
    staff._plan_march(s)
    assert staff._errands[unit] == goal


def test_without_offensives_all_march(turn_2: EisenhowerState, monkeypatch: pytest.MonkeyPatch) -> None:
    s = turn_2
    view = Situation(ground(s.scenario), s, ALLIED)
    crowning = decisive(view, EisenhowerPlanner(s.scenario, ALLIED)._massed(view))
    monkeypatch.setattr(s.position, "offensives", 0)
    still = bystanders(view, crowning)
    assert any(still >> unit & 1 for unit in moved(s))


def test_who_would_not_get_there_so_is_not_left_behind(turn_2: EisenhowerState) -> None:
    """The usual march is kept if it brings somebody beside the Ruhr who finds no way when others stay where they are."""
    s = turn_2
    staff = EisenhowerPlanner(s.scenario, ALLIED)
    view = Situation(ground(s.scenario), s, ALLIED)
    ways = staff._massed(view)
    crowning = decisive(view, ways)
    usual = staff._march(view, dict(ways[0].places), {}, offensive=False, crowning=crowning)
    assert staff._rush(view, ways, {}, crowning, usual) is not usual
    far = {unit: hex_of(s.scenario, "3120") for unit in crowning}
    for unit, hex in far.items():
        usual.trial.put(unit, hex)
    beyond = [way._replace(places=far) if unit_of(way, crowning) else way for way in ways]
    assert staff._rush(view, beyond, {}, crowning, usual) is usual


def unit_of(way: Assault, crowning: frozenset[int]) -> bool:
    """Whether an attack is made by any of some units."""
    return not crowning.isdisjoint(way.places)


def test_nobody_bars_it_where_it_is_out_of_reach(historical: EisenhowerScenario) -> None:
    s = new_match(historical, 1).state
    assert isinstance(s, EisenhowerState)
    assert roadblocks(Situation(ground(historical), s, ALLIED)) == {}
