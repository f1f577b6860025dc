"""A hex of France '44 in words, and the legend: what terrain and each weather do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from phaseline.engine.aids import LegendEntry, Line
from phaseline.engine.aids.ground import hex_place_lines, side_lines, terrain_name
from phaseline.games.france44.files import SEATS, Effects
from phaseline.games.france44.position import ALLIED, GERMAN, WEATHERS, FrancePosition
from phaseline.games.france44.rules import ports, rockets, supply
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState


def effect(scenario: FranceScenario, entry: LegendEntry) -> str:
    """What terrain and rivers cost, and what defence they give."""
    tables = scenario.tables
    if entry.key in tables.terrain:
        line = tables.terrain[entry.key]
        defence = f"; defence times {line.defence}" if line.defence > 1 else ""
        return f"{line.cost} to enter{defence}"
    return {
        "sea": "ships and invaders only",
        "lake": "nobody enters",
        "river": f"{tables.crossing.river} to cross, but not at towns, cities and railways; attacks over it halved",
    }.get(entry.key, "")


def weathers(scenario: FranceScenario) -> dict[str, str]:
    """What each weather does."""
    return {weather: "; ".join(_told(scenario.tables.effects[weather])) for weather in WEATHERS}


def _told(effects: Effects) -> Iterator[str]:
    yield f"supply reaches {effects.range} hexes from truck to truck"
    if effects.halved:
        yield "movement halved"
    if effects.mechanized:
        yield "only armour and mechanised units have zones of control"
    if effects.defence > 1:
        yield f"defence times {effects.defence}"
    if not effects.flying:
        yield "nobody flies"
    elif effects.air_dice:
        yield f"{effects.air_dice} dice say how many Allied air units fly"
    if effects.flying and effects.halves_bomber:
        yield "the bomber halved"
    yield "invasions possible" if effects.invasions else "no invasions"
    if not effects.drops:
        yield "no drops"


def hex_lines(s: FranceState, known: FrancePosition, hex: int) -> Iterator[Line]:
    """All there is to know of a hex."""
    board = s.scenario.board
    if not board.playable >> hex & 1:
        yield Line(terrain_name(board.map, hex))
        yield from _above(s, hex)
        return
    yield from _ground(s, hex)
    yield from side_lines(board.map, hex)
    yield from hex_place_lines(board.map, hex)
    yield from _harbour(s, hex)
    yield from _standing(s, hex)
    yield from _above(s, hex)
    yield from _supply(s, hex)


def _ground(s: FranceState, hex: int) -> Iterator[Line]:
    board, tables = s.scenario.board, s.scenario.tables
    key = next(
        (key for key, mask in (("forest", board.forest), ("mountain", board.mountain)) if mask >> hex & 1),
        "clear",
    )
    line = tables.terrain[key]
    yield Line(
        key.capitalize(), {"forest": "20.1b", "mountain": "20.1a"}.get(key, "6.2"), f"{line.cost} to enter"
    )
    low_tide = s.position.turn in tables.places.low_tide
    times = [
        (tables.places.city, board.cities, "city", "22.2"),
        (tables.places.town, board.towns, "town", "23.2"),
        (line.defence, board.forest | board.mountain, key, "20.2"),
        (tables.places.fortified, board.fortified, "fortified, for Germans", "24.2"),
        (tables.places.beach, 0 if low_tide else board.beaches, "beach, against the sea", "25.1a"),
    ]
    for by, mask, what, right in times:
        if mask >> hex & 1:
            yield Line(
                f"defence in a {what}" if what in ("city", "town") else f"defence: {what}",
                right,
                f"times {by}",
            )
    if low_tide and board.beaches >> hex & 1:
        yield Line("beach: no cover against the sea, as it is low tide", "25.1b")
    if board.navigable >> hex & 1:
        yield Line("navigable river: units halt entering and leaving it", "21.4a")
    if board.rail_hexes >> hex & 1:
        yield Line("railway", "16.33a")


def _harbour(s: FranceState, hex: int) -> Iterator[Line]:
    p, board = s.position, s.scenario.board
    if hex in p.mulberries:
        yield Line("Mulberry", "13.11c", f"feeds {ports.built(s, hex)}")
    if not board.ports & board.continent & p.control & 1 << hex:
        return
    if board.major_ports >> hex & 1:
        level, delay = p.levels.get(hex, 0), s.scenario.tables.supply.repair_delay
        yield Line("port, repaired so that it feeds", "16.3131", str(level))
        if hex in p.taken and p.turn < p.taken[hex] + delay:
            yield Line("can be repaired from", "16.313b", f"turn {p.taken[hex] + delay}")
    else:
        yield Line("port, feeds", "16.31a", str(ports.port_room(s, hex)))


def _standing(s: FranceState, hex: int) -> Iterator[Line]:
    board, limits = s.scenario.board, s.scenario.tables.stacking
    side = ALLIED if s.controlled(ALLIED) >> hex & 1 else GERMAN
    yield Line(f"{SEATS[side]} control", "13.12")
    for seat, name in enumerate(SEATS):
        divisions = (s.units_in(1 << hex, seat) & s.scenario.divisions).bit_count()
        if divisions:
            # Beside the map there is room for any number (R130).
            room = "" if board.boxes >> hex & 1 else f" of {limits.units}"
            yield Line(f"{name} divisions", "7.1a", f"{divisions}{room}")
        if s.zone(seat) >> hex & 1:
            yield Line(f"{name} zone of control", "8.1")
        if value := s.dumps(seat).get(hex, 0):
            yield Line(f"{name} supplies", "16.31c", str(value))
        if trucks := s.trucks(seat).count(hex):
            yield Line(f"{name} trucks", "16.322a", str(trucks))
    if s.scenario.rocket_ids and board.continent >> hex & 1 and rockets.in_reach(s, 0) >> hex & 1:
        yield Line("V units reach London from here", "9.31b")


def _above(s: FranceState, hex: int) -> Iterator[Line]:
    for seat, name in enumerate(SEATS):
        wings = len(s.wings_at(hex, seat))
        if wings:
            yield Line(f"{name} air units", "9.13a", str(wings))
        if s.superiority(seat) >> hex & 1:
            yield Line(
                f"{name} superiority: no enemy supply through, a point more to enter and leave", "9.131"
            )


def _supply(s: FranceState, hex: int) -> Iterator[Line]:
    for seat, name in enumerate(SEATS):
        shared = supply.rations(s, seat)
        reaching = [n for n, source in enumerate(shared.sources) if source.reach >> hex & 1]
        if not reaching:
            continue
        used = Counter(shared.drawn.values())
        rooms = [shared.sources[n].room for n in reaching]
        left = sum(room - used[n] for n, room in zip(reaching, rooms, strict=True) if room is not None)
        free = "for any number" if None in rooms else f"{left} left"
        yield Line(f"{name} units are fed here", "16.32b" if seat == ALLIED else "16.33a", free)
