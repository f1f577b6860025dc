"""The second landing: where and when it is planned, with whom, and who waits for it."""

from collections.abc import Iterable

import pytest
from tests.ai.eisenhower.conftest import new_match

from phaseline.ai.eisenhower import reserve
from phaseline.ai.eisenhower.opening import (
    BARRIER,
    GATE,
    SAFE,
    Opening,
    at_hand,
    landing_chance,
    landing_force,
)
from phaseline.ai.eisenhower.reserve import STORM, kept_back, storming_reserve
from phaseline.ai.eisenhower.roads import Marcher, chance_to_take
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import ground
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, ELIMINATED, GERMAN
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import hexes


def begun(scenario: EisenhowerScenario) -> EisenhowerState:
    state = new_match(scenario, 1).state
    assert isinstance(state, EisenhowerState)
    return state


def planned(state: EisenhowerState) -> orders.PlanSecond:
    """The second landing that the Allies write down."""
    order = Opening(ground(state.scenario), state, ALLIED).second_plan()
    assert isinstance(order, orders.PlanSecond)
    return order


def test_a_landing_is_planned_where_those_at_hand_are_sure_to_come_ashore(
    historical: EisenhowerScenario,
) -> None:
    state = begun(historical)
    order = Opening(ground(historical), state, ALLIED).second_plan()
    assert isinstance(order, orders.PlanSecond)
    assert state.legal(ALLIED).refusal(order) is None
    view = Situation(ground(historical), state, ALLIED)
    force = landing_force(view, order.to, order.turn)
    assert force is not None
    assert force.chance >= SAFE
    factors = [historical.units[unit].full[0] for unit in force.units]
    assert landing_chance(view, order.to, sum(factors)) >= SAFE
    assert len(factors) == 1 or landing_chance(view, order.to, sum(factors[:-1])) < SAFE


def test_arrivals_of_the_turn_before_are_at_hand_and_on_turn_4_those_of_the_turn(
    historical: EisenhowerScenario,
) -> None:
    state = begun(historical)
    ids = historical.ids
    assert {ids[unit] for unit in at_hand(state, 3)} == {"US15", "B12", "C2"}
    later = {ids[unit] for unit in at_hand(state, 4)}
    assert {"US6", "US12", "B1A_g"} <= later
    assert not later & {"US15", "US3"}


def test_no_more_than_the_force_and_its_reserve_wait_and_only_until_its_turn(
    historical: EisenhowerScenario,
) -> None:
    state = begun(historical)
    order = Opening(ground(historical), state, ALLIED).second_plan()
    assert isinstance(order, orders.PlanSecond)
    assert not kept_back(Situation(ground(historical), state, ALLIED))
    state.position.second_turn, state.position.second_hex = order.turn, order.to
    state.position.turn = order.turn - 1
    view = Situation(ground(historical), state, ALLIED)
    force = landing_force(view, order.to, order.turn)
    assert force is not None
    reserve = storming_reserve(view, order.to, order.turn, force.units)
    assert set(hexes(kept_back(view))) == {*force.units, *reserve}
    state.position.turn = order.turn
    assert not kept_back(Situation(ground(historical), state, ALLIED))


def test_one_corps_more_waits_for_the_ruhr_that_the_arrivals_of_the_turn_cannot_take_alone(
    historical: EisenhowerScenario,
) -> None:
    state = begun(historical)
    study = ground(historical)
    order = planned(state)
    force = landing_force(Situation(study, state, ALLIED), order.to, order.turn)
    assert force is not None
    number = historical.number
    fresh = [number[name] for name in ("US12", "US20", "US6")]

    def falls(units: list[int]) -> float:
        view = Situation(study, state, ALLIED)
        return chance_to_take(view, state, [(unit, 1 << order.to, 6) for unit in units])

    # The German corps at Utrecht marches into the Ruhr before the landing: then the arrivals of the turn are too few.
    reserve = storming_reserve(Situation(study, state, ALLIED), order.to, order.turn, force.units)
    assert [historical.ids[unit] for unit in reserve] == ["US8"]
    assert study.ruhr is not None
    state.put(number["88"], study.ruhr)
    assert falls(fresh) < STORM <= falls([*fresh, *reserve])
    assert storming_reserve(Situation(study, state, ALLIED), order.to, order.turn, force.units) == reserve
    # Without anybody near they take it from its garrison alone, and nobody else waits.
    state.put(number["88"], ELIMINATED)
    assert falls(fresh) >= STORM
    assert not storming_reserve(Situation(study, state, ALLIED), order.to, order.turn, force.units)


def test_arrivals_of_turn_4_that_land_do_not_march_on(
    historical: EisenhowerScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may land in the turn in which they come (12.1), and who lands moves no more in it (5.3.7)."""
    state = begun(historical)
    landing = historical.number["US18A_g"]
    marching: set[int] = set()

    def falls(_: Situation, __: EisenhowerState, starts: Iterable[Marcher]) -> float:
        marching.update(unit for unit, _, _ in starts)
        return 0.0

    monkeypatch.setattr(reserve, "chance_to_take", falls)
    beach = next(hexes(historical.invasion_coast["second"]))
    assert storming_reserve(Situation(ground(historical), state, ALLIED), beach, 4, [landing]) == ()
    assert historical.number["B1A_g"] in marching
    assert landing not in marching


def test_nobody_waits_for_a_ruhr_that_is_too_far_from_the_landing(historical: EisenhowerScenario) -> None:
    state = begun(historical)
    far = next(hex for hex in hexes(historical.board.interior) if historical.board.label(hex) == "3407")
    assert not storming_reserve(Situation(ground(historical), state, ALLIED), far, 3, ())


def test_the_landing_is_at_the_gates_of_the_ruhr_on_the_first_turn_for_it(
    historical: EisenhowerScenario,
) -> None:
    state = begun(historical)
    study = ground(historical)
    order = planned(state)
    assert order.turn == min(state.legal(ALLIED).values(orders.PlanSecond))
    assert study.ruhr is not None
    way = study.travel(study.ruhr)
    view = Situation(study, state, ALLIED)
    nearer = [hex for hex in hexes(historical.invasion_coast["second"]) if way[hex] < way[order.to]]
    assert not any(landing_force(view, hex, order.turn) for hex in nearer)
    assert way[order.to] <= GATE


def test_reserves_that_are_set_up_anew_bar_the_way_to_the_ruhr_side_by_side(
    alternate: EisenhowerScenario,
) -> None:
    state = begun(alternate)
    study = ground(alternate)
    assert study.ruhr is not None
    way = study.travel(study.ruhr)
    inland = alternate.board.deployment & ~alternate.board.coastal
    nearest = sorted(hexes(inland), key=lambda hex: (way[hex], hex))[:BARRIER]
    while isinstance(order := Opening(study, state, GERMAN).deploy(), orders.Deploy):
        state.apply(GERMAN, order)
    counts = [len(state.units_at(hex, GERMAN)) for hex in nearest]
    assert min(counts) >= 1
    assert max(counts) - min(counts) <= 1
