"""How far a hex is for a unit that moves by land, and the way there."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.games.westfront.rules import ground
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Hexsides, Mask, hexes


def steps_to(s: WestFrontState, unit: int) -> list[Mask]:
    """The hexes without enemies by the number of hexes a land move takes: item 0 is the unit's own.

    Hexes over a strait take the whole move and stand in the last item.
    """
    return s.now(("steps", unit), lambda: list(_waves(s, unit)))


def _waves(s: WestFrontState, unit: int) -> Iterator[Mask]:
    board, start = s.board, 1 << s.position.at[unit]
    ways, most = ground.ways(s, unit), ground.speed(s, unit)
    open_hexes = ground.allowed(s, unit) & ~s.occupied(1 - s.seat_of(unit))
    stop = ground.stops(s, unit)
    over_strait = board.straits.cross(start) & ways.quiet
    seen = front = start
    yield start
    for step in range(1, most + 1):
        near = board.passable.cross(front) & open_hexes & ~seen
        if step == 1 and ways.fighting:
            near &= ways.doors
        seen |= near
        front = near & ~stop
        yield near if step < most else near | over_strait & ~seen


def cost(s: WestFrontState, unit: int, to: Hex) -> int | None:
    """How many hexes of its speed a land move takes, into a battle too; None when it does not get there."""
    waves = steps_to(s, unit)
    for number, wave in enumerate(waves):
        if wave >> to & 1:
            return number
    if not ground.ways(s, unit).engage >> to & 1:
        return None
    near = s.board.passable.cross(1 << to)
    stop, here = ground.stops(s, unit), 1 << s.position.at[unit]
    for number, wave in enumerate(waves[:-1]):
        if wave & near & (~stop | here):
            return number + 1
    return ground.speed(s, unit)


def path(s: WestFrontState, unit: int, to: Hex, via: Hex | None) -> tuple[Hex, ...]:
    """A shortest way of a land move, own hex first; through `via` where a battle is entered or left."""
    here = s.position.at[unit]
    fighting = ground.ways(s, unit).fighting
    if not fighting and s.occupied(1 - s.seat_of(unit)) >> to & 1:
        via = ground.door(s, unit, to, via)
        return (*_quiet(s, unit, here, here if via is None else via), to)
    if fighting and via is not None and via != to:
        return (here, *_quiet(s, unit, via, to))
    return _quiet(s, unit, here, to)


def _quiet(s: WestFrontState, unit: int, start: Hex, to: Hex) -> tuple[Hex, ...]:
    """A shortest way through hexes without enemies; straight over a strait."""
    if start == to:
        return (to,)
    open_hexes = ground.allowed(s, unit) & ~s.occupied(1 - s.seat_of(unit))
    stop = ground.stops(s, unit)
    found = trace(s.board.passable, start, to, open_hexes, stop)
    return found or (start, to)


def trace(over: Hexsides, start: Hex, to: Hex, open_hexes: Mask, stop: Mask = 0) -> tuple[Hex, ...]:
    """A shortest way over these hexsides through open hexes, none of `stop` but the last; () when there is none."""
    waves = [1 << start]
    seen = waves[0]
    while not seen >> to & 1:
        front = waves[-1] if len(waves) == 1 else waves[-1] & ~stop
        near = over.cross(front) & open_hexes & ~seen
        if not near:
            return ()
        waves.append(near)
        seen |= near
    way = [to]
    for number in range(len(waves) - 2, -1, -1):
        ways_back = over.cross(1 << way[-1]) & waves[number]
        if number:
            ways_back &= ~stop
        way.append(next(hexes(ways_back)))
    return tuple(reversed(way))
