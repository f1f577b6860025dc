"""What a case file may expect of WestFront: every unit, who holds what, production, weather, calendar."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phaseline.drill.cases import marked
from phaseline.games.westfront.files import month_name
from phaseline.games.westfront.position import (
    ALLIED,
    AXIS,
    ELIMINATED,
    GONE,
    TO_COME,
    Fortnight,
    Movement,
)
from phaseline.games.westfront.scenario import SEATS
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import hexes

STATES = ("dispersed", "moved", "strategic", "disengaged", "overstacked", "built")
"""What may be true of a unit, by the name of the position's set of such units."""
OFF_MAP = {ELIMINATED: "eliminated", TO_COME: "to come", GONE: "gone"}


def report(s: WestFrontState) -> dict[str, Any]:
    """The facts that a case may expect, as plain data."""
    position, label = s.position, s.scenario.map.label
    fortnight = next((frame.fortnight for frame in position.stack if isinstance(frame, Fortnight)), None)
    movement = next((frame for frame in reversed(position.stack) if isinstance(frame, Movement)), None)
    return {
        "units": {unit.name: facts_of(s, number) for number, unit in enumerate(s.scenario.units)},
        "control": control(s),
        "battles": battles(s),
        "month": month_name(position.month),
        "fortnight": fortnight,
        "book": position.book,
        "weather": position.weather,
        "storm": position.storm,
        "flags": sorted(position.flags),
        "level": dict(zip(SEATS, position.level, strict=True)),
        "points": dict(zip(SEATS, position.points, strict=True)),
        "scored": dict(zip(SEATS, position.scored, strict=True)),
        "penalty": position.penalty,
        "supreme_moves": None if movement is None else movement.supreme_left,
        "beachheads": beachheads(s),
        "strikes": {label(hex): s.unit(hq).name for hex, hq in position.strikes.items()},
        "port_use": {label(hex): count for hex, count in position.port_use.items()},
    }


def control(s: WestFrontState) -> dict[str, str]:
    """Who controls each hex in play in this phase; disputed hexes are neither side's."""
    position, label = s.position, s.scenario.map.label
    named = dict.fromkeys(hexes(s.in_play), "disputed")
    for seat in (ALLIED, AXIS):
        named |= dict.fromkeys(hexes(position.control[seat]), SEATS[seat])
    return {label(hex): owner for hex, owner in named.items()}


def battles(s: WestFrontState) -> dict[str, dict[str, Any]]:
    """The battles, with their Original Defender, and whether they began this turn."""
    return {
        s.scenario.map.label(hex): {
            "original_defender": SEATS[AXIS if s.position.defends[AXIS] >> hex & 1 else ALLIED],
            "new": bool(s.position.new_battles >> hex & 1),
            "chosen": bool(s.position.chosen >> hex & 1),
        }
        for hex in hexes(s.battles)
    }


def beachheads(s: WestFrontState) -> dict[str, str]:
    """The state of each BeachHead, or the hex where it is placed."""
    return {
        s.unit(unit).beachhead or s.unit(unit).name: (
            s.scenario.map.label(s.position.beachhead_at[unit]) if unit in s.position.beachhead_at else state
        )
        for unit, state in s.position.beachheads.items()
    }


def facts_of(s: WestFrontState, number: int) -> Mapping[str, Any]:
    """What is true of one unit."""
    position, block, bit = s.position, s.unit(number), 1 << number
    hex = position.at[number]
    facts: dict[str, Any] = {"side": block.side, "type": block.kind, "nation": block.nation}
    if hex < 0:
        return facts | {"at": None, "state": OFF_MAP.get(hex, "unknown"), "cv": None}
    return facts | {
        "at": s.scenario.map.label(hex),
        "state": "in play",
        "cv": position.cv[number],
        "face_up": bool(position.revealed & bit),
        "engaged": s.engaged(number),
        "supplied": not position.unsupplied & bit,
        **marked(position, number, STATES),
        "role": position.role.get(number),
    }
