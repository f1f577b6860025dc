"""Combat as a whole: the table, forecasts, and what holds after every battle however it was fought."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from phaseline.engine.aids.ground import hex_name
from phaseline.engine.dice import SeededDice
from phaseline.engine.state import Decision
from phaseline.games.france44 import GAME
from phaseline.games.france44 import orders as given
from phaseline.games.france44.aids import combats
from phaseline.games.france44.position import ALLIED, GERMAN, NOWHERE, Battle, CombatPhase, Plan
from phaseline.games.france44.results import Result
from phaseline.games.france44.rules import control, odds
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.sequence import FLOW
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import hexes, kth

PRINTED = """
Die | 1-4    1-3   1-2    1-1    2-1    3-1    4-1    5-1   6-1
1   | A3R    A3R   A3R    A3R    A3R   A2/D1  A1/DR  A1/D2 A1/D2
2   | A3R    A3R   A2R    A2R    A2R   A1/DR  A1/D1R  D1R   D1R
3   | A3     A2    A1     A2    A1R/D1 A1/D1R  D1R    D2    D2R
4   | A2R    A1R   AR    A1/D1  A1/D1R  D1R    D2R    D2R   D3R
5   | A1     AR   A1/D1  A1/D2R  D2     D2R    D3R    D3R   D4
6   |A2/D1  A1/D1 A1/D2R  D2R    D3R    D3R    D4R    D4R   D4R
"""


@pytest.fixture(scope="module")
def scenario() -> FranceScenario:
    loaded = GAME.load("campaign")
    assert isinstance(loaded, FranceScenario)
    return loaded


@pytest.mark.case("france44", "tbl.crt")
def test_every_cell_is_as_printed(scenario: FranceScenario) -> None:
    head, *lines = PRINTED.strip().splitlines()
    columns = head.split("|")[1].split()
    assert scenario.crt.columns == tuple(columns)
    for line in lines:
        die, cells = line.split("|")
        found = [str(scenario.crt.results.result(column, int(die))) for column in columns]
        assert found == cells.split()


@pytest.mark.case("france44", "11.6")
def test_past_the_table_all_defenders_are_lost(scenario: FranceScenario) -> None:
    assert scenario.crt.outcomes(9)[Result(automatic=True)] == 1
    assert str(scenario.crt.result(8, 6)) == "D4R"


def melee(scenario: FranceScenario, seed: int, seat: int) -> FranceState:
    """All Allies of England and Corsica next to Germans or off their beaches; a combat phase is to begin."""
    rng = random.Random(seed)
    state = GAME.new(scenario, SeededDice(seed.to_bytes(32, "big")))
    assert isinstance(state, FranceState)
    p, board = state.position, scenario.board
    p.turn = 6
    held = [beach for beach in hexes(board.beaches & state.occupied(GERMAN)) if board.off_beaches[beach]]
    for unit in scenario.rosters[ALLIED]:
        if p.at[unit] < 0:
            continue
        beach = rng.choice(held)
        off = [hex for hex in hexes(board.off_beaches[beach]) if len(state.units_at(hex, ALLIED)) < 2]
        assaulted = sum(hex == beach for hex in p.beach.values())
        if seat == ALLIED and rng.random() < 0.3 and not scenario.hqs >> unit & 1 and off and assaulted < 2:
            state.put(unit, rng.choice(off))
            p.beach[unit] = beach
            continue
        near = board.grid.spread(state.occupied(GERMAN)) & board.continent
        near &= ~state.occupied(GERMAN) & ~state.no_room(unit)
        hex = kth(near, rng.randrange(near.bit_count()))
        state.put(unit, hex)
        control.enter(state, ALLIED, 1 << hex)
        p.steps[unit] = rng.randint(1, scenario.units[unit].steps)
    for wing in range(len(p.wings)):
        spots = board.settled if rng.random() < 0.6 else state.occupied(GERMAN)
        p.wings[wing] = p.bases[wing] = kth(spots, rng.randrange(spots.bit_count()))
    p.stack = [FLOW.at(CombatPhase(seat=seat), "announcing")]
    state.changed()
    state.advance()
    return state


def fight(state: FranceState, rng: random.Random, seat: int) -> None:
    """Random orders till the phase is over; at every step what holds in it."""
    while (decision := state.waiting()) is not None and state.within(CombatPhase):
        look(state, decision)
        order = state.legal(decision.seats[0]).sample(rng)
        state.play(decision.seats[0], order)
        if isinstance(order, given.Retreat):
            retreated(state, order, seat)
        if isinstance(order, given.Close):
            assert odds.allowed(state, state.position.announced[-1])


def look(state: FranceState, decision: Decision) -> None:
    """Announced attacks share nobody and no hex; a forecast adds up and agrees with the odds that will be rolled."""
    announced = state.position.announced
    for mask in ("attackers", "targets", "wings", "ships"):
        seen = 0
        for plan in announced:
            assert not seen & getattr(plan, mask)
            seen |= getattr(plan, mask)
    if decision.step.label == "plan":
        open_ = state.frame(Plan)
        assert open_.wings.bit_count() <= open_.attackers.bit_count()
        forecast = combats.forecast(state, open_, alone=False)
        assert forecast is not None
        assert sum(Fraction(row.chance) for row in forecast.rows) == 1
        names = {
            line.text.removesuffix(" has no way to retreat")
            for line in forecast.lines
            if line.case == "11.4d"
        }
        involved = open_.attackers | state.units_in(open_.targets, 1 - open_.attacker)
        caught = {state.spoken(unit) for unit in hexes(involved) if trapped(state, unit)}
        assert names == caught
        report = odds.odds(state, open_)
        # No column counts where the odds are better than all of them: no die is rolled (11.6).
        assert forecast.column == (None if report.beyond > 0 else report.column)
        assert forecast.title == f"attack on {hex_name(state.scenario.map, open_.target)}"


@pytest.mark.case("france44", "10.3", "9.1a", "9.4", "19.1a")
def test_what_an_order_would_add_is_forecast(scenario: FranceScenario) -> None:
    """An order that has been begun is forecast as if it had been given; with it the odds are what they will be."""
    rng, state = random.Random(3), melee(scenario, 3, ALLIED)
    told = set()
    while (decision := state.waiting()) is not None and decision.step.label in ("announcing", "plan"):
        seat = decision.seats[0]
        order = state.legal(seat).sample(rng)
        if decision.step.label == "plan" or isinstance(order, given.Attack):
            chosen = tuple(getattr(order, name) for name in order.__struct_fields__)
            plan = combats.planned(state, seat, type(order), chosen)
            assert plan is not None
            before = combats.forecast(state, plan, alone=isinstance(order, given.Attack))
            state.play(seat, order)
            if state.within(Plan):
                assert state.frame(Plan).targets == plan.targets
                after = combats.forecast(state, state.frame(Plan), alone=False)
                assert before is not None
                assert after is not None
                assert (before.rows, before.spreads) == (after.rows, after.spreads)
                told.add(type(order))
        else:
            state.play(seat, order)
    assert {given.Attack, given.Join, given.Air, given.Gunfire} <= told
    assert combats.planned(state, ALLIED, None, ()) is None


def trapped(state: FranceState, unit: int) -> bool:
    """Whether a unit could not retreat if it had to, looked for hex by hex."""
    p, board, owner = state.position, state.scenario.board, state.scenario.side_of[unit]
    if unit in p.beach:
        return False
    enemy = state.occupied(1 - owner)
    barred = enemy | state.zone(1 - owner)
    seen, front = {p.at[unit]}, [p.at[unit]]
    while front:
        here = front.pop()
        for hex in hexes(board.grid.adjacent_mask(here) & board.playable & ~barred):
            if hex in seen or (owner == GERMAN and board.overseas >> hex & 1):
                continue
            if not enemy & board.grid.adjacent_mask(hex) and not state.no_room(unit) >> hex & 1:
                return False
            seen.add(hex)
            front.append(hex)
    return True


def retreated(state: FranceState, order: given.Retreat, seat: int) -> None:
    """Whoever has come to the end of a retreat is clear of the enemy, with room, in no hex yet to be attacked."""
    p, owner = state.position, state.scenario.side_of[order.unit]
    assert not state.occupied(1 - owner) >> order.to & 1
    over = not state.within(Battle) or state.frame(Battle).walker == NOWHERE
    if over and p.at[order.unit] == order.to and not state.within(Battle):
        assert not any(plan.targets >> order.to & 1 for plan in p.announced if plan.attacker == seat)
    if over and state.within(Battle) and not state.frame(Battle).advanced:
        assert not state.near_enemy(owner) >> order.to & 1


@pytest.mark.case("france44", "11.4c", "10.2b", "12.6a", "7.2")
@pytest.mark.parametrize("seat", [ALLIED, GERMAN])
@pytest.mark.parametrize("seed", range(4))
def test_after_the_battles(scenario: FranceScenario, seed: int, seat: int) -> None:
    """Nobody is left at sea, stacks and control are sound, and the dice have fallen once an attack."""
    state = melee(scenario, seed, seat)
    fight(state, random.Random(seed), seat)
    p = state.position
    assert not p.announced
    assert not p.beach
    assert not state.occupied(ALLIED) & scenario.board.sea
    assert p.fought
    assert list(GAME.faults(state)) == []
    assert not p.fought & ~scenario.divisions
