"""A hex of WestFront in words, and the legend of the map with what terrain does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from phaseline.engine.aids import LegendEntry, Line
from phaseline.engine.aids.ground import hex_place_lines, side_lines, terrain_name, words
from phaseline.games.westfront.position import AXIS, WestFrontPosition
from phaseline.games.westfront.rules import arrivals, battle, beachheads, fire, lines, sailing, seas, sources
from phaseline.games.westfront.scenario import NOBODY, SEATS, WestFrontScenario
from phaseline.games.westfront.state import WestFrontState
from phaseline.wording.counts import several

EFFECTS: Mapping[str, str] = {
    "clear": "4 units a side; two may cross a clear hexside into battle",
    "forest": "4 units; double defence",
    "hill": "4 units; double defence",
    "marsh": "3 units; ends a move; single fire on attack, double defence",
    "mountain": "2 units; ends a move; double defence",
    "river": "one unit may cross into battle; attackers over it can be repulsed; no zone of control across",
    "strait": "crossing it is a whole move",
    "alpine": "cannot be crossed",
    "rail_ferry": "a train takes a whole Rail Move to cross",
}
"""What terrain and hexsides do, in a few words."""


def effect(scenario: WestFrontScenario, entry: LegendEntry) -> str:
    """What terrain and hexsides do."""
    return EFFECTS.get(entry.key, "")


def hex_lines(s: WestFrontState, known: WestFrontPosition, hex: int) -> Iterator[Line]:
    """All there is to know of a hex."""
    board = s.board
    if not board.land >> hex & 1:
        yield from _water(s, hex)
        return
    yield Line(words(board.terrain_at(hex)).capitalize(), "1.3")
    country = next((name for name, mask in board.country.items() if mask >> hex & 1), "")
    if country:
        yield Line(country)
    yield from side_lines(board.map, hex)
    yield from hex_place_lines(board.map, hex, SHOWN)
    yield from _control(s, hex)
    yield from _value(s, hex)
    yield from _port(s, hex)
    yield from _stacks(s, known, hex)
    for seat, name in enumerate(SEATS):
        if sources.traced(s, seat, lines.net(s, seat).joined) >> hex & 1:
            yield Line(f"within a Supply Line of the {name} side", "10.3")
    yield Line("hits for a defender's step", "7.34", _defence(s, hex))


TRIPLE = 3
"""No ground asks for more hits."""
SHOWN = ("city", "fortress")
"""Attributes of places that are told as they stand in the map."""


def _defence(s: WestFrontState, hex: int) -> str:
    """Hits that cost a defender a step by the ground, whoever attacks, and against an attack that no headquarters supports."""
    defender = next((seat for seat in (0, 1) if s.occupied(seat) >> hex & 1), s.controller(hex))
    ground = fire.terrain_defence(s, hex, AXIS if defender == NOBODY else 1 - defender)
    return f"{ground} (unsupported: {ground + 1})" if ground < TRIPLE else str(ground)


def _water(s: WestFrontState, hex: int) -> Iterator[Line]:
    yield Line(terrain_name(s.board.map, hex))
    waters = s.board.waters
    for number, name in enumerate(waters.names):
        if s.board.seas.get(name, 0) >> hex & 1:
            yield Line(f"{name}, controlled by the {SEATS[seas.held(s, AXIS) >> number & 1]} side", "15.1")
            if waters.value[number]:
                yield Line("interdiction value", "15.7", str(waters.value[number]))
            if seas.stormy(s) >> number & 1:
                yield Line("storm", "12.3")


def _control(s: WestFrontState, hex: int) -> Iterator[Line]:
    seat = s.controller(hex)
    yield Line("disputed" if seat == NOBODY else f"controlled by the {SEATS[seat]} side", "8.3")
    for side, name in enumerate(SEATS):
        landed = s.units_in(1 << hex, side) & s.position.dispersed & ~s.position.dropped
        if landed and side != seat and not s.battles >> hex & 1:
            yield Line(f"the {name} side has landed: it takes the hex in its Supply Phase", "15.42c")
    for side, name in enumerate(SEATS):
        if s.zone(side) >> hex & 1:
            yield Line(f"in the zone of control of the {name} side", "8.2")
    if s.battles >> hex & 1:
        defends = SEATS[s.position.defends[AXIS] >> hex & 1]
        yield Line(f"battle, Original Defender: {defends}", "7.12")
        for side, name in enumerate(SEATS):
            if battle.support(s, side) >> hex & 1:
                yield Line(f"{name} Combat Support", "7.4")


def _value(s: WestFrontState, hex: int) -> Iterator[Line]:
    board = s.board
    if value := board.city_value.get(hex):
        yield Line("city production", "11.32", several(value, "PP"))
    if value := board.resource_value.get(hex):
        yield Line("resources", "11.33", f"{several(value, 'PP')}, double for the Axis")
    if value := board.victory_cities.get(hex):
        yield Line("Victory City", "17.31", str(value))
    if board.cities >> hex & 1:
        yield Line("new units in a production", "11.6", str(arrivals.capacity(s, hex)))


def _port(s: WestFrontState, hex: int) -> Iterator[Line]:
    waters = s.board.waters
    if s.board.port_hexes >> hex & 1:
        size = "Major" if s.board.major_ports >> hex & 1 else "Minor"
        seat = s.controller(hex)
        side = AXIS if seat == AXIS else 0
        used = s.position.port_use.get(hex, 0)
        yield Line(f"{size} Port, units by sea", "15.21", f"{used} of {sailing.capacity(s, side, hex)}")
        yield Line(f"on: {waters.titles(_numbers(waters.port_seas.get(hex, 0)))}", "1.45")
    if beachheads.placed(s) >> hex & 1:
        unit = next(unit for unit, where in s.position.beachhead_at.items() if where == hex)
        yield Line(f"BeachHead {s.unit(unit).beachhead}", "15.5")


def _numbers(mask: int) -> list[int]:
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


def _stacks(s: WestFrontState, known: WestFrontPosition, hex: int) -> Iterator[Line]:
    limit = s.board.stacking_limit(hex)
    for seat, name in enumerate(SEATS):
        there = len(s.units_at(hex, seat))
        if there:
            unseen = sum(block.seat == seat and block.hex == hex for block in known.upright)
            upright = f", {unseen} upright" if unseen else ""
            yield Line(f"{name} units", "6.21", f"{there} of {limit}{upright}")
    if not any(s.units_at(hex, seat) for seat in (0, 1)):
        yield Line("stacking limit", "6.21", f"{limit} a side")
