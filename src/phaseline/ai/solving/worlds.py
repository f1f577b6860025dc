"""Positions that could be the true one, as far as a seat knows and its task tells."""

from __future__ import annotations

import random
from typing import Any

from phaseline.ai.agent import Observation
from phaseline.ai.solving.subject import Subject
from phaseline.engine.state import State

WORLDS = 4
"""A sequence of orders must do well in so many positions that could be true."""
DRAWN = 480
"""So many are drawn at most, where what the task says of hidden units leaves few."""


def worlds(subject: Subject, seen: Observation, rng: random.Random) -> list[State[Any, Any]]:
    """Up to `WORLDS` full positions that agree with the view, best those in which the task is right about who stands where.

    Where the enemy's units are hidden the task may name one in a place: whoever reads it knows so much, and so does this.
    Where nothing is hidden there is one position.
    """
    drawn = [seen.sample(rng) for _ in range(WORLDS)]
    if len({state.position.digest() for state in drawn}) == 1:
        return drawn[:1]
    if not subject.units:
        return drawn
    right: dict[int, list[State[Any, Any]]] = {}
    for number in range(DRAWN):
        state = drawn[number] if number < len(drawn) else seen.sample(rng)
        stands = subject.stands(state)
        count = sum(stands.get(unit) in subject.hexes for unit in subject.units)
        right.setdefault(count, []).append(state)
        if len(right.get(len(subject.units), ())) == WORLDS:
            break
    return right[max(right)][:WORLDS]
