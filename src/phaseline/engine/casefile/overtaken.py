"""Steps that play has gone past because nobody had anything to decide in them, and what they say of an order.

A case is small: often the one unit in it may not do what the case is about, nobody else can do anything either, and the
sequence of play is somewhere else before the order is given. That the step is over is then no reason of the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaseline.engine.flow import Decide
from phaseline.engine.legal import LegalOrders

if TYPE_CHECKING:
    from collections.abc import Callable

    from phaseline.engine.flow import Step
    from phaseline.engine.orders import Order
    from phaseline.engine.position import Frame
    from phaseline.engine.refusal import Refusal
    from phaseline.engine.state import State


class Overtaken:
    """The steps with a decision that play has reached since the last order, each with the state as it was there first."""

    def __init__(self) -> None:
        self._reached: dict[tuple[type[Frame], str, int | None], tuple[Decide, Frame, State[Any, Any]]] = {}

    def forget(self) -> None:
        """An order is given: what was before it is of no matter any more."""
        self._reached = {}

    def watch(
        self, state: State[Any, Any], stop: Callable[[Step, Frame], bool] | None = None
    ) -> Callable[[Step, Frame], bool]:
        """What a state asks before every step: note it, and stop where the case says so."""

        def pause(step: Step, frame: Frame) -> bool:
            # Where somebody has said that he has done, it is over for that.
            if isinstance(step, Decide) and not frame.ready:
                key = type(frame), step.label, _whose(frame)
                if key not in self._reached:
                    self._reached[key] = step, frame, state.copy()
            return stop is not None and stop(step, frame)

        return pause

    def why_not(self, order: Order, seat: int, *, named: bool, over: bool = False) -> Refusal | None:
        """Why an order could not be given in the first step that takes such orders; None if it could, or there is none.

        It is asked for the seat of the step, of one without for `seat`; once the turn is `over`, in which nobody decides any
        more, for the side whose turn it was. When the case has `named` another, the step was never that one's to decide, and
        has nothing to say of its order.
        """
        for step, frame, there in self._reached.values():
            whose = _whose(frame)
            if whose is None:
                whose = getattr(there, "turn_of", seat) if over and not named else seat
            elif named and whose != seat:
                continue
            if any(rule.order is type(order) for rule in step.rules):
                return LegalOrders(there, whose, step.panel, step.label).refusal(order)
        return None


def _whose(frame: Frame) -> int | None:
    """The seat whose step it is, where the procedure says so."""
    seat: int | None = getattr(frame, "seat", None)
    return seat
