"""Giving orders by a plan: one after the other, each when it is legal, the rest left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from phaseline.engine.legal import LegalOrders
from phaseline.engine.orders import Order


class Intent(NamedTuple):
    """An order that a plan wants given. When it cannot be, `instead` are tried in turn. `why` is for people."""

    order: Order
    why: str = ""
    instead: tuple[Order, ...] = ()

    @property
    def choices(self) -> tuple[Order, ...]:
        """The order itself and what may stand in for it."""
        return (self.order, *self.instead)


@dataclass
class OrderBook:
    """Intents in the order in which to give them. One that is not legal yet waits until others have been given.

    It survives an order taken back or refused: what is no longer legal is passed over.

    Attributes:
        at_hand: what was given last; None where nothing could be.
        passed_over: what could not be given when it was last asked: it is over, or waits for others.
    """

    intents: list[Intent] = field(default_factory=list)
    given: list[Intent] = field(default_factory=list)
    at_hand: Intent | None = None
    passed_over: list[Intent] = field(default_factory=list)

    def add(self, intents: Iterable[Intent]) -> None:
        """Put more intents at the end."""
        self.intents.extend(intents)

    def next(self, legal: LegalOrders, unless: Callable[[Order], bool] | None = None) -> Order | None:
        """The first intent that is legal now, as an order, unless it is to wait; None when none of those left is."""
        self.at_hand, self.passed_over = None, []
        for number, intent in enumerate(self.intents):
            for order in intent.choices:
                if (unless is None or not unless(order)) and legal.refusal(order) is None:
                    del self.intents[number]
                    self.at_hand = intent._replace(order=order)
                    self.given.append(self.at_hand)
                    return order
            self.passed_over.append(intent)
        return None

    def why(self, order: Order) -> str:
        """Why an order was given; "" if it is none of the plan's, or the plan does not say."""
        return next((intent.why for intent in reversed(self.given) if intent.order == order), "")

    def reasons(self) -> list[str]:
        """Why the order at hand is given, and those that are still to be, without repetition; of what is over, nothing."""
        ahead = [intent for intent in self.intents if intent not in self.passed_over]
        now = [] if self.at_hand is None else [self.at_hand]
        return list(dict.fromkeys(intent.why for intent in (*now, *ahead) if intent.why))

    def __bool__(self) -> bool:
        return bool(self.intents)
