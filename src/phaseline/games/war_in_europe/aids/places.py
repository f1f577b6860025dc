"""A hex of War in Europe in words, and the legend: what terrain and each weather do."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.engine.aids import LegendEntry, Line
from phaseline.engine.aids.ground import hex_place_lines, side_lines, terrain_name, words
from phaseline.games.war_in_europe.aids import air
from phaseline.games.war_in_europe.files import SEATS
from phaseline.games.war_in_europe.position import WarPosition
from phaseline.games.war_in_europe.rules import control, harbours, supply
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState

WEATHERS = {
    "mud": "movement, supply range and attacks halved; in the severe area one Movement Point, and defence halved too",
    "snow": "supply range halved; mechanized units move and attack at half, motorized ones move at half; as mud on the mainland of Italy (section D)",
    "clear": "no effect",
}


def effect(scenario: WarScenario, entry: LegendEntry) -> str:
    """What terrain and hexsides cost, and what defence they give."""
    tables = scenario.tables
    if entry.key in tables.terrain:
        row = tables.terrain[entry.key]
        parts = [f"{row.mechanized} to enter on wheels, {row.foot} on foot"]
        if row.defence > 1:
            parts.append(f"defence times {row.defence}")
        if row.die:
            parts.append(f"attack die {row.die:+}")
        if not row.mechanized_zone:
            parts.append("no zones of armour")
        return "; ".join(parts)
    return {
        "sea": "ships only",
        "lake": "nobody enters, unless it is frozen",
        "river": f"+{tables.crossing.river} to cross; attacks across it halved",
        "blocked": "nobody crosses",
        "inlet": "ships pass along it, armies cross it",
    }.get(entry.key, "")


def hex_lines(s: WarState, known: WarPosition, hex: int) -> Iterator[Line]:
    """All there is to know of a hex."""
    board = s.scenario.board
    if not board.playable >> hex & 1:
        yield Line(terrain_name(board.map, hex))
        yield from (Line(f"sea area: {name}", "7.0c") for name in board.areas_of(hex))
        return
    yield from _ground(s, hex)
    yield from side_lines(board.map, hex)
    yield from hex_place_lines(board.map, hex)
    yield from _held(s, hex)
    yield from _supply(s, hex)
    yield from air.hex_lines(s, known, hex)


def _ground(s: WarState, hex: int) -> Iterator[Line]:
    board, tables = s.scenario.board, s.scenario.tables
    key = board.map.terrain_at(hex)
    row = tables.terrain.get(key)
    if row is not None:
        yield Line(words(key).capitalize(), row.case, f"{row.mechanized} on wheels, {row.foot} on foot")
        if row.defence > 1:
            yield Line("defence", row.case, f"times {row.defence}")
        if row.die:
            yield Line("attack die", row.case, f"{row.die:+}")
    if (s.muddy | s.bottomless) >> hex & 1:
        yield Line("mud", "15.1e" if s.bottomless >> hex & 1 else "15.1b")
    if s.snowy >> hex & 1:
        yield Line("snow", "15.1c")


def _held(s: WarState, hex: int) -> Iterator[Line]:
    p, board, bit = s.position, s.scenario.board, 1 << hex
    seat = control.holder(s, hex)
    if p.neutral & bit:
        yield Line("neutral: nobody enters", "5.22")
    elif seat is not None:
        yield Line("control", "3.26", SEATS[seat])
    if board.rail_hexes & bit:
        rails = next((name for side, name in enumerate(SEATS) if p.rail[side] & bit), "neutral")
        yield Line("railway", "6.5", rails)
    if (board.ports | harbours.artificial(s)) & bit:
        why = (
            "out of use"
            if harbours.idle(s) & bit
            else "suppressed: it takes no ships in this turn"
            if p.suppressed & bit & ~(board.major_ports | harbours.artificial(s))
            else "suppressed: a Minor Port in this turn"
            if p.suppressed & bit
            else "wrecked: a Minor Port for the time being"
            if harbours.wrecked(s) & bit & board.major_ports
            else ""
        )
        if why:
            yield Line("port", "14.32", why)
    for side, name in enumerate(SEATS):
        if s.works(side) & bit:
            yield Line(
                f"fortified line of the {name}", "tbl.5.8.fort", f"times {s.scenario.tables.works.defence}"
            )
        if s.zone(side) & bit:
            yield Line(f"{name} zone of control", "9.0")
    if (p.beaches | p.piers) & bit:
        built = harbours.artificial(s) & bit
        yield Line(
            "artificial harbour" if built else "beach with a pier" if p.piers & bit else "beach", "7.34b"
        )


def _supply(s: WarState, hex: int) -> Iterator[Line]:
    for side, name in enumerate(SEATS):
        if found := supply.quality(s, side, hex):
            yield Line(f"{name} supply", "14.47", found)
    for school in s.scenario.schools:
        if supply.centers(s, school) >> hex & 1:
            yield Line(f"supply center: {SEATS[school.seat]}", "14.31")
            return
