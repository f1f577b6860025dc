"""What is drawn of a view: blocks, BeachHeads, Victory Cities, and the tracks beside the map."""

from __future__ import annotations

from phaseline.engine.game import View
from phaseline.engine.sheet import Mark, Piece, Sheet, Track
from phaseline.games.westfront.files import month_name
from phaseline.games.westfront.position import (
    ALLIED,
    AXIS,
    Block,
    Fortnight,
    Movement,
    WestFrontPosition,
)
from phaseline.games.westfront.roster import Kind, Unit
from phaseline.games.westfront.scenario import SEATS, WestFrontScenario
from phaseline.hexgrid import Hex, hexes

SYMBOLS: dict[Kind, str] = {
    "armor": "armour",
    "mech": "mechanized infantry",
    "infantry": "infantry",
    "amphibious": "amphibious infantry",
    "fort": "fortification",
    "para": "airborne",
    "mountain": "mountain infantry",
    "cavalry": "cavalry",
    "static": "static infantry",
    "hq": "headquarters",
    "shq": "supreme headquarters",
    "thq": "theatre headquarters",
}
ROMAN = ("0", "I", "II", "III")


def sheet(scenario: WestFrontScenario, view: View) -> Sheet:
    """What is drawn of a view."""
    known = view.position
    assert isinstance(known, WestFrontPosition)
    pieces = [
        piece(known, number, unit) for number, unit in enumerate(scenario.units) if known.at[number] >= 0
    ]
    pieces += [back(block) for block in known.upright]
    return Sheet(
        pieces=tuple(pieces),
        marks=tuple(marks(scenario, known)),
        tracks=tuple(tracks(scenario, known, view.seat)),
    )


def piece(known: WestFrontPosition, number: int, unit: Unit) -> Piece:
    """A block whose face the viewer sees."""
    cv = known.cv[number]
    states = {
        "moved": known.moved,
        "unsupplied": known.unsupplied,
        "dispersed": known.dispersed,
        "face-up": known.revealed,
    }
    shown = [text for text, mask in states.items() if mask >> number & 1]
    role = known.role.get(number, "")
    return Piece(
        side=unit.seat,
        label=unit.name.replace(" ", "")[:2],
        title=f"{unit.name} ({unit.nation} {unit.kind}{' SS' if unit.ss else ''})",
        hex=known.at[number],
        unit=number,
        strength=ROMAN[cv] if unit.is_hq and 0 <= cv < len(ROMAN) else str(cv),
        symbol=SYMBOLS[unit.kind],
        marks=(*shown, role) if role else tuple(shown),
    )


def back(block: Block) -> Piece:
    """An upright enemy block."""
    states = {
        "moved": block.moved,
        "unsupplied": block.unsupplied,
        "dispersed": block.dispersed,
        "rearguard": block.rearguard,
    }
    return Piece(
        side=block.seat,
        label="?",
        title="upright block",
        hex=block.hex,
        face_down=True,
        marks=tuple(text for text, true in states.items() if true),
    )


def marks(scenario: WestFrontScenario, known: WestFrontPosition) -> list[Mark]:
    """BeachHeads on the map, airstrikes under way, and who holds each Victory City."""
    found = [
        Mark(hex, scenario.units[unit].beachhead or "BeachHead", ALLIED)
        for unit, hex in sorted(known.beachhead_at.items())
    ]
    found += [
        Mark(hex, f"airstrike {known.cv[hq]}", scenario.seat_of[hq])
        for hex, hq in sorted(known.strikes.items())
    ]
    for hex in hexes(_mask(scenario.board.victory_cities)):
        found.append(Mark(hex, "Victory City", _holder(known, hex)))
    return found


def _mask(values: dict[Hex, int]) -> int:
    return sum(1 << hex for hex in values)


def _holder(known: WestFrontPosition, hex: Hex) -> int | None:
    for seat in (ALLIED, AXIS):
        if known.control[seat] >> hex & 1:
            return seat
    return None


def tracks(scenario: WestFrontScenario, known: WestFrontPosition, seat: int | None) -> list[Track]:
    """Calendar, weather, production, and what is left of a phase."""
    part = next((frame.fortnight for frame in known.stack if isinstance(frame, Fortnight)), None)
    when = month_name(known.month) + ("" if part is None else f" {'I' * part}")
    found = [Track("Month", when), Track("Weather", known.weather)]
    if known.storm != "none":
        found.append(Track("Storm", f"{known.storm.capitalize()} basin"))
    found += [Track(f"{name} production", str(known.level[side])) for side, name in enumerate(SEATS)]
    if seat is not None and known.points[seat] > 0:
        found.append(Track("Points left", str(known.points[seat])))
    for frame in known.stack:
        if isinstance(frame, Movement) and frame.supreme_left + frame.spanish_left:
            found.append(Track("Supreme Moves left", str(frame.supreme_left + frame.spanish_left)))
    if known.beachheads:
        ready = sum(state == "ready" for state in known.beachheads.values())
        found.append(Track("BeachHeads ready", str(ready)))
    return found
