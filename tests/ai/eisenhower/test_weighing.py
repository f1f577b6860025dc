"""What the staff reckons with: exchanges, worths, dangers, attacks and guards."""

import pytest
from msgspec.structs import replace
from tests.ai.eisenhower.conftest import at_step, played

from phaseline.ai.eisenhower.attacks import GeneralStaff
from phaseline.ai.eisenhower.evaluator import EisenhowerEvaluator
from phaseline.ai.eisenhower.exchange import Defence, chance_to_clear, prospect
from phaseline.ai.eisenhower.parameters import PACKAGE, Parameters, parameters
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import FAR, ground
from phaseline.ai.eisenhower.worth import port_worth, ports_lacking, worths
from phaseline.ai.planning import read_parameters
from phaseline.engine.dice import SeededDice
from phaseline.engine.packs import DataError
from phaseline.engine.registry import game
from phaseline.games.eisenhower.position import ALLIED, ELIMINATED, GERMAN
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import hexes


@pytest.fixture
def start(historical: EisenhowerScenario) -> EisenhowerState:
    """The first decision of the historical scenario."""
    state = game("eisenhower").new(historical, SeededDice(bytes(32)))
    assert isinstance(state, EisenhowerState)
    return state


def test_an_exchange_is_the_mean_of_six_results(historical: EisenhowerScenario) -> None:
    """Column 2:1 reads 0/2 1/2 1/2 1/1 2/1 2/1: one static step always falls, for 7/6 steps."""
    found = ground(historical)
    column = found.column(20, 10)
    port = Defence(factors=3, steps=1, static=1, points=1.5, way_out=False)
    outlook = prospect(found, column, port, own_step=1.0, own_steps=4, yields=0.5)
    assert outlook.success == 1.0
    assert outlook.own == pytest.approx(7 / 6)
    assert outlook.enemy == pytest.approx(1.5)
    assert chance_to_clear(found, column, 2) == pytest.approx(0.5)
    assert chance_to_clear(found, column, 3) == 0.0


def test_past_the_last_column_each_column_adds_a_step(historical: EisenhowerScenario) -> None:
    found = ground(historical)
    last = len(historical.crt.columns) - 1
    for result, more in zip(found.results(last), found.results(last + 2), strict=True):
        assert more.defender == result.defender + 2


def test_no_city_that_counts_at_the_end_is_left_behind(start: EisenhowerState) -> None:
    """The nearer the end, the more each is worth, and one of Italy that nobody guards draws a corps in time (4.4)."""
    found, board = ground(start.scenario), start.scenario.board
    by = found.parameters.worth
    trieste, livorno, munich = (board.hex_of(name) for name in ("Trieste", "Livorno", "Munich"))
    assert trieste is not None
    assert livorno is not None
    german = next(hex for hex in hexes(found.western & start.cities) if hex not in (found.ruhr, munich))
    for unit in start.units_at(livorno, GERMAN):
        start.put(unit, ELIMINATED)
    seen = {}
    for turn in (5, 6, 8):
        start.position.turn = turn
        reckoned = worths(found, start)
        seen[turn] = reckoned[livorno], reckoned[trieste], reckoned[german]
    assert seen[5] == (by.open_city[1], by.italian_city[0], by.city)
    assert seen[6] == (by.open_city[2], by.italian_city[1], by.city)
    assert seen[8] == (by.open_city[4], by.italian_city[3], by.german_city[1])
    start.position.control |= 1 << livorno
    assert worths(found, start)[livorno] == by.italian_city[3], "held, it is kept like any other"


def test_a_defender_about_to_be_destroyed_runs_if_he_can(historical: EisenhowerScenario) -> None:
    found = ground(historical)
    stack = Defence(factors=5, steps=2, static=0, points=4.0, way_out=True)
    trapped = stack._replace(way_out=False)
    assert prospect(found, 8, stack, 1.0, 2, 0.0).enemy < prospect(found, 8, trapped, 1.0, 2, 0.0).enemy


def test_ports_are_worth_most_while_they_are_lacking(start: EisenhowerState) -> None:
    found = ground(start.scenario)
    by = found.parameters.worth
    cherbourg = start.scenario.map.hex("3404")
    start.position.turn = 1
    assert ports_lacking(start) == 1
    assert worths(found, start)[cherbourg] == by.win
    start.position.turn = 5
    assert cherbourg not in worths(found, start)


def test_a_port_that_a_later_check_asks_for_is_worth_less_the_later_it_comes(start: EisenhowerState) -> None:
    """One port is asked for on Turns 1 and 2, five on Turn 3, eight on Turn 4 (4.3.2)."""
    found = ground(start.scenario)
    by = found.parameters.worth
    start.position.turn = 3
    now, soon, never = (port_worth(found, start, held) for held in (4, 5, 8))
    assert (now, soon, never) == (by.win, by.port_later[0], by.port_spare)
    start.position.turn = 2
    assert port_worth(found, start, 4) == soon
    assert port_worth(found, start, 5) == by.port_later[1] < soon


def test_without_the_check_no_port_is_lacking() -> None:
    scenario = game("eisenhower").load("historical", {"ports_checked": False})
    state = game("eisenhower").new(scenario, SeededDice(bytes(32)))
    assert isinstance(state, EisenhowerState)
    state.position.turn = 3
    assert ports_lacking(state) == 0
    found = ground(scenario)
    assert port_worth(found, state, 0) == found.parameters.worth.port_spare


