"""What the Allied staff makes of offensives and of checks of ports: who can strike together, and which attacks suffice."""

import pytest
from tests.ai.eisenhower.conftest import at_step, new_match, played, state_of

from phaseline.ai.eisenhower.attacks import LATER, GeneralStaff, at_least
from phaseline.ai.eisenhower.planner import EisenhowerPlanner
from phaseline.ai.eisenhower.sentries import CALLED_OFF, sentries
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import ground
from phaseline.ai.field import Assault
from phaseline.ai.planning import Exchange
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, GERMAN, NOWHERE, GermanPhase
from phaseline.games.eisenhower.rules.offensives import MARKERS
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.hexgrid import Hex, hexes, mask_of


def hex_of(scenario: EisenhowerScenario, label: str) -> Hex:
    board = scenario.board
    return next(hex for hex in hexes(board.playable) if board.label(hex) == label)


def falls(target: Hex, chance: float) -> Assault:
    """An attack that takes a hex with this chance."""
    return Assault(target, {}, "3:1", Exchange(0.0, 0.0, chance), 100.0)


def test_an_offensive_brings_who_stands_around_one_hex(historical: EisenhowerScenario) -> None:
    s = state_of(new_match(historical, 1))
    view = Situation(ground(historical), s, ALLIED)
    caen = hex_of(historical, "3304")
    # Around 3205: 1st SS (9), 2nd Para (5), 81st (3), and 47th Panzer (7), which comes up; somebody joins the 84th (4) in 3303.
    around = sum(s.factors(historical.number[key])[0] for key in ("1SS", "2Para", "81", "47Pz", "84"))
    assert around == 28
    assert view._offensives.force(caen) == around < view.threat(caen, 1)
    assert view._offensives.force(hex_of(historical, "1213")) == 0  # none in Italy (13.6)


def test_on_turn_1_the_offensives_of_turn_2_are_feared_in_the_historical_scenario(
    historical: EisenhowerScenario,
) -> None:
    s = state_of(new_match(historical, 1))
    assert not s.position.offensives
    wary = Situation(ground(historical), s, ALLIED, worst=True)
    caen = hex_of(historical, "3304")
    assert wary.danger(caen, 9, 2) > 0.3
    assert wary.danger(caen, 27, 6) == 0.0
    s.position.turn = 3
    s.position.offensives = MARKERS
    twice = Situation(ground(historical), s, ALLIED, worst=True)
    assert twice.danger(caen, 18, 4) > Situation(ground(historical), s, ALLIED).danger(caen, 18, 4)


@pytest.mark.parametrize(
    ("count", "chances", "chance"),
    [(0, [], 1.0), (1, [], 0.0), (1, [0.5, 0.5], 0.75), (2, [1.0, 0.5], 0.5), (2, [0.5, 0.5, 0.5], 0.5)],
)
def test_the_chance_that_enough_of_several_come_true(count: int, chances: list[float], chance: float) -> None:
    assert at_least(count, chances) == pytest.approx(chance)


def test_one_port_is_no_help_where_two_are_lacking(historical: EisenhowerScenario) -> None:
    s = state_of(new_match(historical, 1))
    s.position.turn = 4
    staff = GeneralStaff(Situation(ground(historical), s, ALLIED), {}, 0)
    assert staff.lacking == historical.ports_required(4)
    staff.lacking = 2
    brest, malo = (hex_of(historical, label) for label in ("3401", "3302"))
    assert staff.enough([falls(brest, 1.0)]) == 0.0
    assert staff.enough([falls(brest, 1.0), falls(malo, 0.5)]) == pytest.approx(0.5)
    ruhr = ground(historical).ruhr
    assert ruhr is not None
    assert staff.outlook([falls(brest, 1.0)]) == 0.0
    assert staff.outlook([falls(brest, 1.0), falls(malo, 0.5)]) == pytest.approx(0.5 * LATER)
    force = {historical.number[key]: ruhr for key in ("US5", "US7")}
    assert staff.outlook([falls(ruhr, 0.8)._replace(places=force)]) == pytest.approx(
        0.8
    )  # it wins at once (4.2.1)
    assert staff.outlook([falls(ruhr, 0.8)]) == 0.0  # nobody is left to hold it


def test_who_waits_for_the_landing_comes_when_the_beachhead_is_about_to_fall(
    historical: EisenhowerScenario,
) -> None:
    s = state_of(played(historical, 8, at_step(2, "allied movement")))
    p = s.position
    waiting = mask_of(hexes(s.in_box(ALLIED) & historical.mobile))
    assert waiting
    caen = hex_of(historical, "3304")
    # One reduced corps is left on the map, in the beachhead.
    last = next(unit for unit in hexes(s.on_map(ALLIED) & historical.mobile) if p.at[unit] == caen)
    for unit in hexes(s.on_map(ALLIED) & historical.mobile):
        p.at[unit] = caen if unit == last else NOWHERE
    p.steps[last] = 1
    s.restore(p.copy())
    p = s.position
    view = Situation(ground(historical), s, ALLIED)
    assert Situation(ground(historical), s, ALLIED, worst=True).danger(caen, 4, 1) > CALLED_OFF
    p.offensives = MARKERS
    assert sentries(s, view, {}, {}, waiting=waiting, wary=True) == {}
    p.offensives = MARKERS - 1
    called = sentries(s, view, {}, {}, waiting=waiting, wary=True)
    assert waiting & mask_of(unit for unit, hex in called.items() if hex == caen)


@pytest.mark.case("eisenhower", "13.6d")
def test_who_leads_an_offensive_sends_an_activated_unit_where_one_must_take_part(
    historical: EisenhowerScenario,
) -> None:
    """The 84th has been joined; it may not take Caen, the only target, from those whom the offensive has activated."""
    s = state_of(new_match(historical, 1)).copy()
    number = historical.number
    caen, marker, village = (hex_of(historical, label) for label in ("3304", "3205", "3303"))
    opening = (orders.PlanNone(), orders.Done(), orders.Begin("movement"))
    for order in opening:
        s.apply(ALLIED, order)
    s.position.turn, s.position.offensives = 2, 1
    s.changed()
    legal = s.legal(ALLIED)
    moves = (orders.Move(u, to) for u in legal.values(orders.Move) for to in legal.values(orders.Move, u))
    s.apply(ALLIED, next(moves))
    offensive = (
        orders.Offensive(marker),
        orders.Begin("movement"),
        orders.Move(number["1SS"], village),
        orders.Done(),
        orders.Attack(number["84"], caen),
    )
    for given in offensive:
        s.apply(GERMAN, given)
    assert s.legal(GERMAN).refusal(orders.Roll()) is not None
    chosen = EisenhowerPlanner(historical, GERMAN, 1).decide(s, s.path())
    assert isinstance(chosen, orders.Join)
    assert s.frame(GermanPhase).activated >> chosen.unit & 1
