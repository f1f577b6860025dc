"""What is drawn of a view: blocks, BeachHeads, Victory Cities, and the tracks beside the map."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator

from phaseline.engine.game import View
from phaseline.engine.sheet import Badge, Mark, Piece, Sheet, Track
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
from phaseline.hexgrid import Hex, Mask, hexes

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
SIZES: dict[Kind, str] = {"hq": "XXXX", "shq": "XXXXX", "thq": "XXXX", "fort": "", "static": "XX"}
"""Echelons of types that are not corps."""
CORPS = "XXX"
BADGES = {
    "moved": Badge("spent"),
    "face-up": Badge("flat"),
    "unsupplied": Badge("bad", "U"),
    "dispersed": Badge("bad", "D"),
    "overstacked": Badge("bad", "O"),
    "rearguard": Badge("plain", "R"),
    "moved by rail or sea": Badge("spent"),
    "got a step": Badge("good", "+"),
    "disbanding": Badge("plain", "X"),
    **dict.fromkeys(("command", "invasion", "paradrop", "evacuation", "supreme"), Badge("good", "A")),
    **dict.fromkeys(("blitz", "blitz invasion", "blitz paradrop"), Badge("good", "B")),
}
STATES: dict[str, Callable[[WestFrontPosition], Mask]] = {
    "moved": lambda known: known.moved,
    "unsupplied": lambda known: known.unsupplied,
    "dispersed": lambda known: known.dispersed,
    "moved by rail or sea": lambda known: known.strategic & ~known.moved,
    "overstacked": lambda known: known.overstacked,
    "got a step": lambda known: known.built,
    "disbanding": lambda known: known.disbanding,
    "face-up": lambda known: known.revealed,
}
"""What is marked on a block, in this order, and which blocks it holds for."""


def sheet(scenario: WestFrontScenario, view: View) -> Sheet:
    """What is drawn of a view."""
    known = view.position
    assert isinstance(known, WestFrontPosition)
    states = tuple([marked(known) for marked in STATES.values()])
    faces = _faces(scenario, tuple(known.at), tuple(known.cv), tuple(known.role.items()), states)
    return Sheet(
        pieces=(*faces, *map(back, known.upright)),
        marks=tuple(marks(scenario, known)),
        tracks=tuple(tracks(known, view.seat)),
        badges=BADGES,
    )


def group(unit: Unit) -> str:
    """What gives a block its colours: its nation, and the SS apart from it."""
    return f"{unit.nation} SS" if unit.ss else unit.nation


@functools.lru_cache(maxsize=1_000)
def _faces(
    scenario: WestFrontScenario,
    at: tuple[int, ...],
    cv: tuple[int, ...],
    roles: tuple[tuple[int, str], ...],
    states: tuple[Mask, ...],
) -> tuple[Piece, ...]:
    """All blocks whose faces the viewer sees. What the other side does leaves most of them as they are."""
    role = dict(roles)
    return tuple(
        _face(
            scenario,
            number,
            hex,
            cv[number],
            role.get(number, ""),
            tuple([bool(mask >> number & 1) for mask in states]),
        )
        for number, hex in enumerate(at)
        if hex >= 0
    )


@functools.lru_cache(maxsize=20_000)
def _face(
    scenario: WestFrontScenario, number: int, hex: Hex, cv: int, role: str, states: tuple[bool, ...]
) -> Piece:
    """A block whose face the viewer sees; most stand as they did an order ago, and in other matches too."""
    unit = scenario.units[number]
    marks = tuple(itertools.compress(STATES, states))
    return Piece(
        side=unit.seat,
        label=unit.name.replace(" ", "")[:2],
        title=f"{unit.name} ({unit.nation} {unit.kind}{' SS' if unit.ss else ''})",
        short=unit.name,
        shape="block",
        hex=hex,
        unit=number,
        strength=ROMAN[cv] if unit.is_hq and 0 <= cv < len(ROMAN) else str(cv),
        symbol=SYMBOLS[unit.kind],
        size=SIZES.get(unit.kind, CORPS),
        group=group(unit),
        steps=cv,
        max_steps=unit.limit,
        hidden="face-up" not in marks,
        marks=(*marks, role) if role else marks,
    )


@functools.lru_cache(maxsize=20_000)
def back(block: Block) -> Piece:
    """An upright enemy block."""
    states = {
        "moved": block.moved,
        "unsupplied": block.unsupplied,
        "dispersed": block.dispersed,
        "overstacked": block.overstacked,
        "rearguard": block.rearguard,
    }
    return Piece(
        side=block.seat,
        label="?",
        title="upright block",
        shape="block",
        hex=block.hex,
        face_down=True,
        marks=tuple(text for text, true in states.items() if true),
    )


def marks(scenario: WestFrontScenario, known: WestFrontPosition) -> list[Mark]:
    """BeachHeads, battles and the ways into them, airstrikes, own plans, and who holds each Victory City."""
    found = [
        Mark(hex, scenario.units[unit].beachhead or "BeachHead", ALLIED, "beachhead")
        for unit, hex in sorted(known.beachhead_at.items())
    ]
    found += [
        Mark(hex, f"airstrike {known.strike_cv.get(hex, known.cv[hq])}", scenario.side_of[hq], "strike")
        for hex, hq in sorted(known.strikes.items())
    ]
    found += _battles(scenario, known)
    found += [
        Mark(hex, "second wave", scenario.side_of[hq], "plan") for hq, hex in sorted(known.targets.items())
    ]
    found += [
        Mark(hex, f"{scenario.units[unit].name} ({cv}) arrives", scenario.side_of[unit], "plan")
        for unit, (hex, cv) in sorted(known.planned.items())
    ]
    found += [_city(hex, _holder(known, hex)) for hex in sorted(scenario.board.victory_cities)]
    return found


@functools.cache
def _city(hex: Hex, holder: int | None) -> Mark:
    return Mark(hex, "Victory City", holder, "objective")


def _battles(scenario: WestFrontScenario, known: WestFrontPosition) -> Iterator[Mark]:
    """Battle hexes by their Original Defender, and the hexsides over which this phase's attackers came."""
    there: list[Mask] = [0, 0]
    for unit, hex in enumerate(known.at):
        if hex >= 0:
            there[scenario.side_of[unit]] |= 1 << hex
    ways = {(known.came_from[unit], known.at[unit], scenario.side_of[unit]) for unit in known.came_from}
    for block in known.upright:
        there[block.seat] |= 1 << block.hex
        if block.start >= 0:
            ways.add((block.start, block.hex, block.seat))
    for hex in hexes(there[ALLIED] & there[AXIS]):
        defender = AXIS if known.defends[AXIS] >> hex & 1 else ALLIED
        what = "mandatory battle" if known.new_battles >> hex & 1 else "battle"
        yield Mark(hex, f"{SEATS[defender]} defenders: {what}", defender, "battle")
    for start, hex, seat in sorted(way for way in ways if way[1] >= 0):
        yield Mark(start, "attack", seat, "attack", hex)


def _holder(known: WestFrontPosition, hex: Hex) -> int | None:
    for seat in (ALLIED, AXIS):
        if known.control[seat] >> hex & 1:
            return seat
    return None


def tracks(known: WestFrontPosition, seat: int | None) -> list[Track]:
    """Calendar, weather, production, and what is left of a phase."""
    part = next((frame.fortnight for frame in known.stack if isinstance(frame, Fortnight)), None)
    when = month_name(known.month) + ("" if part is None else f" {'I' * part}")
    found = [Track("Month", when), Track("Weather", known.weather)]
    if known.storm != "none":
        found.append(Track("Storm", f"{known.storm.capitalize()} basin"))
    found += [Track(f"{name} production", str(known.level[side]), side) for side, name in enumerate(SEATS)]
    if seat is not None and known.points[seat] > 0:
        found.append(Track("Points left", str(known.points[seat]), seat))
    for frame in known.stack:
        if isinstance(frame, Movement) and frame.supreme_left + frame.spanish_left:
            found.append(Track("Supreme Moves left", str(frame.supreme_left + frame.spanish_left)))
    if known.beachheads:
        ready = sum(state == "ready" for state in known.beachheads.values())
        found.append(Track("BeachHeads ready", str(ready)))
    return found
