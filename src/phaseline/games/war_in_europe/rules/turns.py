"""Turns and player turns: what begins and ends with them (4)."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.position import (
    ALLIED,
    AVAILABLE,
    AXIS,
    FRONTS,
    LIFT,
    PlayerTurn,
    Turn,
    air_box,
)
from phaseline.games.war_in_europe.rules import airlift, shipping
from phaseline.games.war_in_europe.state import FORMED, WarState


@case("4.3")
def next_turn(s: WarState, count: int) -> Turn | None:
    """One turn after the other, as many as the scenario has."""
    turn = count + 1
    if turn > s.scenario.last_turn or "armistice" in s.position.flags:
        return None
    s.position.turn = turn
    return Turn(turn=turn)


@case("4.1a", "3.5", "5.4", "15.0")
def begin_turn(s: WarState) -> None:
    """A week begins: its weather, and the transports of both sides."""
    p = s.position
    s.tell("weather", "15.0", "the weather is {weather}", weather=s.weather)
    shipping.fit_out(s)
    shipping.arrive(s)
    airlift.arrive(s)
    if p.turn > 1:
        _reinforce(s)


@case("3.25b")
def _reinforce(s: WarState) -> None:
    """Air Points and Air Transport Points that arrive in this turn, into their displays."""
    p = s.position
    for arrival in s.scenario.setup.air:
        if arrival.turn == p.turn:
            front, seat = FRONTS.index(arrival.front), s.game.seats.index(arrival.side)
            p.air[air_box(front, seat, AVAILABLE)] += arrival.points
            p.air[air_box(front, seat, LIFT)] += arrival.transport


@case("4.1a", "4.2C")
def player_turns(s: WarState, count: int) -> PlayerTurn | None:
    """The turn of the first player, then that of the second (4.2)."""
    if count == 2:
        return None
    return PlayerTurn(seat=s.scenario.first if count == 0 else 1 - s.scenario.first)


def begin_player_turn(s: WarState) -> None:
    """What held for the last player turn no longer does."""
    p = s.position
    p.travelled = p.carried = p.marched = p.fought = p.assailed = p.rebuilt = p.idle = 0
    p.sheltered = p.ashore = p.shipped = p.flown = 0
    p.waived = 0
    for name in [name for name in p.flags if name.startswith(FORMED)]:
        del p.flags[name]
    p.embarked, p.debarked, p.carriers = {}, {}, {}


@case("5.0c")
def begin_movement(s: WarState) -> None:
    """A movement phase begins: every unit has its whole allowance, nothing is left over from the last."""
    s.position.overran = 0
    end_movement(s)


@case("5.0c", "7.13b")
def end_movement(s: WarState) -> None:
    """Whoever has moved has his whole allowance again. Who has overrun somebody is remembered: ships do not take him off (7.13)."""
    p = s.position
    p.moved = 0
    p.spent = [0] * len(p.spent)
    p.began = {}
    for number, leash in enumerate(s.scenario.confined):
        seat = ALLIED if leash.units & s.scenario.side_units[ALLIED] else AXIS
        if leash.within & s.occupied(1 - seat):
            p.released |= 1 << number


@case("10.21b", "12.62b")
def end_mechanized(s: WarState) -> None:
    """Mechanized movement is over. Where somebody has come to a hex that a retreat had filled, its time is up (R81)."""
    p = s.position
    p.pressed &= ~s.where(p.moved & s.on_map(s.phasing))
    begin_movement(s)


@case("12.62b")
def end_pressure(s: WarState) -> None:
    """The hexes that a retreat had filled are in order at the end of the owner's initial movement (12.62, R81)."""
    s.position.pressed &= s.occupied(1 - s.phasing)


@case("4.2D")
def housekeeping(s: WarState) -> None:
    """All Air Points go back to the Available boxes of their displays."""
    p = s.position
    for front in range(len(FRONTS)):
        for seat in range(len(s.game.seats)):
            for box in range(AVAILABLE + 1, LIFT):
                found = air_box(front, seat, box)
                p.air[air_box(front, seat, AVAILABLE)] += p.air[found]
                p.air[found] = 0
    p.suppressed = 0
    p.reach = {}
    p.fled = [0, 0]
