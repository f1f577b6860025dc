"""The Ruhr, by which the Allies win at once: who bars the way, who takes and holds it, and what still counts then (4.2.1)."""

import pytest
from tests.ai.eisenhower.conftest import new_match

from phaseline.ai.eisenhower.attacks import GeneralStaff
from phaseline.ai.eisenhower.roads import decisive, roadblocks
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import ground
from phaseline.ai.field import Assault
from phaseline.ai.planning import Exchange
from phaseline.games.eisenhower.position import ALLIED, BOX, ELIMINATED, GERMAN
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, hexes

LANDED = ("US5", "US7", "B1", "B30")


def hex_of(scenario: EisenhowerScenario, label: str) -> Hex:
    board = scenario.board
    return next(hex for hex in hexes(board.playable) if board.label(hex) == label)


def ashore(scenario: EisenhowerScenario) -> EisenhowerState:
    """Turn 1: four corps have landed at Flushing."""
    s = new_match(scenario, 1).state
    assert isinstance(s, EisenhowerState)
    flushing = hex_of(scenario, "3510")
    s.position.turn = 1
    for unit in s.units_at(flushing, GERMAN):
        s.put(unit, ELIMINATED)
    for name in LANDED:
        s.put(scenario.number[name], flushing)
    s.position.control |= 1 << flushing
    s.position.beachheads |= 1 << flushing
    return s


def in_the_ruhr(scenario: EisenhowerScenario, *names: str) -> EisenhowerState:
    """Turn 2: these corps hold the Ruhr."""
    s = ashore(scenario)
    ruhr = hex_of(scenario, "3215")
    s.position.turn = 2
    for unit in s.units_at(ruhr, GERMAN):
        s.put(unit, ELIMINATED)
    for name in names:
        s.put(scenario.number[name], ruhr)
    s.position.control |= 1 << ruhr
    s.position.taken |= 1 << ruhr
    return s


def test_on_turn_1_who_bars_the_way_to_the_ruhr_is_known(alternate: EisenhowerScenario) -> None:
    s = ashore(alternate)
    utrecht = hex_of(alternate, "3512")
    found = roadblocks(Situation(ground(alternate), s, ALLIED))
    assert found[utrecht] == 1.0  # without him it cannot but fall on Turn 2
    assert len(found) == 1
    s.position.turn = 2
    assert roadblocks(Situation(ground(alternate), s, ALLIED)) == {}


def test_nobody_bars_it_where_it_is_out_of_reach(historical: EisenhowerScenario) -> None:
    s = new_match(historical, 1).state
    assert isinstance(s, EisenhowerState)
    assert roadblocks(Situation(ground(historical), s, ALLIED)) == {}


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


def test_only_one_army_group_holds_what_it_takes(alternate: EisenhowerScenario) -> None:
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


@pytest.mark.parametrize(("seat", "many"), [(ALLIED, 2), (GERMAN, 0)])
def test_those_who_attack_the_ruhr_are_known(alternate: EisenhowerScenario, seat: int, many: int) -> None:
    view = Situation(ground(alternate), ashore(alternate), seat)
    ruhr, ostend = (hex_of(alternate, label) for label in ("3215", "3509"))
    ways = [
        Assault(ruhr, {1: ruhr, 2: ruhr}, "3:1", Exchange(0.0, 0.0, 1.0), 1.0),
        Assault(ostend, {3: ostend}, "3:1", Exchange(0.0, 0.0, 1.0), 1.0),
    ]
    assert len(decisive(view, ways)) == many


def test_a_beachhead_is_open_once_its_only_guard_has_left(alternate: EisenhowerScenario) -> None:
    s = ashore(alternate)
    s.position.turn = 2
    flushing = hex_of(alternate, "3510")
    for name in LANDED[1:]:
        s.put(alternate.number[name], BOX)
    view = Situation(ground(alternate), s, ALLIED)
    assert not view.enterable >> flushing & 1  # somebody stands there
    assert view.danger(flushing, 0, 0) == 1.0
