"""The last moves where it brings points to cut the enemy off: rings are closed, and closed ones are not opened again."""

import pytest
from tests.ai.staffs import at_turn
from tests.ai.war_in_europe.conftest import WAR, played, state_of

from phaseline.ai.war_in_europe.finish import Finish, to_cut_off
from phaseline.ai.war_in_europe.ground import ground
from phaseline.ai.war_in_europe.march import March
from phaseline.ai.war_in_europe.pull import Pull
from phaseline.ai.war_in_europe.situation import Situation
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import ALLIED, AXIS
from phaseline.games.war_in_europe.rules import movement, victory
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, mask_of

WEST, EAST = "C2008", "C2209"
"""On the two sides of Paris."""


def last_phase(sichelschnitt: WarScenario, **armour: str) -> WarState:
    """The last mechanized movement, with armour in these hexes."""
    s = state_of(played(sichelschnitt, 1, at_turn(1, "mechanized movement"), staffs=(AXIS,), most=900))
    s.position.turn = sichelschnitt.last_turn
    for name, hex in armour.items():
        s.put(sichelschnitt.number[f"ge-{name}-pz"], sichelschnitt.map.hex(hex))
    s.changed()
    return s


def finish(s: WarState, *armour: str) -> tuple[Finish, dict[int, Hex]]:
    """Who finishes with these divisions, which stay where they are."""
    found = to_cut_off(Situation(ground(s.scenario), s, AXIS))
    assert found is not None
    units = [s.scenario.number[f"ge-{name}-pz"] for name in armour]
    at = {unit: s.position.at[unit] for unit in units}
    return Finish(Situation(ground(s.scenario), s, AXIS), *found, mask_of(units), at), at


def counted(s: WarState) -> float:
    """What places and those cut off, but for those destroyed, bring by the rules."""
    count = next(count for count in s.scenario.special.counts if count.rule.what == "trapped")
    dead = victory._dead(s, count).bit_count()
    trapped = victory.counted(s, count) - dead
    return sum(victory._held(s, s.scenario.setup.victory)) + trapped / 2  # type: ignore[arg-type]


@pytest.mark.parametrize(("five", "seven"), [("C2407", "C2408"), (WEST, "C2408"), (WEST, EAST)])
def test_points_are_those_of_the_rules(sichelschnitt: WarScenario, five: str, seven: str) -> None:
    s = last_phase(sichelschnitt, **{"5": five, "7": seven})
    planned, at = finish(s, "5", "7")
    assert planned.points(at) == counted(s)


def test_two_divisions_close_the_ring_around_the_capital(sichelschnitt: WarScenario) -> None:
    s = last_phase(sichelschnitt, **{"5": "C2107", "7": "C2210"})
    planned, at = finish(s, "5", "7")
    found = planned.better(at)
    assert planned.points(at | found) > planned.points(at) + 30
    for unit, hex in found.items():
        assert movement.reachable(s, unit).all >> hex & 1
        s.put(unit, hex)
    s.changed()
    assert counted(s) == planned.points(at | found)


def test_nobody_is_sent_where_there_is_no_room(
    sichelschnitt: WarScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned, at = finish(last_phase(sichelschnitt, **{"5": "C2107", "7": "C2210"}), "5", "7")
    monkeypatch.setattr(Situation, "limit", lambda _view, _hex: 0)
    assert planned.better(at) == {}


def test_that_all_stay_is_tried_first(sichelschnitt: WarScenario, monkeypatch: pytest.MonkeyPatch) -> None:
    planned, at = finish(last_phase(sichelschnitt, **{"5": WEST, "7": EAST}), "5", "7")
    monkeypatch.setattr(Finish, "_single", lambda _finish: iter(()))
    monkeypatch.setattr(Finish, "_pairs", lambda _finish: iter(()))
    away = dict.fromkeys(at, sichelschnitt.map.hex("C2407"))
    assert planned.better(away) == at


def test_who_has_closed_a_ring_does_not_leave_it_for_something_else(sichelschnitt: WarScenario) -> None:
    s = last_phase(sichelschnitt, **{"5": WEST, "7": EAST})
    view = Situation(ground(sichelschnitt), s, AXIS)
    mobile = movement.movable(s).mask & ~sichelschnitt.support
    moves = {
        intent.order.unit: intent.order.to
        for intent in March(view, Pull(view), mobile, {}).plan()
        if isinstance(intent.order, orders.Move)
    }
    planned, at = finish(s, "5", "7")
    assert planned.points(at | {unit: hex for unit, hex in moves.items() if unit in at}) >= planned.points(at)


@pytest.mark.parametrize(("key", "seat"), [("sichelschnitt", ALLIED), ("diadem", AXIS), ("diadem", ALLIED)])
def test_only_who_is_to_cut_the_enemy_off_finishes_so(key: str, seat: int) -> None:
    scenario = WAR.load(key)
    s = state_of(played(scenario, 1, at_turn(1, "initial movement"), staffs=(), most=400))
    assert to_cut_off(Situation(ground(scenario), s, seat)) is None
