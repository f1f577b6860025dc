"""What giving an order commits to: whether it stands once given, keeps anything secret, ends the game; what follows."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from phaseline.engine.dice import DiceExhausted, ScriptedDice
from phaseline.engine.orders import Order
from phaseline.engine.state import State


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What came of an order that was tried, as far as its first die.

    `final`: it could not be taken back, for a die fell or something hidden was shown. `secret`: some seats learned what
    others did not. `over`: the game ended. `onward`: the die was that of another battle, which followed the one under way,
    by its title in the sequence, such as `battle at Caen`; "" where it was not.
    """

    final: bool
    secret: bool
    over: bool
    onward: str = ""


def tried(state: State[Any, Any], seat: int, order: Order) -> Aftermath:
    """What comes of `order`, which must be legal; it is tried on a copy, and `state` is left as it was.

    In a sample the answer is as good as the seat's knowledge: what it hides may come to light all the same.
    """
    trial = state.copy(ScriptedDice(()))
    try:
        trial.apply(seat, order)
    except DiceExhausted:  # a die would fall: all that comes after it is open
        return Aftermath(final=True, secret=False, over=False, onward=_onward(state, trial))
    return Aftermath(
        final=trial.irrevocable,
        secret=any(event.seats is not None for event in trial.events),
        over=trial.position.outcome is not None,
    )


@dataclass(frozen=True, slots=True)
class Ahead:
    """What comes when a seat ends its step: the place, such as `combat` or `Turn 3`, and whether it has more to say there.

    `title` is "" when the seat cannot pass, or others have to decide in the same step.
    """

    title: str
    more: bool = True


def what_follows(state: State[Any, Any], seat: int) -> Ahead:
    """Where play goes when `seat` ends its step by doing no more, as far as the first die; `state` is left as it was.

    The place is the first title that differs from those of the present one. After choices made in secret it is told only
    if the seat decides there: where the others go hangs on what they chose.
    """
    order, asked = state.game.passing(state, seat), state.decision
    if order is None or order not in state.legal(seat):
        return Ahead("")
    trial = state.copy(ScriptedDice(()))
    with suppress(DiceExhausted):
        trial.apply(seat, order)
    if trial.position.outcome is not None:
        return Ahead("the end of the match", more=False)
    title = _came_to(state, trial)
    decision = None if trial.draws else trial.decision
    more = decision is not None and seat in decision.seats
    secret = asked is not None and asked.simultaneous
    return Ahead("" if secret and not more else title, more=more)


def _onward(state: State[Any, Any], trial: State[Any, Any]) -> str:
    """The battle in which a trial stands, if another one was under way before it; else ""."""
    fought, next_ = (state.game.battle_in(one.position) for one in (state, trial))
    return _came_to(state, trial) if fought is not None and next_ not in (None, fought) else ""


def _came_to(state: State[Any, Any], trial: State[Any, Any]) -> str:
    """Where a trial has come to: the first title that differs from those of the present place; "" if none does."""
    spoken = state.game.flow.spoken
    before = spoken(state.path())
    return next((title for n, title in enumerate(spoken(trial.path())) if before[n : n + 1] != (title,)), "")
