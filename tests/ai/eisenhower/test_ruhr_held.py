"""The Ruhr taken: who holds it, what that is worth, and what still counts then (4.2.1)."""

import pytest
from tests.ai.eisenhower.landed import LANDED, ashore, hex_of, in_the_ruhr

from phaseline.ai.eisenhower.attacks import GeneralStaff, at_least
from phaseline.ai.eisenhower.planner import EisenhowerPlanner
from phaseline.ai.eisenhower.roads import decisive
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import ground
from phaseline.ai.field import Assault
from phaseline.ai.planning import Exchange
from phaseline.games.eisenhower.position import ALLIED, BOX, GERMAN
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, hexes


def test_once_they_hold_the_ruhr_nothing_else_counts(alternate: EisenhowerScenario) -> None:
    s = in_the_ruhr(alternate, "US8")
    flushing, ruhr = (hex_of(alternate, label) for label in ("3510", "3215"))
    for seat in (ALLIED, GERMAN):
        view = Situation(ground(alternate), s, seat)
        assert view.crown == view.prizes == 1 << ruhr
        assert view.worths == {ruhr: ground(alternate).parameters.worth.win}
    s.position.turn = 7
    view = Situation(ground(alternate), s, ALLIED)
    assert not view.crown
    assert view.prizes >> flushing & 1


def test_a_destroyed_ruhr_wins_nothing(alternate: EisenhowerScenario) -> None:
    s = in_the_ruhr(alternate, "US8")
    s.position.razed |= 1 << hex_of(alternate, "3215")
    s.restore(s.position.copy())
    assert not Situation(ground(alternate), s, ALLIED).crown


def test_only_one_army_group_holds_what_it_takes(
    alternate: EisenhowerScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    s = ashore(alternate)
    s.position.turn = 2
    ruhr = hex_of(alternate, "3215")
    staff = GeneralStaff(Situation(ground(alternate), s, ALLIED), {}, 0)
    number = alternate.number

    def held(*names: str) -> tuple[int, int]:
        return staff._occupiers(ruhr, {number[name]: ruhr for name in names})

    assert held() == (0, 0)
    assert held("US5", "B1", "B30")[1] == held("B1", "B30")[1] == 3  # a step is lost in taking it
    assert held("US5", "US7", "B1", "B30") >= held("US5", "US7")
    s.position.aerial_used = True
    assert held("B1", "B30")[1] == 1  # unfed, each loses another
    staff.view.fed = 1 << ruhr
    assert held("B1", "B30")[1] == 3  # a line of supply leads there (7.12)
    monkeypatch.setattr(EisenhowerState, "limit", lambda _state, _hex: 1)
    assert held("B1", "B30")[1] < 3  # there is room for one


@pytest.mark.parametrize(
    ("seat", "turn", "razed", "many"),
    [
        (ALLIED, 1, False, 2),
        (ALLIED, 6, False, 2),
        (ALLIED, 7, False, 0),
        (ALLIED, 2, True, 0),
        (GERMAN, 1, False, 0),
    ],
)
def test_those_who_win_by_attacking_the_ruhr_are_known(
    alternate: EisenhowerScenario, seat: int, turn: int, razed: bool, many: int
) -> None:
    """It wins through Turn 6 (4.2.1), and no more when bombers have destroyed it (10.10)."""
    s = ashore(alternate)
    ruhr, ostend = (hex_of(alternate, label) for label in ("3215", "3509"))
    s.position.turn = turn
    s.position.razed |= razed << ruhr
    s.restore(s.position.copy())
    ways = [
        Assault(ruhr, {1: ruhr, 2: ruhr}, "3:1", Exchange(0.0, 0.0, 1.0), 1.0),
        Assault(ostend, {3: ostend}, "3:1", Exchange(0.0, 0.0, 1.0), 1.0),
    ]
    assert len(decisive(Situation(ground(alternate), s, seat), ways)) == many


def attacking(s: EisenhowerState) -> tuple[GeneralStaff, Hex, dict[int, Hex]]:
    """British and American corps beside the Ruhr."""
    scenario = s.scenario
    ruhr, beside = (hex_of(scenario, label) for label in ("3215", "3314"))
    force = {scenario.number[name]: beside for name in ("B1", "B30")}
    for unit, hex in force.items():
        s.put(unit, hex)
    s.restore(s.position.copy())
    return GeneralStaff(Situation(ground(scenario), s, ALLIED), {}, 0), ruhr, force


def test_the_ruhr_is_worth_the_match_as_far_as_it_is_held(
    alternate: EisenhowerScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    s = ashore(alternate)
    s.position.turn = 4
    staff, ruhr, force = attacking(s)
    win = ground(alternate).parameters.worth.win
    worth = {}
    for retaken in (0.0, 0.5, 1.0):
        monkeypatch.setattr(staff, "_retaken", lambda _target, _force, chance=retaken: chance)
        assert staff._prize(ruhr, force) == win * (1 - retaken)
        worth[retaken] = staff.assess(ruhr, force).worth
    assert worth[0.0] > worth[0.5] > worth[1.0]
    # What is taken out of a promise is what was put in: nothing that is not held remains.
    staff.lacking = 1
    way = staff.assess(ruhr, force)
    assert way.exchange.success > 0
    assert staff.promise([way]) == 0.0


def test_a_razed_ruhr_is_not_worth_the_match(alternate: EisenhowerScenario) -> None:
    s = ashore(alternate)
    s.position.turn = 4
    s.position.razed |= 1 << hex_of(alternate, "3215")
    staff, ruhr, force = attacking(s)
    assert not staff._wins(ruhr)
    assert staff._prize(ruhr, force) == staff.view.prize(ruhr) < 10


def test_where_no_port_is_lacking_enough_of_them_fall() -> None:
    assert at_least(0, [0.9, 0.5]) == at_least(0, []) == 1.0
    assert at_least(1, [0.9, 0.5]) == pytest.approx(0.95)


def test_germans_without_supply_take_a_victory_away_all_the_same(alternate: EisenhowerScenario) -> None:
    """4.1: who is in supply does not matter when it is looked who has won."""
    s = in_the_ruhr(alternate, "US8")
    view = Situation(ground(alternate), s, ALLIED)
    view.linkable = 0
    ruhr, other = hex_of(alternate, "3215"), next(hexes(s.cities & ~s.position.beachheads))
    assert view.crown == 1 << ruhr
    assert not view._cut_off(ruhr)
    assert other == ruhr or view._cut_off(other)


def test_a_staff_that_takes_over_keeps_supply_for_the_ruhr_too(alternate: EisenhowerScenario) -> None:
    live, other = (EisenhowerPlanner(alternate, ALLIED, seed) for seed in (1, 2))
    live._crowning = True
    assert other.take_over(live, live.ground)._crowning


def test_a_beachhead_is_open_once_its_only_guard_has_left(alternate: EisenhowerScenario) -> None:
    s = ashore(alternate)
    s.position.turn = 2
    flushing = hex_of(alternate, "3510")
    for name in LANDED[1:]:
        s.put(alternate.number[name], BOX)
    view = Situation(ground(alternate), s, ALLIED)
    assert not view.enterable >> flushing & 1  # somebody stands there
    assert view.danger(flushing, 0, 0) == 1.0
