"""Moving over land: speeds, where a unit may be at all, stops, straits, hexside limits, stacking (1.3, 2.2, 6.0).

Nothing here decides who may move; `movement`, `mobilization` and `retreat` do. Why a hex is out of reach says `reasons`.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing, Options, choose
from phaseline.engine.refusal import Incomplete, Refusal
from phaseline.games.westfront.position import AXIS, Method
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Hexsides, Mask, hexes

NONE_OUT: Final = "no more units may leave the battle over that hexside in this phase"


class Ways(Struct, frozen=True):
    """Where a unit can go in one land move.

    `quiet` are hexes without enemies, its own hex not among them; `engage` are hexes with enemies. `doors` are, for a
    unit in a battle, the hexes it may step into first; else the hexes from which it may enter a battle.
    """

    quiet: Mask
    engage: Mask
    doors: Mask
    fighting: bool


# -- speed ------------------------------------------------------------------------------------------------------------


@case(
    "2.21",
    "2.22",
    "2.23",
    "2.24a",
    "2.25",
    "2.26a",
    "2.27",
    "2.61",
    "2.62",
    "2.63",
    "tbl.2.speed",
    "tbl.6",
    "12.22",
    "13.22a",
    "14.5",
    "tbl.back.unit",
)
def speed(s: WestFrontState, unit: int) -> int:
    """Hexes a unit moves: by type and weather, one less for the Axis under Air Supremacy, but at least 1 (13.22)."""
    return speed_if(s, unit, mud=s.mud, supremacy=s.air_supremacy)


@case("12.22", "13.22a")
def speed_if(s: WestFrontState, unit: int, *, mud: bool, supremacy: bool) -> int:
    """The same in this weather, and with or without Allied Air Supremacy."""
    block, kind = s.unit(unit), s.type_of(unit)
    seat = s.seat_of(unit)
    dry = kind.speed[seat] if block.speed is None else block.speed
    found = kind.mud_speed if mud else dry
    if seat == AXIS and supremacy and found > 0:
        return max(found - 1, 1)
    return found


# -- where a unit may be ----------------------------------------------------------------------------------------------


@case("1.1b", "1.1c", "1.9", "2.66a", "S43.3", "16.4a")
def allowed(s: WestFrontState, unit: int) -> Mask:
    """The hexes a unit may ever enter.

    Out-of-play lands are no part of the board (1.1b, 1.9) and neutrals are closed (16.4a); Axis units stay out of
    Britain and Africa (1.1c), Italian ones in and next to Greater Italy (2.66).
    """
    area = s.in_play
    if s.seat_of(unit) == AXIS:
        area &= ~s.board.closed_to_axis
        if s.unit(unit).nation == "Italian":
            area &= italian_area(s)
    return area


@case("1.1b", "1.1c", "1.37a", "1.38", "2.66a", "16.4a")
def destinations(s: WestFrontState, unit: int) -> Narrowing:
    """Start a choice of a hex to move to: land that this unit may ever enter."""
    to = choose(s.board.land, "1.1b", lambda hex: _no_land(s, hex)).without(
        s.neutral, "16.4a", "that country is neutral"
    )
    if s.seat_of(unit) == AXIS:
        to.without(s.board.closed_to_axis, "1.1c", "no Axis unit enters Africa or Britain")
        if s.unit(unit).nation == "Italian":
            to.only(italian_area(s), "2.66a", "an Italian unit stays in or next to Greater Italy")
    return to


def _no_land(s: WestFrontState, hex: object) -> Refusal:
    """Why a hex is no land to stand on: sea, lake, out of play, or not on the map."""
    terrain = (
        s.board.map.terrain_at(hex)
        if isinstance(hex, int) and hex >= 0 and s.board.map.on_map >> hex & 1
        else ""
    )
    if terrain == "sea":
        return Refusal("1.37a", "that is sea")
    if terrain == "lake":
        return Refusal("1.38", "that is a lake")
    return Refusal("1.1b", "that hex is out of play")


@case("1.35d", "1.37a", "1.38")
def barrier(s: WestFrontState, a: Hex, b: object) -> Refusal | None:
    """The ground that nobody crosses between a hex and what may be one beside it; None if there is none."""
    if not isinstance(b, int) or b < 0 or not s.board.map.on_map >> b & 1:
        return None
    for feature, number, reason in (
        ("alpine", "1.35d", "the high mountains are impassable"),
        ("lake", "1.38", "a lake is impassable"),
        ("sea", "1.37a", "the sea is crossed only at straits"),
    ):
        if s.board.map.sides(feature).has(a, b):
            return Refusal(number, reason)
    return None


@case("2.66a", "S43.3")
def italian_area(s: WestFrontState) -> Mask:
    """Italy, Sicily, Sardinia, Corsica, Yugoslavia and every hex next to them (2.66, R28)."""
    found = s.board.greater_italy
    return found | s.board.grid.spread(found)


@case("6.21", "2.26f", "tbl.back.terrain")
def full(s: WestFrontState, seat: int) -> Mask:
    """The hexes that can take no more units of a side (6.21): 4, in marsh 3, in mountains 2.

    Where a rearguard will go, its place is kept (R47).
    """
    found = s.standing.full(seat, s.board.stacking)
    for unit, to in s.position.rearguards.values():
        if s.seat_of(unit) == seat and found >> to & 1 == 0:
            kept = sum(other == to for _, other in s.position.rearguards.values())
            standing = s.standing.by_hex[seat].get(to, 0).bit_count()
            found |= (standing + kept >= s.board.stacking_limit(to)) << to
    return found


@case("2.26f")
def forts(s: WestFrontState, seat: int) -> Mask:
    """The hexes that hold a fort: no second one may be there (2.26f)."""
    return s.where(s.scenario.forts & s.on_map(seat))


# -- hexside limits ---------------------------------------------------------------------------------------------------


def side_key(s: WestFrontState, a: Hex, b: Hex) -> int:
    """The number under which a hexside is counted: six times the lower hex plus the direction from it."""
    low, high = min(a, b), max(a, b)
    direction = s.board.grid.direction(low, high)
    assert direction is not None
    return 6 * low + direction


@case("6.2b", "6.33a", "6.33b", "6.33c", "9.22")
def count_crossing(s: WestFrontState, a: Hex, b: Hex) -> None:
    """Note that a unit crossed a hexside into or out of a battle (6.33)."""
    key = side_key(s, a, b)
    s.position.crossings[key] = s.position.crossings.get(key, 0) + 1


@case("1.3a", "1.31", "1.32b", "1.34c", "1.35b", "1.36a", "6.33a", "6.33b", "12.23a")
def exhausted(s: WestFrontState, a: Hex, b: Hex) -> bool:
    """Whether no more units may cross this hexside into or out of a battle this phase (6.33)."""
    used = s.position.crossings.get(side_key(s, a, b), 0)
    return used >= s.board.side_limit(a, b, mud=s.mud)


@case("6.33a", "6.33b")
def no_more(s: WestFrontState, battle: Hex, other: Hex, reason: str, *, entering: bool) -> Refusal:
    """Why an exhausted hexside between a battle and another hex lets nobody in, or out: which count together (6.33)."""
    position = s.position
    entered = sum(
        start == other and position.at[unit] == battle and position.came_by.get(unit) in ("land", "river")
        for unit, start in position.came_from.items()
    )
    used = position.crossings.get(side_key(s, battle, other), 0)
    if entering and used > entered:
        return Refusal("6.33b", f"{reason}: those who leave over it count, too")
    if not entering and entered:
        return Refusal("6.33b", f"{reason}: those who enter over it count, too")
    return Refusal("6.33a", reason)


@case("6.33a", "6.33b")
def shut_sides(s: WestFrontState, battle: Hex, others: Mask, reason: str, *, entering: bool) -> Refusal:
    """Why none of the exhausted hexsides between a battle and other hexes lets a unit through."""
    shut = exhausted_sides(s, battle) & others
    found = [no_more(s, battle, hex, reason, entering=entering) for hex in hexes(shut)]
    return next((why for why in found if why.case == "6.33b"), Refusal("6.33a", reason))


def exhausted_sides(s: WestFrontState, hex: Hex) -> Mask:
    """The hexes next to `hex` over whose hexsides no more units may cross."""
    if not s.position.crossings:
        return 0
    return sum(1 << other for other in s.board.grid.neighbours(hex) if exhausted(s, hex, other))


# -- ways -------------------------------------------------------------------------------------------------------------


def walk(over: Hexsides, start: Mask, open_hexes: Mask, stop: Mask, steps: int) -> tuple[Mask, Mask]:
    """The hexes within so many steps of `start`, itself included, and those from which another step can be made."""
    seen = front = start
    inner = 0
    while steps > 0 and front:
        inner |= front
        near = over.cross(front) & open_hexes & ~seen
        seen |= near
        front = near & ~stop
        steps -= 1
    return seen, inner


@case("1.34a", "1.35a", "2.24a", "6.1b")
def stops(s: WestFrontState, unit: int) -> Mask:
    """The hexes in which a unit must stop: mountains and marshes; cavalry nowhere (6.1, R55)."""
    return 0 if s.unit(unit).kind == "cavalry" else s.board.stop


@case(
    "1.34a", "1.35a", "1.35d", "1.36a", "1.37a", "1.38", "1.39a", "2.24a", "6.1a", "6.1b", "6.31a", "6.32a", "6.32b",
    "6.32c", "8.4a", "8.4c", "tbl.8", "16.32b",
)  # fmt: skip
def ways(s: WestFrontState, unit: int) -> Ways:
    """Where a unit can go by land (6.1).

    Hex by hex up to its speed, stopping in mountains and marshes (but not cavalry), where it enters a hex with enemies,
    and across a strait, which must be its whole move. Out of a battle its first step is into a friendly hex without a
    battle (6.32b), and it engages nobody after that (6.32c).
    """
    return s.now(("ways", unit), lambda: _out_of_battle(s, unit) if s.engaged(unit) else _free(s, unit))


def _out_of_battle(s: WestFrontState, unit: int) -> Ways:
    board, here = s.board, s.position.at[unit]
    steps = speed(s, unit)
    if steps == 0:
        return Ways(0, 0, 0, fighting=True)
    doors = exits(s, unit) & ~exhausted_sides(s, here)
    open_hexes = allowed(s, unit) & ~s.occupied(1 - s.seat_of(unit))
    stop = stops(s, unit)
    first = doors & ~board.straits.cross(1 << here) & ~stop
    onward, _ = walk(board.passable, first, open_hexes, stop, steps - 1)
    return Ways((doors | onward) & ~(1 << here), 0, doors, fighting=True)


def _free(s: WestFrontState, unit: int) -> Ways:
    board, start = s.board, 1 << s.position.at[unit]
    steps = speed(s, unit)
    if steps == 0:
        return Ways(0, 0, 0, fighting=False)
    area, enemies = allowed(s, unit), s.occupied(1 - s.seat_of(unit))
    within, inner = walk(board.passable, start, area & ~enemies, stops(s, unit), steps)
    over_strait = board.straits.cross(start) & area
    quiet = (within | over_strait & ~enemies) & ~start
    if s.unit(unit).is_hq or s.position.disengaged >> unit & 1:
        return Ways(quiet, 0, inner, fighting=False)
    engage = (board.passable.cross(inner) & area | over_strait) & enemies
    if s.position.crossings:
        engage &= ~sum(1 << hex for hex in hexes(engage) if not entries(s, unit, hex, inner))
    return Ways(quiet, engage, inner, fighting=False)


@case("6.32b", "8.4c", "16.32b", "side.6b", "fig.8c")
def exits(s: WestFrontState, unit: int) -> Mask:
    """The hexes into which a unit may step out of its battle (6.32b); Tito has more in his own country (16.32)."""
    seat, here = s.seat_of(unit), s.position.at[unit]
    near = s.board.traced.cross(1 << here) & allowed(s, unit) & ~s.occupied(1 - seat)
    found = near & s.friendly(seat)
    if in_tito_country(s, unit):
        rough = s.board.terrain["mountain"] | s.board.terrain["hill"]
        found |= near & ~s.occupied(seat) & rough & tito_country(s)
    return found


@case("16.32b")
def in_tito_country(s: WestFrontState, unit: int) -> bool:
    """Whether this is Tito, in or next to Yugoslavia (16.32)."""
    return s.unit(unit).nation == "Yugoslav" and bool(tito_country(s) >> s.position.at[unit] & 1)


@case("16.32b")
def tito_country(s: WestFrontState) -> Mask:
    """Where Tito has his special powers: in and next to Yugoslavia (16.32)."""
    yugoslavia = s.board.country.get("Yugoslavia", 0)
    return yugoslavia | s.board.grid.spread(yugoslavia)


def entries(s: WestFrontState, unit: int, target: Hex, doors: Mask) -> Mask:
    """The hexes of `doors` from which a unit may enter the battle in `target` (6.33); over a strait from its own (1.39)."""
    at, here = 1 << target, 1 << s.position.at[unit]
    near = s.board.passable.cross(at) & doors | s.board.straits.cross(at) & here
    return near & ~exhausted_sides(s, target)


class Doors(Options[Hex | None]):
    """A choice of the hex through which a battle is left or entered, in which none stands for the only one."""

    __slots__ = ()

    def _bit(self, value: object) -> int:
        return super()._bit(self.values[0] if value is None and len(self.values) == 1 else value)


def door(s: WestFrontState, unit: int, to: Hex, via: Hex | None) -> Hex | None:
    """The hex that `via` stands for when a unit leaves or enters a battle: none is the only one there is."""
    return via if via is not None else way_options(s, unit, to).values[0]


@case("6.33a", "6.33b", "6.33c")
def way_options(s: WestFrontState, unit: int, to: Hex) -> Doors:
    """Through which hex a unit leaves its battle, or from which it enters one; none if the hexside does not count."""
    found = ways(s, unit)
    if found.fighting and found.quiet >> to & 1:
        first = [hex for hex in hexes(found.doors) if _reachable_through(s, unit, hex, to)]
        return Doors(first, "6.33a", lambda door: _shut_door(s, unit, door))
    if found.engage >> to & 1:
        near = list(hexes(entries(s, unit, to, found.doors)))
        return Doors(near, "6.33a", lambda door: _shut_entry(s, to, door))
    return Doors([None], "6.33c", "hexsides count only where a battle is entered or left")


def _reachable_through(s: WestFrontState, unit: int, door: Hex, to: Hex) -> bool:
    """Whether a unit that steps out of a battle into `door` can end its move in `to`."""
    if door == to:
        return True
    stop = stops(s, unit)
    if stop >> door & 1 or s.board.straits.cross(1 << door) >> s.position.at[unit] & 1:
        return False
    open_hexes = allowed(s, unit) & ~s.occupied(1 - s.seat_of(unit))
    return bool(walk(s.board.passable, 1 << door, open_hexes, stop, speed(s, unit) - 1)[0] >> to & 1)


@case("15.51c", "6.1a")
def may_pass(s: WestFrontState, unit: int, hex: Hex, to: Hex, via: Hex | None) -> bool:
    """Whether a unit that goes from where it stands to `to` can do so through `hex`, leaving or entering a battle by `via`."""
    steps, open_hexes = speed(s, unit), allowed(s, unit) & ~s.occupied(1 - s.seat_of(unit))
    stop, first, last = stops(s, unit), s.position.at[unit], to
    if via is not None:
        steps -= 1
        first, last = (via, last) if s.engaged(unit) else (first, via)
    if hex in (first, last):
        return True
    if stop >> hex & 1:
        return False
    over = s.board.passable
    return any(
        walk(over, 1 << first, open_hexes, stop, before)[0] >> hex & 1
        and walk(over, 1 << hex, open_hexes, stop, steps - before)[0] >> last & 1
        for before in range(1, steps)
    )


def _shut_door(s: WestFrontState, unit: int, door: object) -> Refusal:
    """Why a unit does not leave its battle through this hex."""
    if door is None:
        return Incomplete("6.33a", "say through which hex it leaves the battle")
    if isinstance(door, int) and door >= 0 and exits(s, unit) >> door & 1:
        here = s.position.at[unit]
        if exhausted(s, here, door):
            return no_more(s, here, door, NONE_OUT, entering=False)
        return Refusal("6.1a", "it cannot get there through that hex")
    return Refusal("6.32b", "it leaves a battle only into a friendly hex next to it, out of battle")


def _shut_entry(s: WestFrontState, to: Hex, door: object) -> Refusal:
    """Why a unit does not enter a battle from this hex."""
    if door is None:
        return Incomplete("6.33a", "say from which hex it enters the battle")
    if (
        isinstance(door, int)
        and door >= 0
        and s.board.traced.cross(1 << to) >> door & 1
        and exhausted(s, door, to)
    ):
        return no_more(
            s, to, door, "no more units may enter the battle over that hexside in this phase", entering=True
        )
    return Refusal("6.1a", "it cannot enter the battle from there")


@case("7.5a", "1.36b", "1.39a")
def method_of_entry(s: WestFrontState, start: Hex, target: Hex) -> Method:
    """Whether a battle is entered over land or over a river or strait (7.5a, R4)."""
    crossed = s.board.rivers.has(start, target) or s.board.straits.has(start, target)
    return "river" if crossed else "land"
