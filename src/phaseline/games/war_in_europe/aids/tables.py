"""Tables of War in Europe: order of battle with the air, arrivals with withdrawals and pools, the turn track, charts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from msgspec.structs import replace

from phaseline.drill.aids import tables
from phaseline.engine.aids import Line, Measure, Row, Section, Table, TurnCell
from phaseline.engine.aids.ground import hex_name, hex_title
from phaseline.games.war_in_europe.aids import air
from phaseline.games.war_in_europe.files import SEATS, plain
from phaseline.games.war_in_europe.names import AXIS_NATIONS, NATIONS
from phaseline.games.war_in_europe.position import (
    DEAD,
    DUE,
    FRONTS,
    INFANTRY,
    MECHANIZED,
    OUT,
    SPARE,
    WarPosition,
    pool,
)
from phaseline.games.war_in_europe.results import CODES, MEANINGS
from phaseline.games.war_in_europe.rules import odds
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.sheet import PLACES, SIZES, SYMBOLS
from phaseline.hexgrid import hexes
from phaseline.wording.counts import several

COLUMNS = ("unit", "strength", "steps", "where")
WEEK = timedelta(days=7)


def unit_row(scenario: WarScenario, known: WarPosition, number: int, where: str = "") -> Row:
    """A counter: name, what its side says, steps, place."""
    unit, place = scenario.units[number], known.at[number]
    fortified = bool(known.fortified >> number & 1)
    cut = ", out of supply" if known.unsupplied >> number & 1 else ""
    title = hex_title(scenario.map, place) + cut if place >= 0 else PLACES.get(place, "out of play")
    return tables.unit_row(
        scenario,
        known,
        number,
        unit.called,
        str(unit.face(known.steps[number] or unit.steps, fortified=fortified)),
        where or title,
        out=(DEAD, OUT, SPARE),
        symbol=SYMBOLS[unit.category],
        size=SIZES[unit.kind.size],
        group=unit.nation,
        short=unit.name,
    )


def order_of_battle(scenario: WarScenario, known: WarPosition) -> Table:
    """Every unit by army, then the air displays; counters in the tray are left out."""

    def rows(seat: int) -> Iterator[tuple[str, Row]]:
        for number in scenario.rosters[seat]:
            if known.at[number] != SPARE:
                yield scenario.entries[number].army or "arrivals", unit_row(scenario, known, number)

    sections = tables.grouped(SEATS, rows, tables.on_the_map)
    return tables.order_of_battle(COLUMNS, (*sections, *air.sections(known)))


# --- who is to come -------------------------------------------------------------------------------------------------


def arrivals(scenario: WarScenario, known: WarPosition) -> Table:
    """Who arrives when and where, who leaves, and who could be rebuilt for Replacement Points."""
    label = scenario.map.label

    def rows(seat: int) -> Iterator[tuple[str, Row]]:
        for number in tables.lying(scenario, known, seat, DUE, lambda number: scenario.arrivals[number].turn):
            arrival = scenario.arrivals[number]
            where = ", ".join(map(label, hexes(arrival.hexes)))
            yield f"turn {arrival.turn}", unit_row(scenario, known, number, where)
        for rule in sorted(scenario.setup.withdrawals, key=lambda rule: rule.turn):
            for name in rule.units:
                number, kept = scenario.number[name], f"kept {name}" in known.flags
                if rule.turn >= known.turn and not kept and scenario.side_of[number] == seat:
                    yield f"withdrawn in turn {rule.turn}", unit_row(scenario, known, number)
        for number in tables.lying(scenario, known, seat, DEAD):
            yield "eliminated", unit_row(scenario, known, number)

    return tables.arrivals(COLUMNS, (*tables.grouped(SEATS, rows), *_pools(known)))


def _pools(known: WarPosition) -> Iterator[Section]:
    """Replacement Points in hand."""
    for seat, name in enumerate(SEATS):
        rows = []
        for number, nation in enumerate(NATIONS):
            if (nation in AXIS_NATIONS) is not (seat == 0):
                continue
            for front, where in enumerate(FRONTS):
                for kind, what in ((INFANTRY, "infantry"), (MECHANIZED, "mechanized")):
                    if points := known.pools.get(pool(number, kind, front)):
                        cells = (f"{nation.capitalize()} {what}", str(points), "", f"{where} front")
                        rows.append(Row(cells=cells, side=seat))
        if rows:
            yield Section(title=f"{name}: Replacement Points", rows=tuple(rows), side=seat)


# --- turns and numbers ----------------------------------------------------------------------------------------------


def turns(scenario: WarScenario, known: WarPosition) -> list[TurnCell]:
    """The turns of the match: weeks, weather, transports, arrivals and withdrawals."""
    begins = date.fromisoformat(scenario.setup.begins)
    cells = []
    for number, weather in enumerate(scenario.setup.weather, 1):
        first = begins + WEEK * (number - 1)
        title = f"{number}: {first.day} {first:%B %Y}"
        cells.append(tables.turn(number, known.turn, title, weather, _turn_lines(scenario, known, number)))
    return cells


def _turn_lines(scenario: WarScenario, known: WarPosition, turn: int) -> Iterator[Line]:
    setup = scenario.setup
    for seat, side in enumerate(SEATS):
        due = [
            scenario.titles[number]
            for number in scenario.rosters[seat]
            if known.at[number] == DUE and scenario.arrivals[number].turn == turn
        ]
        if due:
            yield Line(f"{side}: {', '.join(due)}", "4.2B1")
        left = [
            scenario.titles[scenario.number[name]]
            for rule in setup.withdrawals
            if rule.turn == turn
            for name in rule.units
            if scenario.side_of[scenario.number[name]] == seat and f"kept {name}" not in known.flags
        ]
        if left:
            yield Line(f"{side} withdraws {', '.join(left)}", "4.2B1")
        row = next((row for name, row in setup.transport.items() if name == side), ())
        if turn <= len(row) and row[turn - 1]:
            yield Line(f"{side}: {several(row[turn - 1], 'Naval Transport Point')}", "7.11a")
        yield from _points(scenario, side, turn)
    for line in setup.lines:
        if line.since == turn and turn > 1:
            yield Line(f"{line.side} holds the {plain(line.name)} from now on", "tbl.5.8.fort")
    for rule in setup.special.joining:
        if rule.turn == turn:
            yield Line(f"{rule.name} joins the {rule.side} side", "6.68")


def _points(scenario: WarScenario, side: str, turn: int) -> Iterator[Line]:
    """The Air Points, Air Transport Points and Amphibious Points that a side gets in a turn, and where."""
    for arrival in scenario.setup.air:
        if arrival.turn == turn and arrival.side == side:
            for points, name, case in (
                (arrival.points, "Air Point", "3.25b"),
                (arrival.transport, "Air Transport Point", "8.51"),
            ):
                if points:
                    yield Line(f"{side}: {several(points, name)}, {arrival.front} front", case)
    for landing in scenario.setup.landings:
        if landing.turn == turn and landing.side == side and landing.points:
            at = [
                hex_name(scenario.map, scenario.map.hex(name)) if name[-1:].isdigit() else name
                for name in landing.at
            ]
            where = f", {', '.join(at)}" if at else ""
            yield Line(f"{side}: {several(landing.points, 'Amphibious Point')}{where}", "7.3a")


def charts(scenario: WarScenario) -> list[Table]:
    """The Combat Results Tables that this match uses, each once: those of either side, and that for mud and snow."""
    uses: dict[str, list[str]] = {}
    for attacker, name in (*enumerate(SEATS), (None, "mud and snow")):
        uses.setdefault(odds.table_key(scenario, attacker), []).append(name)
    found = []
    for key, names in uses.items():
        table = scenario.crts[key]
        printed = tables.results(table, "")
        codes = dict.fromkeys(cell for row in printed.sections[0].rows for cell in row.cells[1:])
        meanings = "; ".join(f"{code}: {MEANINGS[code]}" for code in CODES if code in codes)
        ends = f"below {table.columns[0]} {table.counted('', -1)}, from 13-1 on {table.counted('', 1)}"
        whose = " and ".join(name for name in names if name != printed.title.lower())
        title = f"{printed.title}: {whose}" if whose else printed.title
        found.append(replace(printed, key=f"results.{key}", title=title, note=f"{meanings}; {ends}"))
    return found


def measures(scenario: WarScenario, known: WarPosition) -> list[Measure]:
    """Strength on the map, divisions lost, units out of supply, hexes held, points."""
    found = []
    for seat, name in enumerate(SEATS):
        strength = lost = 0
        for number in scenario.rosters[seat]:
            unit, place = scenario.units[number], known.at[number]
            if place >= 0:
                fortified = bool(known.fortified >> number & 1)
                strength += unit.face(known.steps[number], fortified=fortified).strength
            lost += place == DEAD and scenario.divisions >> number & 1
        values: dict[str, tuple[float, str]] = {
            "strength": (strength, "strength on the map"),
            "lost": (lost, "divisions lost"),
            "unsupplied": ((known.unsupplied & scenario.side_units[seat]).bit_count(), "units out of supply"),
            "rail": (known.rail[seat].bit_count(), "rail hexes"),
            "points": (known.points[seat], "points"),
        }
        found += tables.measures(seat, name, values)
    return found
