"""Questions about production, set-up, politics and victory that case files, the command line and pages may ask."""

from __future__ import annotations

from typing import Any

from phaseline.drill.lookups import labels, of_hex, of_match, of_unit
from phaseline.engine.casefile import question
from phaseline.engine.lexicon import HexRef, SeatRef, UnitRef
from phaseline.games.westfront.files import SIDES, Side
from phaseline.games.westfront.position import AXIS
from phaseline.games.westfront.rules import (
    arrivals,
    building,
    politics,
    prices,
    production,
    schedule,
    victory,
)
from phaseline.games.westfront.scenario import SEATS
from phaseline.games.westfront.state import WestFrontState
from phaseline.wording.counts import several

# -- production -------------------------------------------------------------------------------------------------------


@question
def level(s: WestFrontState, *, side: SeatRef) -> dict[str, int]:
    """A side's Production Level now, in its parts, and in all (11.2)."""
    parts = production.level_parts(s, side)
    return {part.what: part.points for part in parts} | {"all": sum(part.points for part in parts)}


@question
def production_of(s: WestFrontState, *, hex: HexRef, controller: SeatRef) -> int:
    """PPs that a hex yields to its controller: city value, and resources, which count double for the Axis (1.5)."""
    resources = s.board.resource_value.get(hex, 0)
    return s.board.city_value.get(hex, 0) + resources * (2 if controller == AXIS else 1)


@question
def cadre_price(s: WestFrontState, *, unit: UnitRef, hex: HexRef | None = None) -> int:
    """PPs for a cadre of a unit, in a hex if that matters (11.42)."""
    return prices.cadre_price(s, unit, hex).total


@question
def arrival_hexes(s: WestFrontState, *, unit: UnitRef) -> list[str]:
    """The hexes where a unit could arrive in a production now (11.6)."""
    s.acting = s.seat_of(unit)
    return labels(s, building.where(s, unit).mask)


@question
def reinforcements(s: WestFrontState, *, side: SeatRef, months: int = 0) -> dict[str, int]:
    """The reinforcements of a side that are due now, or so many months later, with their CVs (11.5)."""
    found = schedule.due(s, months).values()
    return {s.unit(entry.unit).name: entry.cv for entry in found if s.seat_of(entry.unit) == side}


# -- set-up -----------------------------------------------------------------------------------------------------------


@question
def fits_forces(s: WestFrontState, *, side: Side, kind: str, cvs: tuple[int, ...]) -> dict[str, Any]:
    """Whether units of these CVs are what the table of starting forces asks of a type, and if not, why (3.23)."""
    assert side in SIDES
    count, total = s.scenario.data.file.forces[side][kind]
    if len(cvs) != count:
        return {"legal": False, "case": "3.23a", "because": f"{several(len(cvs), 'unit')}, not {count}"}
    if sum(cvs) != total:
        return {"legal": False, "case": "3.23a", "because": f"{sum(cvs)}cv, not {total}cv"}
    return {"legal": True, "units": count, "cv": total}


# -- politics ---------------------------------------------------------------------------------------------------------


@question
def surrender_count(s: WestFrontState, *, country: str) -> int:
    """What a roll for a country's surrender must be less than (16.1)."""
    return politics.surrender_count(s, country)


# -- victory ----------------------------------------------------------------------------------------------------------


@question
def victory_points(s: WestFrontState, *, side: SeatRef) -> dict[str, int]:
    """A side's victory points now, line by line, and in all (17.1)."""
    lines = victory.tally(s, side)
    return {line.what: line.points for line in lines} | {"all": sum(line.points for line in lines)}


@question
def victory_cities(s: WestFrontState, *, side: SeatRef) -> dict[str, Any]:
    """A side's Victory Cities now, and how many they count (17.31)."""
    return {"held": labels(s, victory.cities_held(s, side)), "count": victory.city_points(s, side)}


@question
def result(s: WestFrontState, *, allied: int, axis: int, cities: bool = False) -> dict[str, Any]:
    """Who wins with these totals of points, or of Victory Cities, at which level and for how many tournament points (17.2)."""
    found = victory.result_by_cities(allied, axis) if cities else victory.result_of(allied, axis)
    winner = None if found.winner is None else SEATS[found.winner]
    return {"winner": winner, "level": found.level, "tournament": list(found.tournament)}


ALL = (
    level,
    production_of,
    of_unit(
        "step_price",
        "PPs for a replacement step of a unit where it stands (11.41).",
        lambda s, unit: prices.step_price(s, unit).total,
        placed=True,
    ),
    cadre_price,
    arrival_hexes,
    of_hex("arrival_limit", "New units that a hex takes in one production (11.6).", arrivals.capacity),
    reinforcements,
    fits_forces,
    surrender_count,
    of_match(
        "french_hexes", "What a roll for the French revolt must be less than (16.31).", politics.french_hexes
    ),
    victory_points,
    victory_cities,
    result,
)
