"""Chapter 2: who may see what."""

from __future__ import annotations

import random

from msgspec.structs import replace

from phaseline.engine.ledger import case
from phaseline.games.skirmish.position import GONE, STANCES, UNSEEN, Battle, SkirmishPosition
from phaseline.games.skirmish.scenario import SkirmishScenario
from phaseline.hexgrid import Mask, hexes


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
