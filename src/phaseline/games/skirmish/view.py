"""Chapter 2: who may see what."""

from __future__ import annotations

import random
from dataclasses import dataclass

from msgspec.structs import replace

from phaseline.engine.game import View
from phaseline.engine.ledger import case
from phaseline.engine.sheet import Mark, Piece, Sheet, Track
from phaseline.games.skirmish.position import GONE, STANCES, UNSEEN, Battle, SkirmishPosition
from phaseline.games.skirmish.scenario import SEATS, SkirmishScenario, Unit
from phaseline.hexgrid import Mask, hexes

SYMBOLS = {"infantry": "infantry", "armour": "armour", "cavalry": "reconnaissance", "decoy": "decoy"}


@case("2.1", "5.1")
def redact(scenario: SkirmishScenario, position: SkirmishPosition, seat: int | None) -> SkirmishPosition:
    """A copy without what `seat` may not know: which enemy unit is which while face down (2.1), secret stances (5.1)."""
    known = position.copy()
    for other in (0, 1):
        if other == seat:
            continue
        _turn_down(known, other, scenario.side_units[other] & ~position.face_up)
        if None in position.stances:
            known.stances[other] = None
    return known


def _turn_down(known: SkirmishPosition, side: int, hidden: Mask) -> None:
    backs = list(known.unseen)
    for unit in hexes(hidden):
        if known.at[unit] == GONE:
            continue
        backs.append((side, known.at[unit], bool(known.moved >> unit & 1), bool(known.reacted >> unit & 1)))
        known.at[unit] = UNSEEN
        known.steps[unit] = -1
    known.unseen = tuple(sorted(backs))
    for field in ("moved", "reacted", "unsupplied"):
        setattr(known, field, getattr(known, field) & ~hidden)
    known.stack = [
        replace(frame, attackers=frame.attackers & ~hidden) if isinstance(frame, Battle) else frame
        for frame in known.stack
    ]


def sample(
    scenario: SkirmishScenario, known: SkirmishPosition, seat: int, rng: random.Random
) -> SkirmishPosition:
    """A full position that fits what `seat` knows: backs on the map get the unseen units at random, a chosen stance too."""
    guess = known.copy()
    guess.unseen = ()
    other = 1 - seat
    hidden = [unit for unit in hexes(scenario.side_units[other]) if known.at[unit] == UNSEEN]
    backs = list(known.unseen)
    rng.shuffle(backs)
    for unit, (_, hex, moved, reacted) in zip(hidden, backs, strict=True):
        guess.at[unit] = hex
        guess.steps[unit] = 2
        guess.moved |= moved << unit
        guess.reacted |= reacted << unit
    if None in known.stances and known.stack[-1].ready >> other & 1:
        guess.stances[other] = rng.choice(STANCES)
    return guess


@dataclass(frozen=True)
class _Drawer:
    scenario: SkirmishScenario
    known: SkirmishPosition

    def piece(self, number: int, unit: Unit) -> Piece:
        known = self.known
        full = known.steps[number] == 2
        attack, defence = unit.attack[not full], unit.defence[not full]
        states = {
            "moved": known.moved,
            "fought": known.fought,
            "out of supply": known.unsupplied,
        }
        return Piece(
            side=SEATS.index(unit.side),
            label=unit.name.split()[0][:2],
            title=unit.name,
            hex=known.at[number],
            unit=number,
            strength=f"{attack}-{defence}-{unit.movement}",
            symbol=SYMBOLS[unit.kind],
            marks=tuple(text for text, mask in states.items() if mask >> number & 1),
        )

    def back(self, side: int, hex: int, moved: bool) -> Piece:
        marks = ("moved",) if moved else ()
        return Piece(side=side, label="?", title="face-down unit", hex=hex, face_down=True, marks=marks)


def sheet(scenario: SkirmishScenario, view: View) -> Sheet:
    """What is drawn of a view."""
    known = view.position
    assert isinstance(known, SkirmishPosition)
    drawer = _Drawer(scenario, known)
    pieces = [
        drawer.piece(number, unit) for number, unit in enumerate(scenario.units) if known.at[number] >= 0
    ]
    holders = {hex: seat for seat in (0, 1) for hex in hexes(known.control[seat])}
    marks = [Mark(hex, f"{points} a turn", holders.get(hex)) for hex, points in scenario.objectives.items()]
    tracks = [
        Track("Turn", f"{known.turn} of {scenario.turns}"),
        Track("Weather", known.weather),
        *(Track(f"{name} points", str(known.points[seat])) for seat, name in enumerate(SEATS)),
        *(Track(f"{name} stance", known.stances[seat] or "?") for seat, name in enumerate(SEATS)),
    ]
    backs = [drawer.back(side, hex, moved) for side, hex, moved, _ in known.unseen]
    return Sheet(pieces=(*pieces, *backs), marks=tuple(marks), tracks=tuple(tracks))