def test_the_ruhr_decides_through_turn_6(start: EisenhowerState) -> None:
    found = ground(start.scenario)
    assert found.ruhr is not None
    start.position.turn = 6
    assert worths(found, start)[found.ruhr] == found.parameters.worth.win
    start.position.turn = 7
    assert worths(found, start)[found.ruhr] < found.parameters.worth.win


def test_travel_follows_ground_and_rivers(start: EisenhowerState) -> None:
    found = ground(start.scenario)
    assert found.ruhr is not None
    travel = found.travel(found.ruhr)
    caen, dover = start.scenario.map.hex("3304"), start.scenario.map.hex("3607")
    assert travel[found.ruhr] == 0
    assert 9 < travel[caen] < 25
    assert travel[dover] == FAR


def test_the_line_to_switzerland_ends_when_it_stands(start: EisenhowerState) -> None:
    found = ground(start.scenario)
    board = start.scenario.board
    way = found.line_to_switzerland(start.position.control, start.occupied(GERMAN))
    assert way
    assert board.swiss_border >> way[-1] & 1
    control = start.position.control
    for hex in way:
        control |= 1 << hex
    assert found.line_to_switzerland(control, start.occupied(GERMAN)) == ()


def test_the_fewer_hexes_the_line_lacks_the_more_each_is_worth(start: EisenhowerState) -> None:
    found, p = ground(start.scenario), start.position
    p.turn = 5
    way = found.line_to_switzerland(p.control, start.occupied(GERMAN))
    least = []
    while way:
        worth = worths(found, start)
        least.append(min(worth[hex] for hex in way))
        p.control |= 1 << way[0]
        way = found.line_to_switzerland(p.control, start.occupied(GERMAN))
    assert least == sorted(least)
    assert least[-1] == found.parameters.worth.closing > 10 * least[0]


def test_a_city_that_germans_could_only_hold_unsupplied_is_in_no_danger(
    historical: EisenhowerScenario,
) -> None:
    match = played(historical, 2, at_step(1, "german order"))
    state = match.state
    assert isinstance(state, EisenhowerState)
    view = Situation(ground(historical), state, ALLIED)
    for hex in hexes(view.prizes & ~view.linkable & ~state.position.beachheads):
        assert view.danger(hex, 0, 0) == 0.0


def test_a_stronger_guard_is_never_in_more_danger(start: EisenhowerState) -> None:
    start.position.turn = 2
    view = Situation(ground(start.scenario), start, ALLIED)
    beach = start.scenario.map.hex("3304")
    dangers = [view.danger(beach, 9 * count, 2 * count) for count in (1, 2, 3, 4)]
    assert dangers == sorted(dangers, reverse=True)
    assert dangers[-1] == 0.0


def test_attacks_do_not_use_a_unit_twice(start: EisenhowerState) -> None:
    start.position.turn = 2
    view = Situation(ground(start.scenario), start, ALLIED)
    places = {unit: view.reach(unit) for unit in view.mobile(ALLIED)}
    plan = GeneralStaff(view, places, start.occupied(GERMAN)).plan()
    assert plan
    units = [unit for way in plan for unit in way.places]
    assert len(units) == len(set(units))
    assert len({way.target for way in plan}) == len(plan)
    for way in plan:
        for unit, hex in way.places.items():
            assert view.ground.beside[way.target] >> hex & 1
            assert places[unit] >> hex & 1


def test_an_opposite_pair_makes_an_attack_concentric(start: EisenhowerState) -> None:
    """10.9, as the staff counts columns."""
    view = Situation(ground(start.scenario), start, ALLIED)
    staff = GeneralStaff(view, {}, 0)
    grid = start.scenario.board.grid
    target = start.scenario.map.hex("2905")
    near = [grid.neighbour(target, direction) for direction in range(6)]
    assert None not in near
    unit, other = view.mobile(ALLIED)[:2]
    facing = {unit: near[0] or 0, other: near[3] or 0}
    beside = {unit: near[0] or 0, other: near[1] or 0}
    assert staff.shift(target, facing) - staff.shift(target, beside) >= 1


def test_worth_sides_with_its_seat(start: EisenhowerState) -> None:
    allied = EisenhowerEvaluator(start.scenario, ALLIED)
    german = EisenhowerEvaluator(start.scenario, GERMAN)
    assert allied.worth(start) == pytest.approx(-german.worth(start))
    panzer = start.scenario.number["1SS"]
    before = allied.worth(start)
    start.position.at[panzer], start.position.steps[panzer] = ELIMINATED, 0
    start.changed()
    assert allied.worth(start) > before


def test_parameters_are_checked() -> None:
    found = parameters()
    assert found.worth.win >= max(found.worth.ruhr) >= min(found.worth.ruhr) > found.worth.city > 0
    assert all(line.first <= line.last for line in found.line)
    assert replace(found.worth, win=1.0).win == 1.0
    with pytest.raises(DataError, match=r"parameters\.toml"):
        read_parameters(PACKAGE, Wrong)
    assert read_parameters(PACKAGE, Parameters) == found


class Wrong(Parameters, frozen=True, forbid_unknown_fields=True):
    """Parameters with an entry that the file lacks."""

    missing: float
