"""Why a unit does not get to a hex: the rule without which it would (7.12, 8.3, 8.5, 9.3, 12.2, 13.4, 13.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from phaseline.drill import marching
from phaseline.drill.marching import SideFare, legs_of
from phaseline.engine.ledger import case
from phaseline.engine.refusal import Refusal
from phaseline.games.eisenhower.position import GERMAN
from phaseline.games.eisenhower.rules import movement, supply
from phaseline.games.eisenhower.rules.movement import Manner
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, Mask, unite
from phaseline.mechanics.causes import Cause, alone, in_turn
from phaseline.mechanics.ways import Routes, Ways


class _Trip(NamedTuple):
    """What decides how far a unit gets: how it goes, what it may spend, where it halts, and whether it crosses any ground."""

    by: Manner
    left: int
    stop: Mask
    everywhere: bool = False


@case("8.1", "8.3", "9.3a", "13.4a")
def out_of_reach(s: EisenhowerState, unit: int, hex: Hex) -> Refusal:
    """Why a unit does not get to a hex: what keeps it from there alone comes before what does so together with others."""
    trip = _Trip(movement.manner(s, unit), movement.budget(s, unit), movement.halts(s, unit))
    means = movement.budget_in_words(s, unit)

    def opens(way: _Trip) -> bool:
        return hex in _routes(s, unit, way)

    italy = Cause(_going(barred=False), s.italy_refusal(hex))
    zones = Cause(_going(zone=0), Refusal("9.3a", f"enemy zones of control keep it from there with {means}"))
    enemies = Cause(_going(enemy=0), Refusal("8.3", "enemy units are in the way"))
    ground = list(_for_the_ground(trip))
    single = [italy, *_for_halts(s, trip), zones, enemies, *_for_want(s, unit, means), *ground]
    found = alone(trip, single, opens) or in_turn(trip, [zones, italy, enemies, *ground], opens)
    return found or Refusal("8.1", f"it is out of reach with {means}")


def _routes(s: EisenhowerState, unit: int, way: _Trip) -> Routes:
    board, over = s.scenario.board, movement.ways_by(s, way.by)
    if way.everywhere:
        closed = board.map.on_map & ~board.playable
        ground = unite([*movement.ground(s, way.by).items(), (1, closed)])
        sides = [SideFare(board.sea | board.around(closed))]
        zone = {s.scenario.tables.crossing.ezoc: way.by.zone & board.playable}
        over = Ways([*over, *marching.ways(ground, sides, zone)])
    return Routes(board.grid, 1 << s.position.at[unit], over, way.left, way.stop)


def _going(**otherwise: Any) -> Callable[[_Trip], _Trip]:
    return lambda way: way._replace(by=way.by._replace(**otherwise))


@case("12.2.2b", "12.2.3a", "13.5a")
def _for_halts(s: EisenhowerState, trip: _Trip) -> Iterator[Cause[_Trip]]:
    """The unit halts on the way, where something happens first."""
    board = s.scenario.board
    for area, number, happens in (
        (board.west_bank, "13.5a", "a bridge over the Rhine is tried for"),
        (board.east_of_elbe, "12.2.2b", "the last reserves may come in"),
        (trip.stop, "12.2.3a", "the garrison of Yugoslavia is called"),
    ):
        # The last one lifts all the halts there are.
        why = Refusal(number, f"it halts on the way, where {happens}: move it there first, then on")
        yield Cause(_halting_without(area), why)


def _halting_without(area: Mask) -> Callable[[_Trip], _Trip]:
    return lambda way: way._replace(stop=way.stop & ~area)


@case("7.12a", "7.15b")
def _for_want(s: EisenhowerState, unit: int, means: str) -> Iterator[Cause[_Trip]]:
    """Want of supply halves the factors of a unit that begins to move."""
    lacks = s.factors(unit)[2] - supply.allowance(s, unit)
    if lacks and legs_of(s, unit) is None:
        number = "7.15b" if supply.supplied(s, unit) else "7.12a"
        why = Refusal(number, f"it is out of reach with {means}")
        yield Cause(lambda way: way._replace(left=way.left + lacks), why)


@case("8.5", "8.10a")
def _for_the_ground(trip: _Trip) -> Iterator[Cause[_Trip]]:
    """Ground that nobody crosses is in the way, or nobody but Germans in boats."""
    if trip.by.seat == GERMAN:
        why = Refusal("8.10a", "the Scheldt estuary is crossed in the one phase of boats only")
        yield Cause(_going(boats=True), why)
    why = Refusal("8.5", "hexes or hexsides in the way cannot be crossed")
    yield Cause(lambda way: way._replace(everywhere=True), why)
