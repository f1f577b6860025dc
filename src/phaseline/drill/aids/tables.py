"""Tables that games with units on hexes have alike: order of battle, arrivals, the turn track, charts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from phaseline.drill.scenario import FieldScenario
from phaseline.drill.standing import Place
from phaseline.engine.aids import Line, Measure, Row, Section, Table, TurnCell
from phaseline.engine.aids.ground import hex_title
from phaseline.mechanics.weighing import OddsTable


def on_the_map(rows: Sequence[Row]) -> str:
    """How many of these units are on the map, and how many are lost: `12 of 15 on the map, 2 lost`."""
    there = sum(row.hex is not None for row in rows)
    lost = sum(row.faint for row in rows)
    return f"{there} of {len(rows)} on the map" + (f", {lost} lost" if lost else "")


def unit_row(  # noqa: PLR0913 - whatever a counter shows is an argument
    scenario: FieldScenario[Any],
    known: Any,
    number: int,
    name: str,
    values: str,
    where: str,
    *,
    out: Collection[Place],
    symbol: str,
    size: str,
    group: str,
    short: str,
) -> Row:
    """A counter: name, values, steps, and its hex, or `where` it is in words if that says anything.

    In one of the places `out` it is lost. The position is one with `at` and `steps`.
    """
    place, steps, most = known.at[number], known.steps[number], scenario.units[number].steps
    lost = place in out
    return Row(
        cells=(
            name,
            values,
            f"{0 if lost else steps} of {most}",
            where or (hex_title(scenario.map, place) if place >= 0 else ""),
        ),
        side=scenario.side_of[number],
        unit=number,
        hex=place if place >= 0 else None,
        symbol=symbol,
        size=size,
        group=group,
        short=short,
        faint=lost,
    )


def lying(
    scenario: FieldScenario[Any], known: Any, seat: int, place: Place, due: Callable[[int], int] | None = None
) -> list[int]:
    """The units of a side that lie in a place off the map, in roster order, or by the turns in which they are `due`."""
    found = [number for number in scenario.rosters[seat] if known.at[number] == place]
    return found if due is None else sorted(found, key=due)


def results(table: OddsTable[Any], note: str) -> Table:
    """A results table as printed; `note` tells how its cells are read."""
    printed = table.results.data
    rows = tuple(Row(cells=(label, *cells)) for label, cells in printed.rows.items())
    return Table(
        key="results",
        title=printed.title,
        columns=(printed.dice, *table.columns),
        sections=(Section(title="", rows=rows),),
        note=note,
    )


def grouped(
    seats: Sequence[str],
    rows: Callable[[int], Iterable[tuple[str, Row]]],
    note: Callable[[Sequence[Row]], str] = lambda rows: "",  # noqa: ARG005
) -> list[Section]:
    """Sections of both sides: `rows` are those of a seat, each with its group, `Allied: 1st Army`, or with "" for none.

    Groups stand in the order in which they first occur. `note` sums a section up.
    """
    found = []
    for seat, name in enumerate(seats):
        groups: dict[str, list[Row]] = {}
        for group, row in rows(seat):
            groups.setdefault(group, []).append(row)
        found += [
            Section(title=f"{name}: {group}" if group else name, rows=tuple(own), side=seat, note=note(own))
            for group, own in groups.items()
        ]
    return found


def order_of_battle(columns: tuple[str, ...], sections: Iterable[Section], note: str = "") -> Table:
    """The order of battle made of these sections."""
    return Table(
        key="order_of_battle", title="Order of battle", columns=columns, sections=tuple(sections), note=note
    )


def arrivals(columns: tuple[str, ...], sections: Iterable[Section], note: str = "") -> Table:
    """Those who are yet to come."""
    found = tuple(sections)
    note = note or ("" if found else "Nobody else is to come.")
    return Table(key="arrivals", title="Arrivals", columns=columns, sections=found, note=note)


def turn(number: int, now: int, title: str, text: str = "", lines: Iterable[Line] = ()) -> TurnCell:
    """The box of turn `number` while turn `now` is played."""
    return TurnCell(title=title, text=text, lines=tuple(lines), now=number == now, past=number < now)


def measures(seat: int, name: str, values: Mapping[str, tuple[float, str]]) -> list[Measure]:
    """Numbers of a side for charts, by key, each with its title: `Allied steps lost`."""
    return [
        Measure(key=key, title=f"{name} {title}", value=value, side=seat)
        for key, (value, title) in values.items()
    ]
