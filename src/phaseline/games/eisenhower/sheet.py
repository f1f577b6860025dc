"""What is drawn of a view: counters in their colours, markers, attacks under way, tracks."""

from __future__ import annotations

import functools
import itertools

from phaseline.drill.sheets import ATTACKING, attack_marks, attacking, boxes
from phaseline.engine.game import View
from phaseline.engine.ledger import case
from phaseline.engine.sheet import Badge, Mark, Piece, Sheet, Track
from phaseline.games.eisenhower.files import SEATS, Unit
from phaseline.games.eisenhower.position import (
    ALLIED,
    BOX,
    ELIMINATED,
    GERMAN,
    GONE,
    IDLE,
    NOWHERE,
    TRACK,
    EisenhowerPosition,
)
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.hexgrid import Mask, hexes

SYMBOLS = {
    "mechanized": "armour",
    "airborne_drop": "airborne",
    "airborne_ground": "motorized",
    "mountain": "mountain",
    "flak": "antiaircraft",
    "garrison": "garrison",
    "infantry": "infantry",
    "mountain_infantry": "mountain",
    "panzer": "armour",
    "paratroop": "airborne",
}
SIZES = {"corps": "XXX", "corps_group": "XXX", "army": "XXXX", "luftgau": "XXX"}
COLOURS = {"american": "black on green", "british": "black on tan", "airborne": "white on dark green"}
GROUPS = {"american": "American", "british": "British", "airborne": "Airborne"}
REMINDERS = {
    "FMO x5": "five German offensives",
    "V1": "V-1 sites count",
    "West Wall 1L": "West Wall: 1 column left",
    "West Wall 2L": "West Wall: 2 columns left",
    "1AAA": "First Allied Airborne Army",
    "OGS/12A?": "Steiner's group and 12th Army may come",
}
"""What the Turn Record Track says in short (tbl.TRT), in words."""
BADGES = {
    "moved": Badge("spent"),
    "fought": Badge("spent"),
    "reduced": Badge("plain", "R"),
    "ashore": Badge("plain", "A"),
    **ATTACKING,
}
PLACES = {
    TRACK: "track",
    BOX: "box",
    ELIMINATED: "eliminated",
    GONE: "out of the game",
    IDLE: "other form in use",
}


@case("2.5a", "2.5b")
def colour(unit: Unit) -> str:
    """The colours of a counter (2.5)."""
    if unit.side == "german":
        return "white on black" if unit.mobile else "black on grey"
    return COLOURS[unit.army_group]


def group_of(unit: Unit) -> str:
    """What gives a counter its colours: the army group; of a German one whether it is mobile."""
    if unit.side == "german":
        return "mobile" if unit.mobile else "static"
    return GROUPS[unit.army_group]


def full_name(scenario: EisenhowerScenario, number: int) -> str:
    """The name of a counter, and what orders call it."""
    return f"{scenario.units[number].name} ({scenario.ids[number]})"


def printed_name(scenario: EisenhowerScenario, number: int) -> str:
    """What is printed on the counter: both forms of an airborne corps, `US18A_g` and `US18A_s`, are one counter, `US18A`."""
    return scenario.ids[number].partition("_")[0]


@case("3.4d", "13.5g", "6.7")
def sheet(scenario: EisenhowerScenario, view: View) -> Sheet:
    """What is drawn of a view: units, markers, tracks."""
    known = view.position
    assert isinstance(known, EisenhowerPosition)
    return Sheet(
        pieces=_pieces(
            scenario,
            tuple(known.at),
            tuple(known.steps),
            (known.moved, known.fought, known.ashore, attacking(known)),
        ),
        marks=tuple(_marks(scenario, known)),
        tracks=tuple(_tracks(scenario, known)),
        badges=BADGES,
    )


STATES = ("reduced", "moved", "fought", "ashore", "attacking")


