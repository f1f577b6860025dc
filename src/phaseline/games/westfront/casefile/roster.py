"""The scenario of a case: a map, a book of tables, and the units that the case names."""

from __future__ import annotations

import calendar
from collections.abc import Mapping, Sequence
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from phaseline.engine.casefile import CaseSetup
from phaseline.games.westfront import files
from phaseline.games.westfront import scenario as scenarios
from phaseline.games.westfront.casefile.setup import UnitSetup, WestFrontSetup
from phaseline.games.westfront.files import ScenarioFile
from phaseline.games.westfront.position import ALLIED
from phaseline.games.westfront.roster import Kind, Unit
from phaseline.games.westfront.scenario import SEATS, WestFrontScenario

LIMITS: Mapping[str, int] = {"hq": 3, "shq": 3, "thq": 2, "static": 2}
"""Highest CVs of plain units; of all others it is 4."""
FIRST_MONTH = "1943-07"
_KINDS: Mapping[str, Kind] = {name: name for name in get_args(Kind)}
_MONTHS = {name.casefold(): n for n, name in enumerate(calendar.month_name) if name}


def scenario_of(setup: CaseSetup, facts: WestFrontSetup) -> WestFrontScenario:
    """The scenario's facts, or plain ones, with the units of the case."""
    assert isinstance(setup.options, scenarios.Options)
    month = month_of(setup, facts.month) if facts.month else None
    with setup.field():
        if setup.scenario is None:
            first = files.month_number(FIRST_MONTH) if month is None else month
            book = facts.book or _book_of(setup, first)
            file = ScenarioFile(
                title="case", book=book, first=files.month_text(first), allied="", provenance=()
            )
            map = setup.map()
            units: list[Unit] = []
        else:
            file = files.read_scenario(setup.scenario, setup.packs)
            map = setup.map(scenarios.map_of(file, setup.packs))
            units = list(files.read_units(setup.packs))
            if facts.book:
                file = replace(file, book=facts.book)
    roster = files.read_units(setup.packs)
    for name, unit in facts.units.items():
        _join(setup, units, roster, name, unit, facts.active)
    with setup.field():
        return scenarios.assemble(setup.scenario or "case", file, map, units, setup.options, setup.packs)


def _book_of(setup: CaseSetup, month: int) -> str:
    books = files.read_books(setup.packs)
    for key, book in books.items():
        if key != "husky" and book.first_month <= month <= book.last_month:
            return key
    raise setup.error("no scenario has this month", "month")


def month_of(setup: CaseSetup, text: str) -> int:
    """A month written 1944-06 or June 1944."""
    with setup.field("month"):
        name, _, year = text.strip().rpartition(" ")
        if name.casefold() in _MONTHS and year.isdigit():
            return files.month_number(f"{year}-{_MONTHS[name.casefold()]:02}")
        return files.month_number(text)


def _join(
    setup: CaseSetup, units: list[Unit], roster: Sequence[Unit], name: str, unit: UnitSetup, active: str
) -> None:
    """Add the unit to the roster of the case, or change the one of this name."""
    here = next((n for n, known in enumerate(units) if same_name(known.name, name)), None)
    base = units[here] if here is not None else next((u for u in roster if same_name(u.name, name)), None)
    given = {
        "side": SEATS[setup.seat(unit.side, "units", name, "side")] if unit.side else None,
        "kind": setup.pick(unit.type, _KINDS, "type", "units", name, "type") if unit.type else None,
        "nation": unit.nation or None,
        "limit": unit.limit,
        "ss": unit.ss,
        "speed": unit.speed,
        "beachhead": unit.beachhead,
    }
    changes = {key: value for key, value in given.items() if value is not None}
    if base is None or unit.type:
        changes = _plain(setup, name, unit, active) | changes
    block = msgspec.convert({"name": name, **changes}, Unit) if base is None else replace(base, **changes)
    if unit.cv is not None and unit.cv > block.limit:
        raise setup.error(
            f"{unit.cv} is more than its highest CV, {block.limit}; a unit that can have more says so with `limit`",
            "units",
            name,
            "cv",
        )
    if here is None:
        units.append(block)
    else:
        units[here] = block


def _plain(setup: CaseSetup, name: str, unit: UnitSetup, active: str) -> dict[str, Any]:
    """What a unit of this type is like if nothing else is said."""
    if not unit.type:
        raise setup.error('it is in no roster: give it a `type` such as "infantry"', "units", name)
    side = unit.side or active or SEATS[ALLIED]
    seat = setup.seat(side, "units", name, "side")
    plain: dict[str, Any] = {
        "side": SEATS[seat],
        "nation": "US" if seat == ALLIED else "German",
        "limit": LIMITS.get(unit.type, 4),
        "ss": False,
    }
    if unit.type == "amphibious":
        plain["beachhead"] = f"{name} BH"
    return plain


def same_name(name: str, other: str) -> bool:
    """Whether two spellings are one unit."""
    return name.casefold().replace("-", " ") == other.casefold().replace("-", " ")
