"""The end of a step: the orders by which a seat says that it has nothing more to do there."""

from __future__ import annotations

from typing import ClassVar

from phaseline.engine.legal import OrderRule, OrderT, StateT


class EndStep(OrderRule[OrderT, StateT]):
    """The seat that gives the order has finished with the step under way; the game goes on when all have.

    A game's rule adds its case mark, its order, and a `gate` where something must be done first.
    """

    told: ClassVar[tuple[str, str]] = ("", "")
    """The case and the text by which everybody learns of it, in which `seat` is who has finished. With no text nobody does."""

    def apply(self, s: StateT, order: OrderT) -> None:  # noqa: ARG002 - what every order is given
        """Wait for the others, or go on."""
        case, text = self.told
        if text:
            s.tell("phase", case, text, seat=s.acting)
        s.finish()
