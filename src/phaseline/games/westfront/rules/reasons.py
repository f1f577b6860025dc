"""Why a unit cannot get to a hex by land: which rule, if it were lifted, would let it (1.3, 6.1 to 6.3).

Asked only when an order is refused, so that the refusal cites the case that matters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.board import Board
from phaseline.games.westfront.position import AXIS
from phaseline.games.westfront.rules import ground
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Hexsides, Mask, hexes, mask_of
from phaseline.mechanics.causes import Cause, alone, in_pairs, in_turn, without

OVER_THE_SEA: Final = "the sea is crossed only at straits"
ANYWHERE: Final = -1
"""All hexes, as a mask."""


class _Trip(NamedTuple):
    """What decides how far a unit gets: over which hexsides, into which hexes, where it stops, and what slows it down.

    `speeds` are by mud and Air Supremacy. `first` are the hexes into which the first step may lead.
    """

    over: Hexsides
    start: Mask
    first: Mask
    open_hexes: Mask
    stop: Mask
    enemies: Mask
    speeds: Mapping[tuple[bool, bool], int]
    mud: bool
    supremacy: bool

    @property
    def steps(self) -> int:
        """How many steps it makes."""
        return self.speeds[self.mud, self.supremacy]

    def ends(self) -> Mask:
        """Where it could end, engaging included."""
        near = self.over.cross(self.start) & self.open_hexes & self.first
        within, inner = ground.walk(self.over, near & ~self.stop, self.open_hexes, self.stop, self.steps - 1)
        return near | within | self.over.cross(self.start | inner) & self.enemies

    def across(self, board: Board, sides: Hexsides, others: Mask = 0) -> _Trip:
        """The same over these hexsides and through these hexes, too."""
        known = board.land | others
        into = Hexsides.between(board.grid, known, others)
        return self._replace(over=self.over | sides | into, open_hexes=self.open_hexes | others)


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
    leading = mask_of(door for door in hexes(exits) if _after_first_step(s, trip, 1 << door) >> to & 1)
    if leading:
        return ground.shut_sides(s, s.position.at[unit], leading, ground.NONE_OUT, entering=False)
    if _after_first_step(s, trip, near) >> to & 1:
        return Refusal("6.32b", "the way there leads through no friendly hex next to the battle")
    return None


def _after_first_step(s: WestFrontState, trip: _Trip, doors: Mask) -> Mask:
    first = doors & ~s.board.straits.cross(trip.start) & ~trip.stop
    return doors | ground.walk(trip.over, first, trip.open_hexes, trip.stop, trip.steps - 1)[0]


def _first_steps(s: WestFrontState, unit: int) -> Mask:
    """Where control does not keep a unit from going first: out of a battle hexes in play must be friendly (6.32b)."""
    if not s.engaged(unit):
        return ANYWHERE
    seat = s.seat_of(unit)
    return ~s.in_play | s.friendly(seat) & ~s.occupied(1 - seat) | ground.exits(s, unit)


def _trip(s: WestFrontState, unit: int) -> _Trip:
    area, enemies = ground.allowed(s, unit), s.occupied(1 - s.seat_of(unit))
    if s.unit(unit).is_hq or s.engaged(unit):
        enemies = 0
    return _Trip(
        over=s.board.passable,
        start=1 << s.position.at[unit],
        first=_first_steps(s, unit),
        open_hexes=area & ~s.occupied(1 - s.seat_of(unit)),
        stop=ground.stops(s, unit),
        enemies=enemies & area,
        speeds={
            (mud, supremacy): ground.speed_if(s, unit, mud=mud, supremacy=supremacy)
            for mud in (False, True)
            for supremacy in (False, True)
        },
        mud=s.mud,
        supremacy=s.air_supremacy,
    )


def _on_the_way(s: WestFrontState, unit: int, to: Hex) -> Refusal:
    """Which rule of movement the unit fails, tried one by one."""
    trip = _trip(s, unit)
    if trip.steps == 0:
        return Refusal("2.26a", "a fort does not move by land")
    if (trip.ends() | s.board.straits.cross(trip.start)) & trip.enemies & 1 << to:
        near = ground.walk(trip.over, trip.start, trip.open_hexes, trip.stop, trip.steps - 1)[0]
        reason = "no more units may enter the battle over any hexside it can reach"
        return ground.shut_sides(s, to, near | trip.start, reason, entering=True)
    wall = ground.barrier(s, s.position.at[unit], to)
    if wall is not None:
        return wall

    def opens(way: _Trip) -> bool:
        return bool(way.ends() >> to & 1)

    barriers = _barriers(s, unit, trip)
    found = alone(trip, barriers, opens) or in_pairs(trip, barriers, opens) or in_turn(trip, barriers, opens)
    if found is not None:
        return found
    freed = without(trip, barriers)
    if opens(freed._replace(first=ANYWHERE)):
        return Refusal("6.32b", "the way there leads through no friendly hex next to the battle")
    sea = s.board.map.terrain.get("sea", 0)
    slow = freed._replace(mud=trip.mud, supremacy=trip.supremacy)
    if opens(slow.across(s.board, s.board.map.sides("sea"), sea)):
        return Refusal("1.37a", OVER_THE_SEA)
    return Refusal("6.1a", f"it cannot get there at speed {trip.steps}")


def _barriers(s: WestFrontState, unit: int, trip: _Trip) -> list[Cause[_Trip]]:
    """What may bar a unit's way; what is harder to get round comes later."""
    board, area = s.board, ground.allowed(s, unit)
    map, terrain = board.map, board.terrain
    lake = map.terrain.get("lake", 0)
    axis = s.seat_of(unit) == AXIS
    enemies = s.occupied(1 - s.seat_of(unit)) & area
    closed = board.closed_to_axis if axis else 0
    met = Refusal("6.31a", "a unit that meets enemies stops there")
    if s.unit(unit).is_hq:
        met = Refusal("5.1b", "an HQ never engages enemy units, and they bar its way")

    def through(others: Mask, number: str, reason: str) -> Cause[_Trip]:
        none = Hexsides.none(board.grid)
        return Cause(lambda way: way.across(board, none, others), Refusal(number, reason))

    return [
        Cause(
            lambda way: way._replace(stop=way.stop & terrain["marsh"]),
            Refusal("1.35a", "it must stop in the mountains"),
        ),
        Cause(
            lambda way: way._replace(stop=way.stop & terrain["mountain"]),
            Refusal("1.34a", "it must stop in the marsh"),
        ),
        Cause(
            lambda way: way._replace(stop=0),
            Refusal("6.1b", "it must stop in mountains and marshes on the way"),
        ),
        Cause(
            lambda way: way._replace(over=way.over | board.straits),
            Refusal("1.39a", "a strait is crossed from the hex next to it, and that is the whole move"),
        ),
        Cause(lambda way: way._replace(open_hexes=way.open_hexes | enemies), met),
        Cause(
            lambda way: way.across(board, map.sides("alpine")),
            Refusal("1.35d", "the high mountains are impassable"),
        ),
        Cause(
            lambda way: way.across(board, map.sides("lake"), lake), Refusal("1.38", "a lake is impassable")
        ),
        Cause(lambda way: way.across(board, map.sides("sea")), Refusal("1.37a", OVER_THE_SEA)),
        through(s.neutral, "16.4a", "the way there leads through a neutral country"),
        through(map.land & ~board.land, "1.1b", "the way there leads through a country out of play"),
        through(s.in_play & ~area & ~closed, "2.66a", "the way there leads where no Italian unit may be"),
        Cause(lambda way: way._replace(mud=False), Refusal("12.22", f"in mud its speed is {trip.steps}")),
        Cause(
            lambda way: way._replace(supremacy=False),
            Refusal("13.22a", f"under Allied Air Supremacy its speed is {trip.steps}"),
        ),
    ]
