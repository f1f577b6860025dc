"""Moving over land: speeds, where a unit may be at all, stops, straits, hexside limits, stacking (1.3, 2.2, 6.0).

Nothing here decides who may move; `movement`, `command` and `retreat` do.
"""

from __future__ import annotations

from typing import NamedTuple

from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Options, options
from phaseline.games.westfront.board import STACKING
from phaseline.games.westfront.position import AXIS, Method
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of, reach


class Ways(NamedTuple):
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
    block, kind = s.unit(unit), s.type_of(unit)
    seat = s.seat_of(unit)
    dry = kind.speed[seat] if block.speed is None else block.speed
    found = kind.mud_speed if s.mud else dry
    if seat == AXIS and s.air_supremacy and found > 0:
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


@case("2.66a", "S43.3")
def italian_area(s: WestFrontState) -> Mask:
    """Italy, Sicily, Sardinia, Corsica, Yugoslavia and every hex next to them (2.66, R28)."""
    found = s.board.greater_italy
    return found | s.board.grid.spread(found)


@case("6.21", "2.26f", "tbl.back.terrain")
def full(s: WestFrontState, seat: int) -> Mask:
    """The hexes where a side has as many units as may stack (6.21): 4, in marsh 3, in mountains 2."""
    limits, at = STACKING, s.board.map.terrain_at
    return sum(1 << hex for hex, units in s.survey.count[seat].items() if units >= limits.get(at(hex), 4))


@case("2.26f")
def forts(s: WestFrontState, seat: int) -> Mask:
    """The hexes that hold a fort: no second one may be there (2.26f)."""
    at = s.position.at
    return mask_of(at[unit] for unit in hexes(s.scenario.forts & s.on_map(seat)))


# -- hexside limits ---------------------------------------------------------------------------------------------------


def side_key(s: WestFrontState, a: Hex, b: Hex) -> int:
    """The number under which a hexside is counted: six times the lower hex plus the direction from it."""
    low, high = min(a, b), max(a, b)
    direction = s.board.grid.direction(low, high)
    assert direction is not None
    return 6 * low + direction


@case("6.33a", "6.33b", "6.33c", "9.22")
def count_crossing(s: WestFrontState, a: Hex, b: Hex) -> None:
    """Note that a unit crossed a hexside into or out of a battle (6.33)."""
    key = side_key(s, a, b)
    s.position.crossings[key] = s.position.crossings.get(key, 0) + 1


@case("1.31", "1.32b", "1.34c", "1.35b", "1.36a", "6.33a", "6.33b", "12.23a")
def exhausted(s: WestFrontState, a: Hex, b: Hex) -> bool:
    """Whether no more units may cross this hexside into or out of a battle this phase (6.33)."""
    used = s.position.crossings.get(side_key(s, a, b), 0)
    return used >= s.board.side_limit(a, b, mud=s.mud)


def exhausted_sides(s: WestFrontState, hex: Hex) -> Mask:
    """The hexes next to `hex` over whose hexsides no more units may cross."""
    if not s.position.crossings:
        return 0
    return sum(1 << other for other in s.board.grid.neighbours(hex) if exhausted(s, hex, other))


# -- ways -------------------------------------------------------------------------------------------------------------


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
    key = ("ways", unit)
    found = s.memo.get(key)
    if not isinstance(found, Ways):
        found = s.memo[key] = _ways(s, unit)
    return found


