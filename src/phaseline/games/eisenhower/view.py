"""Who may see what (6.6): all but the secret plans; and what is drawn."""

from __future__ import annotations

import random

from phaseline.engine.game import View
from phaseline.engine.ledger import case
from phaseline.engine.sheet import Mark, Piece, Sheet, Track
from phaseline.games.eisenhower.files import SEATS, Unit
from phaseline.games.eisenhower.position import (
    ALLIED,
    BOX,
    ELIMINATED,
    GONE,
    IDLE,
    NOWHERE,
    TRACK,
    Campaign,
    EisenhowerPosition,
)
from phaseline.games.eisenhower.rules.opening import PLAN_TURNS
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.hexgrid import hexes, kth

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
COLOURS = {"american": "black on green", "british": "black on tan", "airborne": "white on dark green"}
PLACES = {
    TRACK: "track",
    BOX: "box",
    ELIMINATED: "eliminated",
    GONE: "out of the game",
    IDLE: "other form in use",
}


@case("3.2.3d", "3.3.2c", "6.6")
def redact(
    scenario: EisenhowerScenario, position: EisenhowerPosition, seat: int | None
) -> EisenhowerPosition:
    """A copy without the secret plans, unless the viewer is the Allied player or they have been revealed."""
    known = position.copy()
    if seat != ALLIED:
        if position.turn == 0:
            known.first_hex = NOWHERE
        if not position.second_made:
            known.second_turn, known.second_hex = 0, NOWHERE
    return known


def sample(
    scenario: EisenhowerScenario, known: EisenhowerPosition, seat: int, rng: random.Random
) -> EisenhowerPosition:
    """A full position that fits what `seat` knows: for the German player, plans that could have been made."""
    guess = known.copy()
    if seat == ALLIED:
        return guess
    written = plans_written(scenario, known)
    if scenario.alternate and known.turn == 0 and written[0]:
        guess.first_hex = _any_hex(scenario.invasion_coast["first"], rng)
    if written[1] and not known.second_made and not known.second_over:
        turn = rng.choice([0, *(turn for turn in PLAN_TURNS if turn >= known.turn)])
        if turn:
            guess.second_turn = turn
            guess.second_hex = _any_hex(scenario.invasion_coast["second"], rng)
    return guess


def plans_written(scenario: EisenhowerScenario, known: EisenhowerPosition) -> tuple[bool, bool]:
    """Whether the first and the second plan have been written down by now."""
    if known.turn or not known.stack or not isinstance(known.stack[0], Campaign):
        return (True, bool(scenario.invasion_coast["second"]))
    step = known.stack[0].step
    return (step > FIRST_PLAN, step > SECOND_PLAN)


FIRST_PLAN, SECOND_PLAN = 1, 2
"""The steps of the campaign in which plans are written."""


def _any_hex(mask: int, rng: random.Random) -> int:
    return kth(mask, rng.randrange(mask.bit_count()))


@case("2.5a", "2.5b")
def colour(unit: Unit) -> str:
    """The colours of a counter (2.5)."""
    if unit.side == "german":
        return "white on black" if unit.mobile else "black on grey"
    return COLOURS[unit.army_group]


def _piece(scenario: EisenhowerScenario, known: EisenhowerPosition, number: int) -> Piece:
    unit = scenario.units[number]
    steps = known.steps[number]
    states = {
        "reduced": steps < unit.steps,
        "moved": known.moved >> number & 1,
        "fought": known.fought >> number & 1,
        "ashore": known.ashore >> number & 1,
    }
    attack, defence, movement = unit.factors(steps)
    return Piece(
        side=scenario.side_of[number],
        label=scenario.ids[number][:2],
        title=scenario.ids[number],
        hex=known.at[number],
        unit=number,
        strength=f"{attack}-{defence}-{movement}",
        symbol=SYMBOLS[unit.type],
        marks=tuple(text for text, true in states.items() if true),
    )


@case("3.4d", "13.5g", "6.7")
def sheet(scenario: EisenhowerScenario, view: View) -> Sheet:
    """What is drawn of a view: units, markers, tracks."""
    known = view.position
    assert isinstance(known, EisenhowerPosition)
    numbers = range(len(scenario.units))
    pieces = tuple(_piece(scenario, known, n) for n in numbers if known.at[n] >= 0)
    return Sheet(pieces=pieces, marks=tuple(_marks(scenario, known)), tracks=tuple(_tracks(scenario, known)))


def _marks(scenario: EisenhowerScenario, known: EisenhowerPosition) -> list[Mark]:
    board = scenario.board
    marks = [
        Mark(hex, "control", ALLIED if known.control >> hex & 1 else 1)
        for hex in hexes(board.cities & ~known.razed)
    ]
    marks += [Mark(hex, "beachhead", ALLIED) for hex in hexes(known.beachheads)]
    marks += [Mark(hex, "destroyed city") for hex in hexes(known.razed)]
    if known.aerial >= 0:
        marks.append(Mark(known.aerial, "aerial supply", ALLIED))
    if known.bridge >= 0:
        marks.append(Mark(known.bridge, f"bridge to {board.label(known.bridge_to)}", ALLIED))
    if known.fortress >= 0:
        marks.append(Mark(known.fortress, "Alpine Fortress", 1))
    return marks


@case("3.2.2b", "4.1c", "tbl.TRT")
def _tracks(scenario: EisenhowerScenario, known: EisenhowerPosition) -> list[Track]:
    box = next((box for box in scenario.track if box.turn == known.turn), None)
    label = "set-up" if box is None else f"{box.turn}: {box.label}"
    tracks = [Track("Turn", label)]
    if box is not None:
        tracks.append(Track("Reminders", ", ".join(box.notes)))
        tracks.append(Track("Ports required", str(box.ports)))
    tracks += [
        Track("Bombers", str(known.bombers)),
        Track("Offensives", str(known.offensives)),
        Track("Aerial supply", "used" if known.aerial_used else "available"),
    ]
    if known.difficulty:
        tracks.append(Track("Supply difficulties", known.difficulty))
    for seat, name in enumerate(SEATS):
        for place in (BOX, ELIMINATED):
            there = [scenario.ids[n] for n in scenario.rosters[seat] if known.at[n] == place]
            tracks.append(Track(f"{name} {PLACES[place]}", ", ".join(there) or "none"))
    return tracks
