"""All that may come of an order: its dice enumerated exactly, or sampled."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from phaseline.engine.dice import DiceExhausted, ScriptedDice
from phaseline.engine.orders import Order
from phaseline.engine.state import State

S = TypeVar("S", bound=State[Any, Any])


class Branch(NamedTuple, Generic[S]):
    """One way the dice may fall: its exact probability, the dice in order, and the state it leads to."""

    probability: Fraction
    dice: tuple[int, ...]
    state: S


def outcomes(state: S, seat: int, order: Order) -> Iterator[Branch[S]]:
    """Every outcome of `order`, by dice in ascending order; the probabilities add up to 1. `state` is not changed.

    The number of branches is the product of the dice's faces: meant for orders that roll a few dice.
    """
    waiting: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
    while waiting:
        probability, dice = waiting.pop()
        trial = state.copy(ScriptedDice(dice))
        try:
            trial.apply(seat, order)
        except DiceExhausted as short:
            share = probability / short.sides
            waiting += [(share, (*dice, face)) for face in range(short.sides, 0, -1)]
        else:
            yield Branch(probability, dice, trial)
