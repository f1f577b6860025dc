"""Questions about supply (14)."""

from __future__ import annotations

from typing import Any

from phaseline.drill.lookups import labels, spot
from phaseline.engine.casefile import question
from phaseline.engine.game import Question
from phaseline.engine.lexicon import SeatRef, UnitRef
from phaseline.games.war_in_europe.rules import supply as supplies
from phaseline.games.war_in_europe.state import WarState


@question
def supply(s: WarState, *, unit: UnitRef) -> dict[str, Any]:
    """Whether a unit is in supply now, what its line of supply is worth, and the line: its hexes, part by part."""
    hex, found = spot(s, unit), supplies.line(s, unit)
    return {
        "supplied": supplies.is_supplied(s, unit),
        "quality": supplies.worth(s, unit, hex),
        "line": None
        if found is None
        else [[part.by, *(s.scenario.map.label(h) for h in part.way)] for part in found],
        "communications": supplies.communications(s, unit),
    }


@question
def supplied(s: WarState, *, side: SeatRef, quality: str = "amphibious") -> list[str]:
    """The hexes of a side in supply of a quality or better: major, minor or amphibious."""
    return labels(s, supplies.area(s, side, supplies.QUALITIES.index(quality)))


@question
def minor_lines(s: WarState, *, side: SeatRef) -> dict[str, list[str]]:
    """Minor ports, with the hexes in mere Minor supply that depend on each."""
    label = s.scenario.map.label
    return {label(port): labels(s, area) for port, area in supplies.minor_areas(s, side)}


SUPPLY_QUESTIONS: tuple[Question, ...] = (supply, supplied, minor_lines)
"""All of them."""
