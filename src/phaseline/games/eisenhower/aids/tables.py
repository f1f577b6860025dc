"""Tables of Eisenhower's War: order of battle, arrivals, the Turn Track, and numbers for charts."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.drill.aids import tables
from phaseline.engine.aids import Line, Measure, Row, Table, TurnCell
from phaseline.games.eisenhower.files import SEATS
from phaseline.games.eisenhower.position import (
    ALLIED,
    BOX,
    ELIMINATED,
    GERMAN,
    GONE,
    IDLE,
    TRACK,
    EisenhowerPosition,
)
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.sheet import (
    PLACES,
    REMINDERS,
    SIZES,
    SYMBOLS,
    full_name,
    group_of,
    printed_name,
)

COLUMNS = ("unit", "factors", "steps", "where")


def unit_row(scenario: EisenhowerScenario, known: EisenhowerPosition, number: int) -> Row:
    """A counter: name, factors, steps, place."""
    unit, place = scenario.units[number], known.at[number]
    return tables.unit_row(
        scenario,
        known,
        number,
        full_name(scenario, number),
        "-".join(map(str, unit.factors(known.steps[number] or unit.steps))),
        entry_text(scenario, known, number) if place == TRACK else PLACES.get(place, ""),
        out=(ELIMINATED, GONE),
        symbol=SYMBOLS[unit.type],
        size=SIZES.get(unit.size, ""),
        group=group_of(unit),
        short=printed_name(scenario, number),
    )


def entry_text(scenario: EisenhowerScenario, known: EisenhowerPosition, number: int) -> str:
    """When and how a unit on the track comes in."""
    entry = scenario.entries[number]
    if entry is not None and entry.yugoslav:
        return "with the garrison of Yugoslavia"
    if entry is not None and entry.query:
        return "when the Allies cross the Elbe"
    if entry is not None and entry.star and not known.fx_out:
        return f"Turn {known.due[number]}, once FX has left"
    place = f", {entry.where}" if entry is not None and entry.where else ""
    return f"Turn {known.due[number]}{place}"


def order_of_battle(scenario: EisenhowerScenario, known: EisenhowerPosition) -> Table:
    """Every counter of both sides by group; of an airborne corps the form in use."""

    def rows(seat: int) -> Iterator[tuple[str, Row]]:
        for number in scenario.rosters[seat]:
            if known.at[number] != IDLE:
                yield group_of(scenario.units[number]), unit_row(scenario, known, number)

    return tables.order_of_battle(COLUMNS, tables.grouped(SEATS, rows, tables.on_the_map))


def _waiting(scenario: EisenhowerScenario, known: EisenhowerPosition, seat: int) -> dict[int, list[int]]:
    """Units on the track by the turn in which they are due; 0 for those that come by an event."""
    found: dict[int, list[int]] = {}
    for number in scenario.rosters[seat]:
        if known.at[number] == TRACK:
            entry = scenario.entries[number]
            event = entry is not None and (entry.yugoslav or entry.query)
            found.setdefault(0 if event else known.due[number], []).append(number)
    return dict(sorted(found.items()))


def arrivals(scenario: EisenhowerScenario, known: EisenhowerPosition) -> Table:
    """Who is in the box, and who comes when."""

    def rows(seat: int) -> Iterator[tuple[str, Row]]:
        for number in tables.lying(scenario, known, seat, BOX):
            yield "in the box", unit_row(scenario, known, number)
        for turn, units in _waiting(scenario, known, seat).items():
            when = f"Turn {turn}" if turn else "by an event"
            yield from ((when, unit_row(scenario, known, number)) for number in units)

    return tables.arrivals(COLUMNS, tables.grouped(SEATS, rows))


def turns(scenario: EisenhowerScenario, known: EisenhowerPosition) -> list[TurnCell]:
    """The boxes of the Turn Track: months, reminders, ports required, arrivals."""
    waiting = [_waiting(scenario, known, seat) for seat in (ALLIED, GERMAN)]
    cells = []
    for box in scenario.track:
        lines = [Line(REMINDERS.get(note, note), "tbl.TRT") for note in box.notes]
        if box.ports and scenario.options.ports_checked:
            lines.append(Line("ports required", "4.3.2", str(box.ports)))
        for seat, name in enumerate(SEATS):
            due = waiting[seat].get(box.turn, [])
            if due:
                codes = dict.fromkeys(printed_name(scenario, number) for number in due)
                lines.append(Line(f"{name}: {', '.join(codes)}", "5.4"))
        cells.append(tables.turn(box.turn, known.turn, f"{box.turn}: {box.label}", lines=lines))
    return cells


def charts(scenario: EisenhowerScenario) -> list[Table]:
    """The results table."""
    return [tables.results(scenario.crt, "steps that the attacker loses / the defender loses")]


def measures(scenario: EisenhowerScenario, known: EisenhowerPosition) -> list[Measure]:
    """Attack and defence factors on the map, steps lost, ports and cities."""
    board = scenario.board
    cities = board.cities & ~known.razed
    held = (cities & known.control, cities & ~known.control)
    ports = board.ports & ~known.razed & board.interior & known.control
    found = [Measure(key="ports", title="ports that count", value=ports.bit_count(), side=ALLIED)]
    for seat, name in enumerate(SEATS):
        attack = defence = lost = 0
        for number in scenario.rosters[seat]:
            unit, steps = scenario.units[number], known.steps[number]
            if known.at[number] >= 0:
                factors = unit.factors(steps)
                attack, defence = attack + factors[0], defence + factors[1]
            if known.at[number] >= 0 or known.at[number] in (BOX, ELIMINATED):
                lost += unit.steps - (0 if known.at[number] == ELIMINATED else steps)
        values: dict[str, tuple[float, str]] = {
            "attack": (attack, "attack factors on the map"),
            "defence": (defence, "defence factors on the map"),
            "lost": (lost, "steps lost"),
            "cities": (held[seat].bit_count(), "cities"),
        }
        found += tables.measures(seat, name, values)
    return found
