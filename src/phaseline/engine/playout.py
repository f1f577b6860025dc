"""Play a state on, for search and measurements: orders from choosers that look at the state itself.

No view is made, nothing is checked, nothing is written down. A chooser sees everything, hidden facts included: to look
ahead for a player, play on from a state that was sampled from what it knows.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from phaseline.engine.orders import Order
from phaseline.engine.state import Decision, State

Chooser = Callable[[State[Any, Any], int, random.Random], Order]
"""Picks a legal order for a seat."""


def any_order(state: State[Any, Any], seat: int, rng: random.Random) -> Order:
    """A random legal order."""
    return state.legal(seat).sample(rng)


def playout(
    state: State[Any, Any],
    rng: random.Random,
    choose: Chooser | Mapping[int, Chooser] = any_order,
    *,
    orders: int | None = None,
    phases: int | None = None,
    until: Callable[[Decision], object] | None = None,
) -> int:
    """Play `state` on and return how many orders were given; nothing is kept of what happened on the way.

    It goes on until the match is over, or one of the bounds is met. Where several seats owe a decision, the first of
    them is asked.

    Args:
        state: what is played on; it is changed. Look ahead on a copy.
        rng: for the choosers.
        choose: who chooses for every seat, or by seat. Its orders are trusted to be legal.
        orders: how many orders at most.
        phases: how many phases at most: it stops at the first decision after the last of them has ended.
        until: stops where it is true of what has to be decided next.
    """
    ended = 0

    def count(_: tuple[str, ...]) -> None:
        nonlocal ended
        ended += 1

    by_seat: Mapping[int, Chooser] = {}
    anyone: Chooser | None = None
    if isinstance(choose, Mapping):
        by_seat = choose
    else:
        anyone = choose
    outer = state.on_phase_end
    state.on_phase_end = None if phases is None else count
    given = 0
    try:
        while (decision := state.waiting()) is not None:
            if given == orders or (phases is not None and ended >= phases):
                break
            if until is not None and until(decision):
                break
            seat = decision.seats[0]
            chooser = by_seat[seat] if anyone is None else anyone
            state.play(seat, chooser(state, seat, rng))
            state.events.clear()
            state.draws.clear()
            given += 1
    finally:
        state.on_phase_end = outer
    return given
