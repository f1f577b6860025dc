"""Allies beside the Ruhr: who comes to its help, who is needed for the attack, and when there is haste (4.2.1)."""

import pytest
from tests.ai.eisenhower.conftest import new_match
from tests.ai.eisenhower.landed import ashore, hex_of

from phaseline.ai.eisenhower import planner
from phaseline.ai.eisenhower.offensives import _helpers, _peril, at_the_gates, best_offensive
from phaseline.ai.eisenhower.planner import EisenhowerPlanner
from phaseline.ai.eisenhower.roads import bystanders, hastens
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import ground
from phaseline.ai.field import Assault
from phaseline.ai.planning import Exchange
from phaseline.games.eisenhower.position import ALLIED, BOX, ELIMINATED, GERMAN
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState


def at_the_ruhr(scenario: EisenhowerScenario, *names: str) -> EisenhowerState:
    """Turn 2: three German corps stand in reserve, these of the Allies beside the Ruhr."""
    s = ashore(scenario)
    s.position.turn, s.position.offensives = 2, 5
    reserve, beside = (hex_of(scenario, label) for label in ("3112", "3314"))
    for name in ("1SS", "47Pz", "58Pz"):
        s.put(scenario.number[name], reserve)
    for unit in s.units_at(hex_of(scenario, "3512"), GERMAN):
        s.put(unit, ELIMINATED)
    for name in names:
        s.put(scenario.number[name], beside)
    s.restore(s.position.copy())
    return s


def test_a_reserve_comes_to_the_help_of_the_ruhr_from_afar(alternate: EisenhowerScenario) -> None:
    """The nearest Allies are three hexes from it, and three corps beside the Ruhr are sure to take it from its garrison."""
    known, ruhr = ground(alternate), hex_of(alternate, "3215")
    away, there = at_the_ruhr(alternate), at_the_ruhr(alternate, "US5", "US7", "B1")
    assert not at_the_gates(known, away)
    assert at_the_gates(known, there)
    found = best_offensive(known, there)
    assert found is not None
    assert found.rescue > known.parameters.offensive.least
    there.position.control |= 1 << ruhr
    assert not at_the_gates(known, there)
    there.position.control &= ~(1 << ruhr)
    there.position.razed |= 1 << ruhr
    there.restore(there.position.copy())
    assert not at_the_gates(known, there)


def test_where_room_is_short_the_strongest_come_to_its_help(alternate: EisenhowerScenario) -> None:
    s, number = at_the_ruhr(alternate, "US5", "US7", "B1"), alternate.number
    ruhr = hex_of(alternate, "3215")
    for name in ("NA", "DP", "OS"):
        s.put(number[name], ruhr)
    for name in ("FBR", "84"):
        s.put(number[name], hex_of(alternate, "3216"))
    s.restore(s.position.copy())
    weak, strong = number["FBR"], number["84"]
    assert weak < strong
    assert _helpers(Situation(ground(alternate), s, GERMAN), 1 << weak | 1 << strong, ruhr) == [strong]


def test_the_ruhr_is_in_peril_by_all_who_can_come(alternate: EisenhowerScenario) -> None:
    known, ruhr = ground(alternate), hex_of(alternate, "3215")
    there = Situation(known, at_the_ruhr(alternate, "US5", "US7"), GERMAN)
    assert _peril(there, ruhr, 4, 2) > there.danger(ruhr, 4, 2)
    s = new_match(alternate, 1).state
    assert isinstance(s, EisenhowerState)
    assert _peril(Situation(known, s, GERMAN), ruhr, 0, 0) == 0.0  # empty, and nobody can come


def test_an_offensive_is_thought_of_at_every_move_while_allies_stand_beside_the_ruhr(
    alternate: EisenhowerScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought: list[int] = []

    def none_found(*_: object) -> None:
        thought.append(1)

    monkeypatch.setattr(planner, "best_offensive", none_found)
    for names, times in (((), 2), (("US5",), 12)):
        s = at_the_ruhr(alternate, *names)
        thought.clear()
        staff = EisenhowerPlanner(alternate, GERMAN)
        for _ in range(12):
            staff._window(s)
        assert len(thought) == times


def test_who_has_no_part_in_the_attack_on_the_ruhr_stays_where_he_is(alternate: EisenhowerScenario) -> None:
    s = at_the_ruhr(alternate, "US5", "US7")
    number = alternate.number
    s.put(number["US8"], BOX)
    still = bystanders(Situation(ground(alternate), s, ALLIED), {number["US5"], number["US7"]})
    names = ("US5", "US7", "US8", "B1", "B30")
    assert [name for name in names if still >> number[name] & 1] == ["US8", "B1", "B30"]
    assert not still & s.units_in(alternate.board.south, ALLIED)


def storming(s: EisenhowerState, worth: float) -> list[Assault]:
    """An attack on the Ruhr that is worth so much."""
    ruhr, beside = (hex_of(s.scenario, label) for label in ("3215", "3314"))
    force = {s.scenario.number[name]: beside for name in ("US5", "US7")}
    return [Assault(ruhr, force, "5:1", Exchange(0.0, 0.0, 1.0), worth)]


def test_haste_is_for_an_attack_that_likely_wins_and_may_be_forestalled(
    alternate: EisenhowerScenario,
) -> None:
    s = at_the_ruhr(alternate)
    win = ground(alternate).parameters.worth.win

    def hasty(worth: float) -> bool:
        return hastens(Situation(ground(alternate), s, ALLIED), storming(s, worth))

    assert hasty(0.9 * win)
    assert not hasty(0.2 * win)
    s.position.offensives = 0
    assert not hasty(0.9 * win)
    s.position.offensives, s.position.turn = 5, 1
    assert not hasty(0.9 * win)
    s.position.turn, s.position.waived = 2, 1 << GERMAN
    assert not hasty(0.9 * win)
