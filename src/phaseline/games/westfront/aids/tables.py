"""Tables of WestFront: order of battle, arrivals, the calendar, and numbers for charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from phaseline.engine.aids import Line, Measure, Row, Section, Table, TurnCell
from phaseline.engine.aids.ground import hex_title
from phaseline.games.westfront.files import month_name
from phaseline.games.westfront.position import ELIMINATED, GONE, TO_COME, UNSEEN, WestFrontPosition
from phaseline.games.westfront.rules.weather import ROLLED, VARIABLE
from phaseline.games.westfront.scenario import SEATS, Arrival, WestFrontScenario
from phaseline.games.westfront.sheet import ROMAN, SIZES, SYMBOLS, group
from phaseline.games.westfront.state import DECEMBER_1943, JUNE_1944, OCTOBER_1944, SEPTEMBER_1944
from phaseline.hexgrid import hexes

PLACES = {ELIMINATED: "eliminated", TO_COME: "to come", GONE: "out of the game", UNSEEN: "not seen"}
EVENTS = {
    DECEMBER_1943: Line("Allied aircraft reach twice as far; Axis headquarters cost more", "13.21"),
    JUNE_1944: Line("Allied Air Supremacy: Axis units move a hex less, paras are grounded", "13.22"),
    SEPTEMBER_1944: Line("Ploesti falls: Axis headquarters cost more again", "16.6"),
    OCTOBER_1944: Line("the Axis loses the east edge bit by bit", "16.7"),
}
"""What the calendar brings, by months since January 1943."""


# -- order of battle --------------------------------------------------------------------------------------------------


def order_of_battle(scenario: WestFrontScenario, known: WestFrontPosition) -> Table:
    """Every block of both sides by nation, as far as the viewer knows what has become of it."""
    sections = [section for seat in (0, 1) for section in _nations(scenario, known, seat)]
    return Table(
        key="order_of_battle",
        title="Order of battle",
        columns=("unit", "type", "CV", "where"),
        sections=tuple(sections),
        note="CV now and at full strength; upright blocks of the enemy keep their names to themselves.",
    )


def _nations(scenario: WestFrontScenario, known: WestFrontPosition, seat: int) -> Iterator[Section]:
    nations: dict[str, list[Row]] = {}
    for unit in scenario.rosters[seat]:
        nations.setdefault(scenario.units[unit].nation, []).append(unit_row(scenario, known, unit))
    for nation, rows in nations.items():
        there = sum(row.hex is not None for row in rows)
        note = f"{there} of {len(rows)} on the map"
        yield Section(title=f"{SEATS[seat]}: {nation}", rows=tuple(rows), side=seat, note=note)
    unseen = sum(block.seat == seat for block in known.upright)
    if unseen:
        yield Section(title=f"{SEATS[seat]}: upright", rows=(), side=seat, note=f"{unseen} blocks on the map")


def unit_row(scenario: WestFrontScenario, known: WestFrontPosition, unit: int) -> Row:
    """A block: name, type, strength, place."""
    block, place = scenario.units[unit], known.at[unit]
    on_map = place >= 0
    return Row(
        cells=(
            block.name,
            f"{block.kind}{' SS' if block.ss else ''}",
            f"{strength(scenario, unit, known.cv[unit]) if on_map else '-'} of {strength(scenario, unit, block.limit)}",
            hex_title(scenario.map, place) if on_map else PLACES.get(place, ""),
        ),
        side=block.seat,
        unit=unit,
        hex=place if on_map else None,
        symbol=SYMBOLS[block.kind],
        size=SIZES.get(block.kind, "XXX"),
        group=group(block),
        shape="block",
        faint=place in (ELIMINATED, GONE),
    )


def strength(scenario: WestFrontScenario, unit: int, cv: int) -> str:
    """A CV as blocks print it: headquarters in Roman numerals."""
    return ROMAN[cv] if scenario.units[unit].is_hq and 0 <= cv < len(ROMAN) else str(cv)


# -- the calendar -----------------------------------------------------------------------------------------------------


def arriving(scenario: WestFrontScenario, known: WestFrontPosition) -> list[Arrival]:
    """The schedule of this game that is not known to have come."""
    chain = scenario.data.chain
    return [
        entry
        for entry in scenario.data.schedule
        if entry.book in chain
        and not entry.start
        and (entry.month > known.month or known.at[entry.unit] == TO_COME)
    ]


def arrivals(scenario: WestFrontScenario, known: WestFrontPosition) -> Table:
    """Reinforcements of both sides by month."""
    sections = []
    for seat, name in enumerate(SEATS):
        months: dict[int, list[Row]] = {}
        for entry in arriving(scenario, known):
            if scenario.side_of[entry.unit] == seat:
                months.setdefault(entry.month, []).append(_arrival(scenario, known, entry))
        sections += [
            Section(title=f"{name}: {month_name(month)}", rows=tuple(rows), side=seat)
            for month, rows in sorted(months.items())
        ]
    return Table(
        key="arrivals",
        title="Arrivals",
        columns=("unit", "type", "CV", "where"),
        sections=tuple(sections),
        note="" if sections else "Nobody else is to come.",
    )


def _arrival(scenario: WestFrontScenario, known: WestFrontPosition, entry: Arrival) -> Row:
    block = scenario.units[entry.unit]
    late = entry.month <= known.month
    if entry.beachhead:
        cells = (f"BeachHead {block.beachhead}", "BeachHead", "", "Ready")
        return Row(cells=cells, side=block.seat, unit=entry.unit)
    where = "a Major Port" if entry.port_only else "may be placed now" if late else ""
    return Row(
        cells=(block.name, block.kind, strength(scenario, entry.unit, entry.cv), where),
        side=block.seat,
        unit=entry.unit,
        symbol=SYMBOLS[block.kind],
        size=SIZES.get(block.kind, "XXX"),
        group=group(block),
        shape="block",
    )


def turns(scenario: WestFrontScenario, known: WestFrontPosition) -> list[TurnCell]:
    """The months of this game: weather, events, and how many units come."""
    waiting = arriving(scenario, known)
    cells = []
    for month in range(scenario.data.file.first_month, scenario.last_month + 1):
        lines = [EVENTS[month]] if month in EVENTS else []
        for seat, name in enumerate(SEATS):
            due = [
                entry for entry in waiting if entry.month == month and scenario.side_of[entry.unit] == seat
            ]
            if due:
                units = ", ".join(_due_name(scenario, entry) for entry in due)
                lines.append(Line(f"{name}: {units}", "11.5"))
        now = month == known.month
        cells.append(
            TurnCell(
                title=month_name(month),
                text=_now(known) if now else season(month),
                lines=tuple(lines),
                now=now,
                past=month < known.month,
            )
        )
    return cells


def _due_name(scenario: WestFrontScenario, entry: Arrival) -> str:
    block = scenario.units[entry.unit]
    return f"BeachHead {block.beachhead}" if entry.beachhead else block.name


def _now(known: WestFrontPosition) -> str:
    storm = "" if known.storm == "none" else f", {known.storm} storm"
    return f"{known.weather}{storm}"


def season(month: int) -> str:
    """What weather a month has."""
    if month % 12 not in ROLLED:
        return "dry"
    return "dry or mud" if month % 12 in VARIABLE else "mud"


# -- charts -----------------------------------------------------------------------------------------------------------


def measures(scenario: WestFrontScenario, known: WestFrontPosition) -> list[Measure]:
    """Blocks on the map, steps as far as they are seen, production, Victory Cities, hexes; by side."""
    found: list[Measure] = []
    cities = scenario.board.victory_cities
    for seat, name in enumerate(SEATS):
        own = [unit for unit in scenario.rosters[seat] if known.at[unit] >= 0]
        unseen = sum(block.seat == seat for block in known.upright)
        held = sum(cities[hex] for hex in hexes(known.control[seat]) if hex in cities)
        found += _of_side(
            seat,
            name,
            {
                "blocks": len(own) + unseen,
                "production": known.level[seat],
                "cities": held,
                "hexes": (known.control[seat] & scenario.board.land).bit_count(),
                "points": known.scored[seat],
            },
        )
        if not unseen:
            steps = sum(known.cv[unit] for unit in own if not scenario.units[unit].is_hq)
            found.append(Measure(key="steps", title=f"{name} combat strength", value=steps, side=seat))
    return found


TITLES = {
    "blocks": "blocks on the map",
    "production": "Production Level",
    "cities": "Victory Cities",
    "hexes": "hexes under control",
    "points": "victory points",
}


def _of_side(seat: int, name: str, values: dict[str, int]) -> Sequence[Measure]:
    return [
        Measure(key=key, title=f"{name} {TITLES[key]}", value=value, side=seat)
        for key, value in values.items()
    ]