@functools.lru_cache(maxsize=1_000)
def _pieces(
    scenario: EisenhowerScenario,
    at: tuple[int, ...],
    steps: tuple[int, ...],
    sets: tuple[Mask, ...],
) -> tuple[Piece, ...]:
    """All counters on the map and in the box; `sets` are who is in each state after the first.

    Both sides see the same ones, so they are put together once for both.
    """
    found = []
    for number, place in enumerate(at):
        if place >= 0 or place == BOX:
            states = (
                steps[number] < scenario.units[number].steps,
                *(bool(units >> number & 1) for units in sets),
            )
            found.append(_counter(scenario, number, steps[number], place, states))
    return tuple(found)


@functools.lru_cache(maxsize=20_000)
def _counter(
    scenario: EisenhowerScenario, number: int, steps: int, place: int, states: tuple[bool, ...]
) -> Piece:
    """A counter as it stands there; most stand as they did an order ago, and in other matches too."""
    unit = scenario.units[number]
    return Piece(
        side=scenario.side_of[number],
        label=scenario.ids[number][:2],
        title=full_name(scenario, number),
        short=printed_name(scenario, number),
        hex=place if place >= 0 else None,
        unit=number,
        strength="-".join(map(str, unit.factors(steps))),
        symbol=SYMBOLS[unit.type],
        size=SIZES.get(unit.size, ""),
        group=group_of(unit),
        steps=steps,
        max_steps=unit.steps,
        marks=tuple(itertools.compress(STATES, states)),
        place="" if place >= 0 else PLACES[place],
    )


def _marks(scenario: EisenhowerScenario, known: EisenhowerPosition) -> list[Mark]:
    board = scenario.board
    standing = board.cities & ~known.razed
    marks = [*_cities(standing, standing & known.control)]
    marks += [Mark(hex, "beachhead", ALLIED, "beachhead") for hex in hexes(known.beachheads)]
    marks += [Mark(hex, "destroyed city", None, "ruin") for hex in hexes(known.razed)]
    if known.aerial >= 0:
        marks.append(Mark(known.aerial, "aerial supply", ALLIED, "supply"))
    if known.bridge >= 0:
        text = f"bridge to {board.label(known.bridge_to)}"
        marks.append(Mark(known.bridge, text, ALLIED, "bridge", known.bridge_to))
    if known.fortress >= 0:
        marks.append(Mark(known.fortress, "Alpine Fortress", GERMAN, "fortress"))
    return [*marks, *_plans(known), *attack_marks(known)]


@functools.lru_cache(maxsize=1_000)
def _cities(standing: Mask, allied: Mask) -> tuple[Mark, ...]:
    return tuple(
        Mark(hex, "control", ALLIED if allied >> hex & 1 else GERMAN, "control") for hex in hexes(standing)
    )


def _plans(known: EisenhowerPosition) -> list[Mark]:
    """The secret plans, in the view of who made them."""
    found = []
    if known.turn == 0 and known.first_hex != NOWHERE:
        found.append(Mark(known.first_hex, "first invasion", ALLIED, "plan"))
    if known.second_hex != NOWHERE and known.second_turn and not known.second_over:
        found.append(Mark(known.second_hex, f"invasion of Turn {known.second_turn}", ALLIED, "plan"))
    return found


@case("3.2.2b", "4.1c", "tbl.TRT")
def _tracks(scenario: EisenhowerScenario, known: EisenhowerPosition) -> list[Track]:
    box = next((box for box in scenario.track if box.turn == known.turn), None)
    label = "set-up" if box is None else f"{box.turn}: {box.label}"
    tracks = [Track("Turn", label)]
    if box is not None:
        tracks.append(Track("Reminders", ", ".join(REMINDERS.get(note, note) for note in box.notes)))
        tracks.append(Track("Ports required", str(box.ports), ALLIED))
    tracks += [
        Track("Bombers", str(known.bombers), ALLIED),
        Track("Offensives", str(known.offensives), GERMAN),
        Track("Aerial supply", "used" if known.aerial_used else "available", ALLIED),
    ]
    if known.difficulty:
        tracks.append(Track("Supply difficulties", known.difficulty, ALLIED))
    return [*tracks, *boxes(scenario, known, SEATS, {place: PLACES[place] for place in (BOX, ELIMINATED)})]
