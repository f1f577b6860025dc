"""What evaluators have in common: a table of what each kind of order promises, and a view that is looked at once."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from phaseline.ai.brain import Evaluator
from phaseline.engine.orders import Order
from phaseline.engine.state import State

S = TypeVar("S", bound=State[Any, Any])
V = TypeVar("V")


class OrderEvaluator(Evaluator[S]):
    """Values orders of the kinds in a table by what they promise; the others are tried out."""

    gains: Mapping[type[Order], Callable[[S, Any], float]]
    """What an order of each kind should bring in a state, in points of the evaluator's own scale."""

    def gain(self, state: S, order: Order) -> float | None:
        """What the table says of the order; None for kinds that are not in it."""
        promised = self.gains.get(type(order))
        return None if promised is None else promised(state, order)


class SideEvaluator(OrderEvaluator[S], Generic[S, V]):
    """Values positions by what one side has ahead of the other, and looks once at each that orders are weighed in."""

    won: ClassVar[float]
    """A match that is won."""
    seat: int
    _known: tuple[S, int, V] | None = None

    def worth(self, state: S) -> float:
        """What the seat has ahead; of a match that is over, who has won it."""
        outcome = state.position.outcome
        if outcome is not None:
            return 0.0 if outcome.winner is None else self.won if outcome.winner == self.seat else -self.won
        return self.side(state, self.seat) - self.side(state, 1 - self.seat)

    @abstractmethod
    def side(self, s: S, seat: int) -> float:
        """What a side has."""

    @abstractmethod
    def look(self, s: S) -> V:
        """A position as the seat sees it."""

    def view(self, s: S) -> V:
        """The same, as long as nothing has happened."""
        if self._known is None or self._known[0] is not s or self._known[1] != s.moment:
            self._known = (s, s.moment, self.look(s))
        return self._known[2]
