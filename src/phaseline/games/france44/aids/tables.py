"""Tables of France '44: order of battle with air, sea, trucks and ports, arrivals and pools, the turn track, charts."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.drill.aids import tables
from phaseline.engine.aids import Line, Measure, Row, Section, Table, TurnCell
from phaseline.engine.aids.ground import hex_title
from phaseline.games.france44.files import SEATS, TurnLine
from phaseline.games.france44.position import (
    AFLOAT,
    ALLIED,
    DEAD,
    DUE,
    ESCORT,
    GERMAN,
    GONE,
    POOL,
    FrancePosition,
)
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.sheet import PLACES, SYMBOLS, short_name, week, wing_name
from phaseline.hexgrid import hexes

COLUMNS = ("unit", "factors", "steps", "where")
NOTES = {
    1: ("low tide: beaches give no cover against the sea", "25.1b"),
    2: ("Allied replacements begin", "15.4a"),
    3: ("no more invasions", "12.1a"),
    4: ("the French can be called for in Paris", "15.6a"),
    5: ("German replacements begin", "15.1"),
}
"""The notes of the turn chart."""


def unit_row(scenario: FranceScenario, known: FrancePosition, number: int, where: str = "") -> Row:
    """A counter: name, factors, steps, place."""
    unit = scenario.units[number]
    return tables.unit_row(
        scenario,
        known,
        number,
        unit.name,
        f"{unit.factor(known.steps[number] or unit.steps)}-{unit.movement}",
        where or PLACES.get(known.at[number], ""),
        out=(DEAD, GONE),
        symbol=SYMBOLS[unit.type],
        size="XXXX" if unit.type == "hq" else "XX",
        group=unit.nation,
        short=short_name(scenario.ids[number]),
    )


def order_of_battle(scenario: FranceScenario, known: FrancePosition) -> Table:
    """Every land unit by nation, then what else each side has: air, ships, V units, trucks, ports."""

    def rows(seat: int) -> Iterator[tuple[str, Row]]:
        for number in scenario.rosters[seat]:
            yield scenario.units[number].nation, unit_row(scenario, known, number)

    sections = tables.grouped(SEATS, rows, tables.on_the_map)
    return tables.order_of_battle(COLUMNS, (*sections, *_pieces(scenario, known)))


def _pieces(scenario: FranceScenario, known: FrancePosition) -> Iterator[Section]:
    for seat, name in enumerate(SEATS):
        found = {
            "air": _wings(scenario, known, seat),
            "ships": _ships(scenario, known) if seat == ALLIED else (),
            "V units": _rockets(scenario, known) if seat == GERMAN else (),
            "ports": _ports(scenario, known) if seat == ALLIED else (),
            "stocks": _stocks(scenario, known, seat),
            "trucks": _trucks(scenario, known, seat),
        }
        for title, made in found.items():
            lines = tuple(made)
            if lines:
                yield Section(title=f"{name}: {title}", rows=lines, side=seat)


def _row(
    scenario: FranceScenario, seat: int, cells: tuple[str, str, str], hex: int, where: str, symbol: str = ""
) -> Row:
    """A row of a piece: its name, factor and state; where it is, off the map in words."""
    on_map = hex >= 0
    return Row(
        cells=(*cells, hex_title(scenario.map, hex) if on_map else where),
        side=seat,
        hex=hex if on_map else None,
        symbol=symbol,
    )


def _wings(scenario: FranceScenario, known: FrancePosition, seat: int) -> Iterator[Row]:
    for wing in hexes(scenario.side_wings[seat]):
        place = known.wings[wing]
        where = "with the bomber" if place == ESCORT else "without a base"
        name = wing_name(scenario, wing)
        held = "held by enemy air" if known.pinned >> wing & 1 else ""
        yield _row(scenario, seat, (name, "1", held), place, where, "fighter")
    if seat == ALLIED and scenario.side_wings[ALLIED]:
        bomber = str(scenario.data.counters.sheet.bomber)
        yield _row(scenario, seat, ("Strategic bomber", bomber, ""), POOL, known.bomber)


def _ships(scenario: FranceScenario, known: FrancePosition) -> Iterator[Row]:
    for ship, place in zip(scenario.ships, known.ships, strict=True):
        yield _row(scenario, ALLIED, (ship.name, str(ship.combat), ""), place, "", "ship")


def _rockets(scenario: FranceScenario, known: FrancePosition) -> Iterator[Row]:
    for name, place in zip(scenario.rocket_ids, known.vs, strict=True):
        title = f"{name[:2].upper().replace('V', 'V-')} {name.rpartition('-')[2]}"
        yield _row(scenario, GERMAN, (title, "", ""), place, "to come", "rocket")


def _ports(scenario: FranceScenario, known: FrancePosition) -> Iterator[Row]:
    """The Allied ports of the Continent: what each feeds, and from when it can be repaired."""
    board, supply = scenario.board, scenario.tables.supply
    for hex in hexes(board.ports & board.continent & known.control):
        if board.major_ports >> hex & 1:
            due = known.taken.get(hex, known.turn) + supply.repair_delay
            when = "" if known.turn >= due else f"repair from turn {due}"
            level = str(known.levels.get(hex, 0))
            yield _row(scenario, ALLIED, ("Major port", level, when), hex, "")
        else:
            yield _row(scenario, ALLIED, ("Minor port", str(supply.minor), ""), hex, "")
    for number, place in enumerate(known.mulberries):
        if place >= 0 or place == AFLOAT:
            factor = str(supply.minor) if place >= 0 else ""
            name = f"Mulberry {number + 1}"
            yield _row(scenario, ALLIED, (name, factor, ""), place, "still to be placed", "port")


def _stocks(scenario: FranceScenario, known: FrancePosition, seat: int) -> Iterator[Row]:
    for hex, value in sorted((known.german_dumps if seat == GERMAN else known.allied_dumps).items()):
        yield _row(scenario, seat, ("Supplies", str(value), ""), hex, "")


def _trucks(scenario: FranceScenario, known: FrancePosition, seat: int) -> Iterator[Row]:
    first = scenario.trucks[ALLIED] if seat == GERMAN else 0
    for truck in hexes(scenario.side_trucks[seat]):
        yield _row(scenario, seat, (f"Truck {truck - first + 1}", "", ""), known.trucks[truck], "pool")


# -- who is to come ---------------------------------------------------------------------------------------------------


def arrivals(scenario: FranceScenario, known: FrancePosition) -> Table:
    """Who arrives when, and what replacements could bring: units in pools with what they cost."""
    rates = scenario.tables.replacements

    def rows(seat: int) -> Iterator[tuple[str, Row]]:
        for number in tables.lying(scenario, known, seat, DUE, lambda number: scenario.arrivals[number].turn):
            arrival = scenario.arrivals[number]
            where = arrival.entry.replace("_", " ")
            yield f"turn {arrival.turn}", unit_row(scenario, known, number, where)
        for place, title in ((POOL, "force pool"), (DEAD, "dead pool")):
            for number in tables.lying(scenario, known, seat, place):
                yield title, unit_row(scenario, known, number, _price(scenario, number))

    have = known.factors
    note = (
        f"Replacement factors: Allied {have[ALLIED + 1]} ({rates.allied} a turn from turn {rates.allied_from}), "
        f"French {have[2]}, German {have[0]} ({rates.german} a turn from turn {rates.german_from}, less bombing)."
    )
    return tables.arrivals(COLUMNS, tables.grouped(SEATS, rows), note)


def _price(scenario: FranceScenario, number: int) -> str:
    unit = scenario.units[number]
    never = unit.type == "hq" and (scenario.side_of[number] == GERMAN)
    return "no replacement" if never else f"for {unit.combat} factors"


def charts(scenario: FranceScenario) -> list[Table]:
    """The results table."""
    note = "A: the attacker, D: the defender; a number: so many steps; R: retreats; from 7-1 on all defenders are eliminated"
    return [tables.results(scenario.crt, note)]


# -- turns and numbers ------------------------------------------------------------------------------------------------


def turns(scenario: FranceScenario, known: FrancePosition) -> list[TurnCell]:
    """The turns of the match: dates, chances of the weather, notes of the chart, V units, arrivals."""
    waiting: dict[tuple[int, int], list[str]] = {}
    for number, arrival in scenario.arrivals.items():
        if known.at[number] == DUE:
            waiting.setdefault((arrival.turn, scenario.side_of[number]), []).append(scenario.spoken[number])
    cells = []
    for line in scenario.data.chart.turns:
        if scenario.first_turn <= line.turn <= scenario.last_turn:
            lines = list(_turn_lines(scenario, line))
            for seat, name in enumerate(SEATS):
                due = waiting.get((line.turn, seat))
                if due:
                    lines.append(Line(f"{name}: {', '.join(due)}", "5.23b"))
            weather = known.weather if line.turn == known.turn else _odds(scenario, line.turn)
            title = f"{line.turn}: {week(line.first, line.last)}"
            cells.append(tables.turn(line.turn, known.turn, title, weather, lines))
    return cells


def _odds(scenario: FranceScenario, turn: int) -> str:
    """The weather that a turn may have: `clear 5/6, mud 1/6`."""
    if turn == 1 and (scenario.setup.first_clear or scenario.options.clear_landing):
        return "clear"
    chances = scenario.weather.outcomes(turn)
    return ", ".join(f"{weather} {chance}" if chance != 1 else weather for weather, chance in chances.items())


def _turn_lines(scenario: FranceScenario, line: TurnLine) -> Iterator[Line]:
    air = scenario.tables.air
    for note in line.notes:
        if note in NOTES:
            yield Line(*NOTES[note])
    if scenario.v1 and line.turn == air.v1_from:
        yield Line("from now on a V-1 unit a turn", "9.3a")
    if scenario.v1 and line.turn == air.v1_passes_until + 1:
        yield Line("Allied air units stop V-1 units from now on", "9.32a")
    if scenario.v2 and line.turn == air.v2_from:
        yield Line("from now on a V-2 unit a turn", "9.3b")


def measures(scenario: FranceScenario, known: FrancePosition) -> list[Measure]:
    """Factors on the map, steps lost, units out of supply, capacity, points."""
    found = [Measure(key="capacity", title="Allied supply capacity", value=known.capacity, side=ALLIED)]
    for seat, name in enumerate(SEATS):
        factors = lost = 0
        for number in scenario.rosters[seat]:
            unit, steps, place = scenario.units[number], known.steps[number], known.at[number]
            if place >= 0:
                factors += unit.factor(steps)
            if place >= 0 or place in (DEAD, GONE):
                lost += unit.steps - (steps if place >= 0 else 0)
        values: dict[str, tuple[float, str]] = {
            "factors": (factors, "combat factors on the map"),
            "lost": (lost, "steps lost"),
            "hungry": ((known.hungry & scenario.side_units[seat]).bit_count(), "units out of supply"),
            "points": (known.points[seat], "points"),
        }
        found += tables.measures(seat, name, values)
    return found
