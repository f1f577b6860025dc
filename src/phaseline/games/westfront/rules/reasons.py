"""Why a unit cannot get to a hex by land: which rule, if it were lifted, would let it (1.3, 6.1 to 6.3).

Asked only when an order is refused, so that the refusal cites the case that matters.
"""

from __future__ import annotations

from typing import NamedTuple

from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.position import AXIS
from phaseline.games.westfront.rules import ground
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Hexsides, Mask


class _Trip(NamedTuple):
    """What decides how far a unit gets: over which hexsides, into which hexes, where it stops, for how many steps."""

    over: Hexsides
    start: Mask
    steps: int
    open_hexes: Mask
    stop: Mask
    enemies: Mask

    def ends(self) -> Mask:
        """Where it could end, engaging included."""
        within, inner = ground.walk(self.over, self.start, self.open_hexes, self.stop, self.steps)
        return within | self.over.cross(inner) & self.enemies


def out_of_reach(s: WestFrontState, unit: int, to: object) -> Refusal:
    """Why a unit cannot move to a hex that it may enter as such."""
    if not isinstance(to, int):
        return Refusal("6.1a", "it cannot get there")
    if ground.ways(s, unit).fighting:
        found = _out_of_battle(s, unit, to)
        if found is not None:
            return found
    return _on_the_way(s, unit, to)


def _out_of_battle(s: WestFrontState, unit: int, to: Hex) -> Refusal | None:
    """Whether the first step out of its battle is what fails (6.32b, 6.33)."""
    here = 1 << s.position.at[unit]
    trip = _trip(s, unit)
    exits = ground.exits(s, unit)
    near = s.board.traced.cross(here) & trip.open_hexes
    if not exits:
        return Refusal("6.32b", "there is no friendly hex next to it to leave the battle to")
    if not exits >> to & 1 and near >> to & 1:
        return Refusal("6.32b", "it leaves a battle only into a friendly hex out of battle")
    if _after_first_step(s, trip, exits) >> to & 1:
        return Refusal("6.33a", "no more units may leave the battle over that hexside in this phase")
    if _after_first_step(s, trip, near) >> to & 1:
        return Refusal("6.32b", "the way there leads through no friendly hex next to the battle")
    return None


def _after_first_step(s: WestFrontState, trip: _Trip, doors: Mask) -> Mask:
    first = doors & ~s.board.straits.cross(trip.start) & ~trip.stop
    return doors | ground.walk(trip.over, first, trip.open_hexes, trip.stop, trip.steps - 1)[0]


def _trip(s: WestFrontState, unit: int) -> _Trip:
    area, enemies = ground.allowed(s, unit), s.occupied(1 - s.seat_of(unit))
    if s.unit(unit).is_hq:
        enemies = 0
    return _Trip(
        over=s.board.passable,
        start=1 << s.position.at[unit],
        steps=ground.speed(s, unit),
        open_hexes=area & ~s.occupied(1 - s.seat_of(unit)),
        stop=ground.stops(s, unit),
        enemies=enemies & area,
    )


def _on_the_way(s: WestFrontState, unit: int, to: Hex) -> Refusal:
    """Which rule of movement the unit fails, tried one by one."""
    trip, map = _trip(s, unit), s.board.map
    if trip.steps == 0:
        return Refusal("2.26a", "a fort does not move by land")
    if (trip.ends() | s.board.straits.cross(trip.start)) & trip.enemies & 1 << to:
        return Refusal("6.33a", "no more units may enter the battle over any hexside it can reach")
    lifted = (
        (trip._replace(stop=trip.stop & s.board.terrain["marsh"]), "1.35a", "it must stop in the mountains"),
        (trip._replace(stop=trip.stop & s.board.terrain["mountain"]), "1.34a", "it must stop in the marsh"),
        (trip._replace(stop=0), "6.1b", "it must stop in mountains and marshes on the way"),
        (
            trip._replace(over=trip.over | s.board.straits),
            "1.39a",
            "a strait is crossed from the hex next to it, and that is the whole move",
        ),
        (
            trip._replace(open_hexes=trip.open_hexes | trip.enemies),
            "6.31a",
            "a unit that meets enemies stops there",
        ),
        (trip._replace(over=trip.over | map.sides("alpine")), "1.35d", "the high mountains are impassable"),
        (trip._replace(over=trip.over | map.sides("lake")), "1.38", "a lake is impassable"),
        (trip._replace(over=trip.over | map.sides("sea")), "1.37a", "the sea is crossed only at straits"),
        (trip._replace(steps=_dry_speed(s, unit)), "12.22", f"in mud its speed is {trip.steps}"),
        (
            trip._replace(steps=trip.steps + (s.air_supremacy and s.seat_of(unit) == AXIS)),
            "13.22a",
            f"under Allied Air Supremacy its speed is {trip.steps}",
        ),
    )
    for other, case, reason in lifted:
        if other.ends() >> to & 1:
            return Refusal(case, reason)
    return Refusal("6.1a", f"it cannot get there at speed {trip.steps}")


def _dry_speed(s: WestFrontState, unit: int) -> int:
    """Its speed if the weather were dry, Air Supremacy apart."""
    if not s.mud:
        return ground.speed(s, unit)
    printed = s.unit(unit).speed
    return s.type_of(unit).speed[s.seat_of(unit)] if printed is None else printed
