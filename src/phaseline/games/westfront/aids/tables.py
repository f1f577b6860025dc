"""Tables of WestFront: order of battle, arrivals, the calendar, and numbers for charts."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.drill.aids import tables
from phaseline.engine.aids import Line, Measure, Row, Section, Table, TurnCell
from phaseline.engine.aids.ground import hex_title
from phaseline.games.westfront.files import month_name
from phaseline.games.westfront.position import ELIMINATED, GONE, TO_COME, UNSEEN, WestFrontPosition
from phaseline.games.westfront.roster import HITS_ON
from phaseline.games.westfront.rules.weather import WEATHER
from phaseline.games.westfront.scenario import SEATS, Arrival, WestFrontScenario
from phaseline.games.westfront.sheet import ROMAN, SIZES, SYMBOLS, group
from phaseline.games.westfront.state import DECEMBER_1943, JUNE_1944, OCTOBER_1944, SEPTEMBER_1944
from phaseline.hexgrid import hexes

COLUMNS = ("unit", "type", "CV", "where")
PLACES = {ELIMINATED: "eliminated", TO_COME: "to come", GONE: "out of the game", UNSEEN: "not seen"}
EVENTS = {
    DECEMBER_1943: Line("Allied aircraft reach twice as far; Axis headquarters cost more", "13.21"),
    JUNE_1944: Line(
        "Allied Air Supremacy: Axis units move a hex less, sail no more in the Atlantic basin, paras are grounded",
        "13.22",
    ),
    SEPTEMBER_1944: Line("Ploesti falls: Axis headquarters cost more again", "16.6"),
    OCTOBER_1944: Line("the Axis loses the east edge bit by bit", "16.7"),
}
"""What the calendar brings, by months since January 1943."""


# -- what is printed --------------------------------------------------------------------------------------------------


def firepower() -> Table:
    """Which dice hit (7.32)."""
    rows = tuple(
        Row(cells=(name, f"{least} to 6" if least < 6 else "6"))
        for name, least in HITS_ON.items()
        if least <= 6
    )
    return Table(
        key="firepower",
        title="Firepower (7.32)",
        columns=("fire", "a die hits with"),
        sections=(Section(title="", rows=rows),),
        note="a block rolls as many dice as it has steps; how it fires depends on its type, and on who attacks",
    )


WEATHERS = {
    "dry": "no effect",
    "mud": "headquarters lose a hex of range, and none deploys; units move slowly, offensive fire is single, "
    "steps of defenders take two hits",
    "stormy": "no invasion and no evacuation over the seas of the storm's basin, and no BeachHead there is of use; from port "
    "to port ships and supply go on",
}
"""What each weather does (12.2, 12.3)."""


# -- order of battle --------------------------------------------------------------------------------------------------


def order_of_battle(scenario: WestFrontScenario, known: WestFrontPosition) -> Table:
    """Every block of both sides by nation, as far as the viewer knows what has become of it."""

    def rows(seat: int) -> Iterator[tuple[str, Row]]:
        for unit in scenario.rosters[seat]:
            yield scenario.units[unit].nation, unit_row(scenario, known, unit)

    sections = [*tables.grouped(SEATS, rows, tables.on_the_map), *_upright(known)]
    return tables.order_of_battle(
        COLUMNS,
        sorted(sections, key=lambda section: section.side or 0),
        "CV now and at full strength; upright blocks of the enemy keep their names to themselves.",
    )


def _upright(known: WestFrontPosition) -> Iterator[Section]:
    for seat, name in enumerate(SEATS):
        unseen = sum(block.seat == seat for block in known.upright)
        if unseen:
            yield Section(title=f"{name}: upright", rows=(), side=seat, note=f"{unseen} blocks on the map")


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
    coming = sorted(arriving(scenario, known), key=lambda entry: entry.month)

    def rows(seat: int) -> Iterator[tuple[str, Row]]:
        for entry in coming:
            if scenario.side_of[entry.unit] == seat:
                yield month_name(entry.month), _arrival(scenario, known, entry)

    return tables.arrivals(COLUMNS, tables.grouped(SEATS, rows))


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
        text = _now(known) if month == known.month else season(month)
        cells.append(tables.turn(month, known.month, month_name(month), text, lines))
    return cells


def _due_name(scenario: WestFrontScenario, entry: Arrival) -> str:
    block = scenario.units[entry.unit]
    return f"BeachHead {block.beachhead}" if entry.beachhead else block.name


def _now(known: WestFrontPosition) -> str:
    storm = "" if known.storm == "none" else f", {known.storm} storm"
    return f"{known.weather}{storm}"


def season(month: int) -> str:
    """What weather a month has."""
    return " or ".join(sorted(WEATHER.outcomes(month % 12 + 1)))


# -- charts -----------------------------------------------------------------------------------------------------------


def measures(scenario: WestFrontScenario, known: WestFrontPosition) -> list[Measure]:
    """Blocks on the map, steps as far as they are seen, production, Victory Cities, hexes; by side."""
    found: list[Measure] = []
    cities = scenario.board.victory_cities
    for seat, name in enumerate(SEATS):
        own = [unit for unit in scenario.rosters[seat] if known.at[unit] >= 0]
        unseen = sum(block.seat == seat for block in known.upright)
        held = sum(cities[hex] for hex in hexes(known.control[seat]) if hex in cities)
        values = {
            "blocks": len(own) + unseen,
            "production": known.level[seat],
            "cities": held,
            "hexes": (known.control[seat] & scenario.board.land).bit_count(),
            "points": known.scored[seat],
        }
        found += tables.measures(seat, name, {key: (value, TITLES[key]) for key, value in values.items()})
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
