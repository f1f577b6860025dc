"""What is remembered from order to order is what comes out when it is worked out anew."""

from __future__ import annotations

import random

import pytest

from phaseline.engine.dice import SeededDice
from phaseline.games.war_in_europe import GAME
from phaseline.games.war_in_europe.position import ALLIED, AXIS
from phaseline.games.war_in_europe.rules import chains, odds, overrun, supply
from phaseline.games.war_in_europe.scenario import Options, load
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import hexes
from phaseline.mechanics.strength import total

SIDES = (AXIS, ALLIED)


def positions(key: str, orders: int, every: int) -> list[WarState]:
    """Positions met in random play."""
    state, rng, met = GAME.new(load(key, Options(), ()), SeededDice(b"7" * 32)), random.Random(7), []
    assert isinstance(state, WarState)
    for number in range(orders):
        decision = state.waiting()
        if decision is None:
            break
        seat = decision.seats[0]
        state.play(seat, state.legal(seat).sample(rng))
        if number % every == 0:
            met.append(state.copy())
    return met


@pytest.mark.parametrize("key", ["overlord_1944", "italy_1943"])
def test_a_chain_without_weak_heads_is_the_same_taken_from_a_larger_one(key: str) -> None:
    shorter = 0
    for s in positions(key, 500, 50):
        for seat in SIDES:
            for school in supply.schools(s, seat):
                sources = supply.centers(s, school) & chains.open_hexes(s, seat)
                net, short = chains.net(s, seat), chains.short_ranges(s, soviet=school.soviet)
                ports = list(hexes(net.minor))
                trials = [(level, 0) for level in (chains.MAJOR, chains.MINOR, chains.AMPHIBIOUS)]
                trials += [(chains.MINOR, net.minor & ~(1 << port)) for port in ports[:3]]
                for level, barred in trials:
                    anew = chains._Feeding(s, net, sources, level, barred, short).run()
                    found = supply.chain_of(s, school, level, barred)
                    assert (found.major, found.minor, found.piers) == (anew.major, anew.minor, anew.piers)
                    assert found.reach == anew.reach
                    shorter += found.reach != supply.chain_of(s, school).reach
    assert shorter, "no chain lacked anything: nothing has been compared"


def test_weak_hexes_are_all_that_are_weak() -> None:
    weak = 0
    for s in positions("overlord_1944", 600, 60):
        for seat in SIDES:
            remembered = overrun.soft(s, seat)
            anew = overrun.soft(s.fresh(), seat)
            assert remembered == anew
            weak += len(anew.strengths)
            scenario, prices = s.scenario, s.scenario.tables.prices
            best = max(scenario.units[unit].full.attack() for unit in scenario.rosters[1 - seat])
            for hex in s.standing.by_hex[seat]:
                strength = total(odds.defence(s, hex, seat))
                assert odds.at_least(s, hex, seat) <= strength
                assert (hex in anew.strengths) == (
                    strength * prices.overrun_odds <= best * prices.overrun_units
                )
    assert weak


def test_zones_are_those_of_a_state_that_remembers_nothing() -> None:
    for s in positions("france_1940", 400, 25):
        for seat in SIDES:
            assert s.zone(seat) == s.fresh().zone(seat)


def test_a_move_changes_the_stamp_of_its_own_side_only() -> None:
    s = GAME.new(load("overlord_1944", Options(), ()), SeededDice(b"7" * 32))
    assert isinstance(s, WarState)
    unit = next(hexes(s.on_map(ALLIED)))
    before = s.standing
    twin = s.copy()
    s.put(unit, next(hexes(s.scenario.board.playable & ~(1 << s.position.at[unit]))))
    assert s.standing.stamps[ALLIED] is not before.stamps[ALLIED]
    assert s.standing.stamps[AXIS] is before.stamps[AXIS]
    assert twin.standing.stamps == before.stamps
