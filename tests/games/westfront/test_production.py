"""Production at random: nothing is overspent, limits hold, neither side learns what the other does (11.0)."""

import random
from collections import Counter

import pytest

from phaseline.engine.dice import SeededDice
from phaseline.engine.orders import Order
from phaseline.games.westfront import GAME
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.orders.airborne import GroundParas
from phaseline.games.westfront.orders.production import BuildCadre, Disband
from phaseline.games.westfront.position import ALLIED, AXIS, ELIMINATED, Month, Production, War
from phaseline.games.westfront.rules import arrivals, production
from phaseline.games.westfront.sequence import FLOW
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import hexes

BOTH = (ALLIED, AXIS)


def in_production(key: str, month: int, seed: int = 0) -> WestFrontState:
    """A production with losses on both sides, at its first decision."""
    scenario = GAME.load(key)
    state = WestFrontState(GAME, scenario, GAME.start(scenario), SeededDice(bytes([seed])))
    rng = random.Random(seed)
    for unit in hexes(state.on_map(ALLIED) | state.on_map(AXIS)):
        fate = rng.random()
        if fate < 0.15:
            state.withdraw(unit, ELIMINATED)
        elif fate < 0.5:
            state.position.cv[unit] = max(state.position.cv[unit] - 1, state.type_of(unit).lowest)
    state.position.month = month
    frame = FLOW.at(Month(month=month), "production", 1)
    state.position.stack = [FLOW.at(War(), "months", 1), frame, Production()]
    state.changed()
    state.advance()
    return state


def spent(before: list[int], state: WestFrontState, seat: int) -> int:
    return before[seat] - state.position.points[seat]


@pytest.mark.case("westfront", "11.3")
@pytest.mark.case("westfront", "11.6c")
@pytest.mark.case("westfront", "6.21")
@pytest.mark.case("westfront", "11.41c")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("key", "month"), [("S43", 8), ("W43", 14), ("S44", 20), ("W44", 25)])
def test_random_production_keeps_every_limit(key: str, month: int, seed: int) -> None:
    state = in_production(key, month, seed)
    rng = random.Random(seed)
    before = list(state.position.points)
    standing = list(state.position.cv)
    for seat in BOTH:
        for _ in range(60):
            order = state.legal(seat).sample(rng)
            if isinstance(order, (Done, Disband)):
                continue
            state.apply(seat, order)
            assert state.position.points[seat] >= 0
            assert spent(before, state, seat) >= 0
    position = state.position
    ss = state.scenario.ss
    rebuilt = sum(position.at[unit] == ELIMINATED for unit in hexes(ss) if unit in position.planned)
    assert (position.built & ss).bit_count() + rebuilt <= 1
    raised = [new - old for old, new in zip(standing, position.cv, strict=True)]
    assert set(raised) <= {0, 1}
    arriving = Counter((hex, state.seat_of(unit)) for unit, (hex, _) in position.planned.items())
    for (hex, _), count in arriving.items():
        assert count <= arrivals.capacity(state, hex)
    for seat in BOTH:
        state.apply(seat, Done())
    for seat in BOTH:
        for hex in hexes(state.occupied(seat)):
            assert len(state.units_at(hex, seat)) <= state.board.stacking_limit(hex)
    assert state.position.planned == {}
    assert state.position.points == [0, 0]


@pytest.mark.case("westfront", "11.1")
@pytest.mark.case("westfront", "side.11c")
@pytest.mark.parametrize("seat", BOTH)
def test_what_a_side_builds_is_hidden_until_both_are_done(seat: int) -> None:
    state = in_production("S43", 8, 1)
    idle = state.copy()
    rng = random.Random(3)
    for _ in range(40):
        order = state.legal(seat).sample(rng)
        if not isinstance(order, Done):
            state.apply(seat, order)
    assert state.position.planned or state.position.built
    other = 1 - seat
    assert GAME.view(state, other).to_bytes() == GAME.view(idle, other).to_bytes()
    assert all(event.for_seat(other) is None or event.kind == "production" for event in state.events)


@pytest.mark.case("westfront", "11.1")
def test_the_order_of_the_two_sides_does_not_matter() -> None:
    first, second = in_production("S43", 8, 2), in_production("S43", 8, 2)
    orders: dict[int, list[Order]] = {}
    for seat in BOTH:
        rng = random.Random(seat)
        chosen = orders[seat] = []
        probe = first.copy()
        for _ in range(15):
            order = probe.legal(seat).sample(rng)
            if not isinstance(order, Done):
                probe.apply(seat, order)
                chosen.append(order)
    for state, sequence in ((first, BOTH), (second, BOTH[::-1])):
        for seat in sequence:
            for order in orders[seat]:
                state.apply(seat, order)
        for seat in BOTH:
            state.apply(seat, Done())
    assert first.position.to_bytes() == second.position.to_bytes()


@pytest.mark.case("westfront", "14.7")
def test_grounding_is_known_when_production_is_over() -> None:
    state = in_production("S43", 8)
    state.apply(AXIS, GroundParas())
    assert GAME.view(state, ALLIED).position.grounding is False  # type: ignore[attr-defined]
    state.apply(ALLIED, Done())
    state.apply(AXIS, Done())
    assert state.has("paras grounded")


@pytest.mark.case("westfront", "11.3")
def test_a_price_that_cannot_be_paid_is_explained() -> None:
    state = in_production("S44", 20)
    state.position.points = [0, 0]
    state.changed()
    hq = state.scenario.number["OKW"]
    state.withdraw(hq, ELIMINATED)
    refusal = state.legal(AXIS).why_not(BuildCadre, hq)
    assert refusal is not None
    assert refusal.case == "11.3"
    assert (
        refusal.reason == "it costs 40 PPs (cadre 20, strategic bombing 10, Ploesti lost 10), and 0 are left"
    )


@pytest.mark.case("westfront", "11.2")
def test_a_level_below_nothing_gives_no_points() -> None:
    state = in_production("S43", 8)
    state.position.owner[AXIS] = 0
    for unit in hexes(state.on_map(AXIS)):
        state.withdraw(unit, ELIMINATED)
    production.begin_production(state)
    assert state.position.level[AXIS] == -60
    assert state.position.points[AXIS] == 0