def _ways(s: WestFrontState, unit: int) -> Ways:
    board, position = s.board, s.position
    here = position.at[unit]
    start, steps = 1 << here, speed(s, unit)
    seat = s.seat_of(unit)
    open_hexes = allowed(s, unit) & ~s.occupied(1 - seat)
    stop = 0 if s.unit(unit).kind == "cavalry" else board.stop
    if steps == 0:
        return Ways(0, 0, 0, fighting=bool(s.battles & start))
    if s.battles & start:
        doors = _exits(s, unit) & ~exhausted_sides(s, here)
        over_strait = doors & board.straits.cross(start)
        first = doors & ~over_strait
        onward = reach(
            board.grid, first & ~stop, {1: open_hexes}, steps - 1, sides={0: board.passable}, stop=stop
        ).all
        return Ways((first | onward | over_strait) & ~start, 0, doors, fighting=True)
    reached = reach(board.grid, start, {1: open_hexes}, steps, sides={0: board.passable}, stop=stop)
    inner = reached.all if steps > 1 else start
    if steps > 1:
        last = next((mask for cost, mask in reached.waves if cost == steps), 0)
        inner &= ~last & ~(stop & ~start)
    enemies = s.occupied(1 - seat) & allowed(s, unit)
    quiet = (reached.all | (board.straits.cross(start) & open_hexes)) & ~start
    if s.unit(unit).is_hq or position.disengaged >> unit & 1:
        return Ways(quiet, 0, inner, fighting=False)
    engage = (board.passable.cross(inner) | board.straits.cross(start)) & enemies
    if position.crossings:
        engage &= ~sum(1 << hex for hex in hexes(engage) if not entries(s, unit, hex, inner))
    return Ways(quiet, engage, inner, fighting=False)


@case("6.32b", "8.4c", "16.32b")
def _exits(s: WestFrontState, unit: int) -> Mask:
    """The hexes into which a unit may step out of its battle (6.32b); Tito has more in his own country (16.32)."""
    seat, here = s.seat_of(unit), s.position.at[unit]
    near = s.board.traced.cross(1 << here) & allowed(s, unit) & ~s.occupied(1 - seat)
    exits = near & s.friendly(seat) & ~s.battles
    if in_tito_country(s, unit):
        exits |= near & ~s.occupied(seat) & (s.board.terrain["mountain"] | s.board.terrain["hill"])
    return exits


@case("16.32b")
def in_tito_country(s: WestFrontState, unit: int) -> bool:
    """Whether this is Tito, in or next to Yugoslavia (16.32)."""
    yugoslavia = s.board.country.get("Yugoslavia", 0)
    home = yugoslavia | s.board.grid.spread(yugoslavia)
    return s.unit(unit).nation == "Yugoslav" and bool(home >> s.position.at[unit] & 1)


def entries(s: WestFrontState, unit: int, target: Hex, doors: Mask) -> Mask:
    """The hexes of `doors` from which a unit may enter the battle in `target` (6.33)."""
    here = s.position.at[unit]
    near = s.board.passable.cross(1 << target) & doors
    if s.board.straits.has(here, target) if s.board.grid.direction(here, target) is not None else False:
        near |= 1 << here
    return near & ~exhausted_sides(s, target)


@case("6.33a", "6.33b", "6.33c")
def way_options(s: WestFrontState, unit: int, to: Hex) -> Options[Hex | None]:
    """Through which hex a unit leaves its battle, or from which it enters one; none if the hexside does not count."""
    found = ways(s, unit)
    if found.fighting:
        first = [hex for hex in hexes(found.doors) if _reachable_through(s, unit, hex, to)]
        return options(first, "6.33a", "it cannot leave the battle through that hex and get there")
    if found.engage >> to & 1:
        near = list(hexes(entries(s, unit, to, found.doors)))
        return options(
            near, "6.33a", "no more units may enter the battle over that hexside, or it cannot get there"
        )
    return options([None], "6.33c", "hexsides count only where a battle is entered or left")


def _reachable_through(s: WestFrontState, unit: int, door: Hex, to: Hex) -> bool:
    """Whether a unit that steps out of a battle into `door` can end its move in `to`."""
    if door == to:
        return True
    stop = 0 if s.unit(unit).kind == "cavalry" else s.board.stop
    steps = speed(s, unit) - 1
    if steps < 1 or stop >> door & 1 or s.board.straits.has(s.position.at[unit], door):
        return False
    open_hexes = allowed(s, unit) & ~s.occupied(1 - s.seat_of(unit))
    return to in reach(
        s.board.grid, 1 << door, {1: open_hexes}, steps, sides={0: s.board.passable}, stop=stop
    )


def method_of_entry(s: WestFrontState, start: Hex, target: Hex) -> Method:
    """Whether a battle is entered over land or over a river or strait (7.5a, R4)."""
    crossed = s.board.rivers.has(start, target) or s.board.straits.has(start, target)
    return "river" if crossed else "land"
