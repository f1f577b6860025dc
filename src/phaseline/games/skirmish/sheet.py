"""What is drawn of a skirmish: counters, backs, objectives, tracks."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.drill.sheets import ATTACKING, attack_marks, attacking
from phaseline.engine.game import View
from phaseline.engine.sheet import Badge, Mark, Piece, Sheet, Track
from phaseline.games.skirmish.position import SkirmishPosition
from phaseline.games.skirmish.scenario import SEATS, SkirmishScenario, Unit
from phaseline.hexgrid import hexes

SYMBOLS = {"infantry": "infantry", "armour": "armour", "cavalry": "reconnaissance", "decoy": "decoy"}
STEPS = 2
BADGES = {
    "moved": Badge("spent"),
    "fought": Badge("spent"),
    "out of supply": Badge("bad", "U"),
    **ATTACKING,
}


MOVING = ("movement", "reaction")
"""The steps in which it counts who has moved: whoever has may fight all the same, and then looks as if it could."""


def counters(scenario: SkirmishScenario, known: SkirmishPosition, *, moving: bool = True) -> Iterator[Piece]:
    """The counters whose faces the viewer knows; `moving` says that it counts who has moved."""
    for number, unit in enumerate(scenario.units):
        if known.at[number] >= 0:
            yield _counter(known, number, unit, moving=moving)


def _counter(known: SkirmishPosition, number: int, unit: Unit, *, moving: bool) -> Piece:
    reduced = known.steps[number] < STEPS
    attack, defence = unit.attack[reduced], unit.defence[reduced]
    states = {
        "moved": known.moved if moving else 0,
        "fought": known.fought,
        "out of supply": known.unsupplied,
        "attacking": attacking(known),
    }
    return Piece(
        side=SEATS.index(unit.side),
        label=unit.name.split()[0][:2],
        title=unit.name,
        hex=known.at[number],
        unit=number,
        strength=f"{attack}-{defence}-{unit.movement}",
        symbol=SYMBOLS[unit.kind],
        size="II",
        steps=known.steps[number],
        max_steps=STEPS,
        hidden=not known.face_up >> number & 1,
        marks=tuple(text for text, mask in states.items() if mask >> number & 1),
    )


def _back(side: int, hex: int, moved: bool) -> Piece:
    marks = ("moved",) if moved else ()
    return Piece(side=side, label="?", title="face-down unit", hex=hex, face_down=True, marks=marks)


def sheet(scenario: SkirmishScenario, view: View) -> Sheet:
    """What is drawn of a view."""
    known = view.position
    assert isinstance(known, SkirmishPosition)
    tracks = [
        Track("Turn", f"{known.turn} of {scenario.turns}"),
        Track("Weather", known.weather),
        *(Track(f"{name} points", str(known.points[seat]), seat) for seat, name in enumerate(SEATS)),
        *(Track(f"{name} stance", known.stances[seat] or "?", seat) for seat, name in enumerate(SEATS)),
    ]
    moving = view.path[-1:] in {(step,) for step in MOVING}
    backs = (_back(side, hex, moved and moving) for side, hex, moved, _ in known.unseen)
    return Sheet(
        pieces=(*counters(scenario, known, moving=moving), *backs),
        marks=tuple(_marks(scenario, known)),
        tracks=tuple(tracks),
        badges=BADGES,
    )


def _marks(scenario: SkirmishScenario, known: SkirmishPosition) -> list[Mark]:
    holders = {hex: seat for seat in (0, 1) for hex in hexes(known.control[seat])}
    found = [
        Mark(hex, f"{points} a turn", holders.get(hex), "objective")
        for hex, points in scenario.objectives.items()
    ]
    return [*found, *attack_marks(known)]
