"""What is drawn of a view: counters in their colours, markers, tracks."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

from phaseline.drill.sheets import ATTACKING, attack_marks, attacking, boxes
from phaseline.engine.game import View
from phaseline.engine.sheet import Badge, Mark, Piece, Sheet, Track
from phaseline.games.war_in_europe.files import SEATS
from phaseline.games.war_in_europe.position import (
    AIR_BOXES,
    ALLIED,
    AWAY,
    BOX_EAST,
    BOX_SOUTH,
    BOX_WEST,
    DEAD,
    DUE,
    FRONTS,
    LIFT,
    NOWHERE,
    TRACK,
    WarPosition,
    air_box,
)
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.hexgrid import Mask, hexes

SYMBOLS = {
    "armor": "armour",
    "mechanized_infantry": "mechanized",
    "cavalry": "cavalry",
    "motorized_infantry": "motorized",
    "infantry": "infantry",
    "security": "garrison",
    "static": "garrison",
    "airborne": "airborne",
    "mobile_supply": "supply",
    "repair": "engineer",
    "partisan": "infantry",
    "cadre": "headquarters",
}
SIZES = {"corps": "XXX", "division": "XX", "brigade": "X", "regiment": "III"}
PLACES = {
    DEAD: "eliminated",
    DUE: "arrives later",
    TRACK: "preparing",
    AWAY: "at sea",
    BOX_EAST: "airborne, east",
    BOX_SOUTH: "airborne, south",
    BOX_WEST: "airborne, west",
}
BADGES = {
    "moved": Badge("spent"),
    "battlegroup": Badge("plain", "K"),
    "out of supply": Badge("bad", "U"),
    "entrained": Badge("plain", "T"),
    "fortified": Badge("good", "F"),
    **ATTACKING,
}
STATES = tuple(BADGES)
BOXES = (*AIR_BOXES[:LIFT], "air transport")
"""What the boxes of an air display hold."""


def sheet(scenario: WarScenario, view: View) -> Sheet:
    """What is drawn of a view: units, markers, tracks."""
    known = view.position
    assert isinstance(known, WarPosition)
    attackers = attacking(known)
    return Sheet(
        pieces=tuple(_unit(scenario, known, n, attackers) for n, place in enumerate(known.at) if place >= 0),
        marks=tuple(_marks(scenario, known)),
        tracks=tuple(_tracks(scenario, known)),
        badges=BADGES,
    )


def _unit(scenario: WarScenario, known: WarPosition, number: int, attackers: Mask) -> Piece:
    steps, unit = known.steps[number], scenario.units[number]
    sets = (known.moved, 0, known.unsupplied, known.entrained, known.fortified, attackers)
    states = tuple(bool(units >> number & 1) for units in sets)
    states = (states[0], steps < unit.steps, *states[2:])
    return _counter(scenario, number, steps, known.at[number], states)


@functools.lru_cache(maxsize=20_000)
def _counter(scenario: WarScenario, number: int, steps: int, place: int, states: tuple[bool, ...]) -> Piece:
    """A counter as it stands there; most stand as they did an order ago, and in other matches too."""
    unit = scenario.units[number]
    return Piece(
        side=scenario.side_of[number],
        label=unit.name[:2],
        title=unit.called,
        short=unit.name,
        hex=place,
        unit=number,
        strength=str(unit.face(steps, fortified=states[STATES.index("fortified")])),
        symbol=SYMBOLS[unit.category],
        size=SIZES[unit.kind.size],
        group=unit.nation,
        steps=steps,
        max_steps=unit.steps,
        marks=tuple(itertools.compress(STATES, states)),
    )


def _marks(scenario: WarScenario, known: WarPosition) -> Iterator[Mark]:
    board = scenario.board
    yield from attack_marks(known)
    for seat in range(len(SEATS)):
        for hex in hexes((board.cities | board.ports) & known.owner[seat]):
            yield Mark(hex, "held", seat, "control")
        for hex in hexes(known.marks[seat]):
            yield Mark(hex, "interdicted from the air", seat)
    harbour = scenario.setup.special.harbour
    lasts = harbour is not None and known.turn <= harbour.until
    for hex in hexes(known.piers):
        built = lasts and hex == known.harbour
        yield Mark(hex, "artificial harbour" if built else "Amphibious Point on the beach", ALLIED)


def _tracks(scenario: WarScenario, known: WarPosition) -> Iterator[Track]:
    weather = scenario.setup.weather
    yield Track("Turn", f"{known.turn} of {len(weather)}")
    yield Track("Weather", weather[min(max(known.turn, 1), len(weather)) - 1])
    for seat, name in enumerate(SEATS):
        for front, label in enumerate(FRONTS):
            if told := air_display(known, front, seat):
                yield Track(f"{name} air, {label}", told, seat)
        yield Track(f"{name} transports", str(known.fleet[seat]), seat)
    if sum(known.landing) or known.returning:
        yield Track("Amphibious Points", str(sum(known.landing)), ALLIED)
    for front, label in enumerate(FRONTS):
        if (seat := known.superiority[front]) != NOWHERE:
            yield Track(f"Air superiority, {label}", SEATS[seat], seat)
    yield from boxes(scenario, known, SEATS, PLACES)


def air_display(known: WarPosition, front: int, seat: int) -> str:
    """The Points of an air display, box by box; empty if there are none."""
    counts = ((known.air[air_box(front, seat, box)], name) for box, name in enumerate(BOXES))
    return ", ".join(f"{count} {name}" for count, name in counts if count)
