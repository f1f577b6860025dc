"""Which orders stand once they are given: those on which dice fall, or something hidden comes to light."""

from __future__ import annotations

from typing import Any

from phaseline.engine.dice import SeededDice
from phaseline.engine.orders import Order
from phaseline.engine.state import State

DICE = bytes(32)
"""Seed of the dice of trying; how they fall makes no difference."""


def is_final(state: State[Any, Any], seat: int, order: Order) -> bool:
    """Whether `order`, which must be legal, could not be taken back once it was given.

    It is tried on a copy. In a sample the answer is as good as the seat's knowledge: what it hides may come to light
    all the same.
    """
    trial = state.copy(SeededDice(DICE))
    trial.apply(seat, order)
    return trial.irrevocable
